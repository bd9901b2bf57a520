"""`kb`: the stores on the command line. Each command turns arguments into one call and the answer into text or JSON."""

from .root import main

__all__ = ["main"]
