"""Where the usual forges show and edit the files of a repository, as templates over `{web}`, `{ref}`, `{commit}`, …"""

from __future__ import annotations

import re
import string
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote, urlsplit


@dataclass(frozen=True, slots=True)
class Forge:
    """`view` shows a file at a commit, `folder` a folder; `edit` opens the editor on a branch."""

    view: str
    folder: str
    edit: str


FORGES: Mapping[str, Forge] = {
    "github": Forge("{web}/blob/{commit}/{path}", "{web}/tree/{commit}/{path}", "{web}/edit/{ref}/{path}"),
    "gitlab": Forge("{web}/-/blob/{commit}/{path}", "{web}/-/tree/{commit}/{path}", "{web}/-/edit/{ref}/{path}"),
    "bitbucket": Forge("{web}/src/{commit}/{path}", "{web}/src/{commit}/{path}", "{web}/src/{ref}/{path}?mode=edit"),
    "gitea": Forge("{web}/src/commit/{commit}/{path}", "{web}/src/commit/{commit}/{path}", "{web}/_edit/{ref}/{path}"),
}

_HOSTS = (
    ("github", re.compile(r"github\.com|github\..+")),
    ("gitlab", re.compile(r"gitlab\.com|(?:.+\.)?gitlab\..+")),
    ("bitbucket", re.compile(r"bitbucket\.org")),
    ("gitea", re.compile(r"codeberg\.org|gitea\.com|(?:.+\.)?(?:gitea|forgejo)\..+")),
)

FIELDS = ("path", "page", "ref", "commit")
"""What a template of the settings may name."""


def forge_of(host: str) -> str | None:
    """The forge that a host is known to run, by its name."""
    return next((name for name, pattern in _HOSTS if pattern.fullmatch(host.lower())), None)


def template_problem(template: str) -> str | None:
    """Why a template of the settings cannot be used, or None."""
    try:
        named = [
            (name, conversion, spec)
            for _, name, spec, conversion in string.Formatter().parse(template)
            if name is not None
        ]
    except ValueError:
        return "has a brace without its pair"
    for name, conversion, spec in named:
        if name not in FIELDS or conversion or spec:
            return f'names "{{{name}}}", which is not among {", ".join(f"{{{field}}}" for field in FIELDS)}'
    try:
        parts = urlsplit(template)
    except ValueError:
        return "is no URL"
    if parts.scheme not in ("https", "http") or not parts.hostname or "{" in parts.netloc or "@" in parts.netloc:
        return "is no URL that starts with https:// and a host"
    return None


def fill(template: str, **values: str) -> str:
    """A template with its values, each quoted for a URL; `web` is one already."""
    if not values.get("page"):
        template = template.replace("{page}/", "")
    return template.format(**{name: value if name == "web" else quote(value) for name, value in values.items()})
