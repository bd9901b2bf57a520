"""Sources: which commits they are pinned to, and how their files come here. `docs/guide/sync.md` explains it."""

from .cache import Cache
from .lock import FILE_NAME as LOCK_NAME
from .lock import Pin, read_lock
from .run import Progress, Sources, fetch_pinned
from .source import Source
from .update import Change, Synchronised, check, synchronise

__all__ = [
    "LOCK_NAME",
    "Cache",
    "Change",
    "Pin",
    "Progress",
    "Source",
    "Sources",
    "Synchronised",
    "check",
    "fetch_pinned",
    "read_lock",
    "synchronise",
]
