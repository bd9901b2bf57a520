"""Settings as typed values. Knows no MkDocs."""

from .patterns import pattern_problem
from .settings import FILE_NAME, Settings, StoreSettings, load, name_problem

__all__ = ["FILE_NAME", "Settings", "StoreSettings", "load", "name_problem", "pattern_problem"]
