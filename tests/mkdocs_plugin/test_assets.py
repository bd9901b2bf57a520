"""What a site publishes of our scripts and styles."""

from __future__ import annotations

import gzip

from knowledge_base.config import SearchSettings
from knowledge_base.mkdocs_plugin import assets
from knowledge_base.pages import Strings

PUBLISHED = assets.contents(Strings.of("en"), SearchSettings(), collapse_copies=True)


def sizes(*names: str) -> int:
    return sum(len(gzip.compress(PUBLISHED[name].encode(), 9)) for name in names)


def test_what_is_published_stays_within_its_budgets() -> None:
    assert sizes(*assets.FIRST) <= 20_000
    assert sizes(*PUBLISHED) <= 30_000
