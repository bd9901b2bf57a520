"""Findings put into words. A finding holds facts; what a person reads about it is written here, once."""

from .rules import RULES, Words, words_for

__all__ = ["RULES", "Words", "words_for"]
