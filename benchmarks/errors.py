"""Why something was not measured."""

from __future__ import annotations


class NotMeasured(Exception):
    """A sentence for the person who runs the benchmark: what is missing, and how to get it."""
