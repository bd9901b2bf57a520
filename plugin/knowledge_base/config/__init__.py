"""Settings as typed values. Knows no MkDocs."""

from .names import name_problem
from .patterns import pattern_problem
from .settings import FILE_NAME, Settings, StoreSettings, load
from .sources import Limits, PageSettings, SourceSettings, Trust

__all__ = [
    "FILE_NAME",
    "Limits",
    "PageSettings",
    "Settings",
    "SourceSettings",
    "StoreSettings",
    "Trust",
    "load",
    "name_problem",
    "pattern_problem",
]
