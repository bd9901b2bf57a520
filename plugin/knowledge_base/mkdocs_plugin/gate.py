"""`kb check` within a build: the same findings, without rendering a page twice.

What can stop a build is asked before MkDocs empties the old site. Rules that look at pages as they are rendered can
only warn, unless the settings say otherwise, and wait until the build has rendered them.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Set
from functools import cached_property

from mkdocs.exceptions import PluginError
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import Files

from ..app import Knowledge
from ..checks import Checking, Document, sort_key
from ..checks.checking import ABOUT_COMMENTS
from ..checks.reporters.text import report
from ..gate import checked_project
from ..model import Rule, Severity
from ..pages import Site
from .anchors import PageAnchors, anchors_in

log = get_plugin_logger("knowledge")

_LEVELS = {Severity.ERROR: logging.ERROR, Severity.WARNING: logging.WARNING, Severity.INFO: logging.INFO}
_RENDERED = (Rule.DEAD_ANCHOR, *ABOUT_COMMENTS)
"""The rules that wait. What suppresses a finding is judged when all the others have looked."""


class BuildGate:
    """The gate of one build. Errors stop it, all of them at once; the rest is logged, so that `--strict` counts it."""

    def __init__(self, knowledge: Knowledge, site: Site, anchors: PageAnchors, already: Set[str] = frozenset()) -> None:
        """`already`: what another build of the same `mkdocs serve` told; it is counted and not told again."""
        self._already = already
        self.told: set[str] = set()
        """What there was to tell in this one."""
        self._settings = knowledge.settings
        self._site = site
        self._knowledge = knowledge
        self.anchors: dict[str, frozenset[str]] = {}
        """Those of pages of ours that have been made, by source."""
        self._files = Files([])
        self._render = anchors
        if self._settings is not None:
            self._project = checked_project(knowledge, self._anchors_of, site=site)
            self._checking = Checking(self._project, self._settings.checks)
            waits = not self._checking.may_be_error(_RENDERED)
            self._waiting = _RENDERED if waits else ()

    def before(self) -> None:
        """Look at everything that can stop the build. Raises `PluginError`."""
        if self._settings is not None:
            self._look([rule for rule in Rule if rule not in self._waiting])

    def rendered(self, source: str, html: str) -> None:
        """Take the anchors of a page of ours, if something links to them."""
        if self._settings is not None and source in self._wanted:
            self.anchors[source] = anchors_in(html)

    def after(self, files: Files) -> None:
        """Look at what the pages hold that have been rendered."""
        if self._settings is not None and self._waiting:
            self._files = files
            self._look(self._waiting)
        if again := len(self.told & self._already):
            log.info("findings as before: %d", again)

    @cached_property
    def _wanted(self) -> frozenset[str]:
        """The pages of entries that links with an anchor lead to."""
        if not self._waiting:
            return frozenset()
        return frozenset(self._source(target) for _, _, target in self._project.anchored() if target.is_entry)

    def _source(self, document: Document) -> str:
        if document.is_entry:
            return self._site.source_of(document.folder.id, document.entry.path)
        return document.entry.path

    def _anchors_of(self, document: Document) -> frozenset[str]:
        """Those of the page that was built, or of one rendered for this alone."""
        source = self._source(document)
        if document.is_entry:
            built = self.anchors.get(source)
        else:
            file = self._files.src_uris.get(source)
            built = anchors_in(file.page.content) if file and file.page and file.page.content else None
        return self._render(document) if built is None else built

    def _look(self, rules: Collection[Rule]) -> None:
        found = self._checking.look(rules)
        if set(ABOUT_COMMENTS) <= set(rules):
            found += self._checking.look_at_comments(tuple(Rule))
        findings = sorted((finding for finding, _ in found), key=sort_key)
        told = {finding.rule for finding in self._project.reported}
        for finding in findings:
            # What somebody else's entries say cannot be mended here, so it never fails a strict build; what had to be
            # left out of them does.
            is_theirs = finding.place.path.startswith(self._foreign) and finding.rule not in told
            lowered = is_theirs and finding.severity is Severity.WARNING
            text = report([finding]).rstrip()
            self.told.add(text)
            if text not in self._already or finding.severity is Severity.ERROR:
                log.log(logging.INFO if lowered else _LEVELS[finding.severity], text)
        errors = sum(finding.severity is Severity.ERROR for finding in findings)
        if errors:
            raise PluginError(f"`kb check` finds errors in the knowledge base: {errors}")

    @cached_property
    def _foreign(self) -> tuple[str, ...]:
        """How the places in stores of others start."""
        if self._settings is None:
            return ()
        labels = {named.id: getattr(named.store, "label", "") or str(named.id) for named in self._knowledge.stores}
        return tuple(
            f"{labels[store.id]}/" for store in self._settings.stores if store.is_foreign and store.id in labels
        )
