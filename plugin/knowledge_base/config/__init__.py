"""Settings as typed values. Knows no MkDocs."""

from .checks import CheckSettings, Limits
from .names import name_problem
from .patterns import pattern_problem
from .search import SearchSettings
from .settings import FILE_NAME, Settings, StoreSettings, load
from .sources import PageSettings, SourceLimits, SourceSettings, Trust

__all__ = [
    "FILE_NAME",
    "CheckSettings",
    "Limits",
    "PageSettings",
    "SearchSettings",
    "Settings",
    "SourceLimits",
    "SourceSettings",
    "StoreSettings",
    "Trust",
    "load",
    "name_problem",
    "pattern_problem",
]
