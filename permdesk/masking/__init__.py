"""Demonstration methods that make a release Y from an original X: numbers in, numbers out, never for production."""
