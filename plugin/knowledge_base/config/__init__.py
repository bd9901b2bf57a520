"""Settings as typed values. Knows no MkDocs."""

from .checks import CheckSettings, Limits
from .patterns import pattern_problem
from .settings import FILE_NAME, Settings, StoreSettings, load, name_problem

__all__ = [
    "FILE_NAME",
    "CheckSettings",
    "Limits",
    "Settings",
    "StoreSettings",
    "load",
    "name_problem",
    "pattern_problem",
]
