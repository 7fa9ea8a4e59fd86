"""Names the packages of the wheel: those of the tree, and resources/, which travels inside the package."""

from setuptools import find_packages, setup

setup(packages=[*find_packages(include=["permdesk", "permdesk.*"]), "permdesk.resources"])
