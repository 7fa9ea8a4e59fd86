"""The menus of the window, one module for each: commands in their order."""
