"""The anchors of a page as MkDocs publishes it: rendered with the extensions of `mkdocs.yml`."""

from __future__ import annotations

import re
from pathlib import Path

from markdown import Markdown
from mkdocs.config.base import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import MkDocsException
from mkdocs.utils.meta import get_data

from ..checks import Document
from ..errors import SettingsError
from .markdown import BodyRenderer

_ANCHOR = re.compile(
    r"""<(?:[a-z][\w-]*\s[^>]*?\bid|a\s[^>]*?\bname)\s*=\s*(?:"([^"]+)"|'([^']+)'|([^\s"'>]+))""", re.I
)


def anchors_in(html: str) -> frozenset[str]:
    """The anchors of a piece of HTML."""
    return frozenset(a or b or c for a, b, c in _ANCHOR.findall(html))


class PageAnchors:
    """Renders one page after the other, each only when its anchors are asked for.

    `entries` is what a build renders with: it keeps what it converts here for the page of the entry, made later.
    """

    def __init__(self, project: Path, config: MkDocsConfig | None = None, entries: BodyRenderer | None = None) -> None:
        self._project = project
        self._config = config
        self._docs: Markdown | None = None
        self._entries = entries
        self._in_build = entries is not None

    def __call__(self, document: Document) -> frozenset[str]:
        """The anchors of an entry or of a page of the docs."""
        if document.is_entry:
            html = str(
                self._entry_renderer().convert(document.entry.body, again=self._in_build).html(lambda url, image: None)
            )
        else:
            markdown = self._docs_renderer()
            markdown.reset()
            html = str(markdown.convert(get_data(document.text.removeprefix("\ufeff"))[0]))
        return anchors_in(html)

    def _entry_renderer(self) -> BodyRenderer:
        if self._entries is None:
            self._entries = BodyRenderer(self._loaded())
        return self._entries

    def _docs_renderer(self) -> Markdown:
        if self._docs is None:
            config = self._loaded()
            self._docs = Markdown(extensions=config.markdown_extensions, extension_configs=config.mdx_configs)
        return self._docs

    def _loaded(self) -> MkDocsConfig:
        if self._config is None:
            file = self._project / "mkdocs.yml"
            self._config = _load(file) if file.is_file() else _default(self._project)
        return self._config


def _load(file: Path) -> MkDocsConfig:
    try:
        return load_config(str(file))
    except MkDocsException as error:
        reason = " ".join(str(error).split())
        raise SettingsError(f"{file.as_posix()}:1:1", f"MkDocs refuses it: {reason}", "mend it") from None


def _default(project: Path) -> MkDocsConfig:
    """What MkDocs does where nothing is set; a folder that is there, because it looks no further without one."""
    config = MkDocsConfig()
    config.load_dict({"site_name": "knowledge", "docs_dir": str(project)})
    config.validate()
    return config
