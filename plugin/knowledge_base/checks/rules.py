"""Every rule in words: one table, from which reporters and the pages about the rules are made."""

from __future__ import annotations

import string
from collections.abc import Mapping
from dataclasses import dataclass

from ..model import Finding, Rule
from ..text.visible import visible


@dataclass(frozen=True, slots=True)
class Words:
    """A rule's name, and what to say about a finding of it.

    `sentence` and `fix` hold templates over the facts of a finding, the most telling first: the first one whose facts
    are all there is used, so the last one needs none.
    """

    name: str
    sentence: tuple[str, ...]
    fix: tuple[str, ...]


RULES: Mapping[Rule, Words] = {
    Rule.NOT_UTF8: Words(
        "not-utf8",
        ("not UTF-8, so left out: {byte} cannot be read", "not UTF-8, so left out"),
        ("save the file as UTF-8 and give it a name in UTF-8",),
    ),
    Rule.BINARY: Words(
        "binary",
        ("binary, so left out: it holds the byte {byte}", "binary, so left out"),
        ("keep only text in the store, or exclude the file in the settings",),
    ),
    Rule.UNREADABLE: Words(
        "unreadable",
        ("cannot be read, so left out: {reason}", "cannot be read, so left out"),
        ("check that it exists and that you may read it",),
    ),
    Rule.LINKED_FOLDER: Words(
        "linked-folder",
        ("a link to a folder, which is not followed",),
        ("make it a real folder, or declare the folder it leads to as a store of its own",),
    ),
    Rule.LINK_OUTSIDE: Words(
        "link-outside",
        ("a link that does not lead to a readable file of the same store, so left out",),
        ("put the file itself here, or let the link lead to a file inside the store that is not hidden",),
    ),
    Rule.FRONTMATTER_IGNORED: Words(
        "frontmatter-ignored",
        (
            "the frontmatter is not used, so the entry has no tags: {reason}",
            "the frontmatter is not used, so the entry has no tags",
        ),
        ("mend the YAML between the two --- lines",),
    ),
    Rule.UNKNOWN_CATEGORY: Words(
        "unknown-category",
        (
            'the folder "{folder}" of store {store} is no category; its entries are searched under that name',
            "the folder is no category; its entries are searched under its name",
        ),
        (
            'rename it to "{near}", or declare it under `categories:` in the settings',
            "move its entries to a category, or declare it under `categories:` in the settings",
        ),
    ),
    Rule.IGNORE_DIALECT: Words(
        "ignore-dialect",
        (
            'the pattern "{text}" means something else to gitignore, which is how this file is read',
            "the pattern means something else to gitignore, which is how this file is read",
        ),
        ("write the line as git would need it",),
    ),
    Rule.DEAD_LINK: Words(
        "dead-link",
        (
            'the link to "{target}" leads nowhere; the page shows it as text',
            "a link leads nowhere; the page shows it as text",
        ),
        ("correct the link or remove it",),
    ),
    Rule.ADDRESS_COLLISION: Words(
        "address-collision",
        (
            '"{name}" would share the page address of another one, so its page is {address}',
            "would get the page address of another page, so a number was added",
        ),
        ("rename one of the two",),
    ),
    Rule.LFS_POINTER: Words(
        "lfs-pointer",
        ("a pointer of Git LFS instead of the file, so left out",),
        ("keep the file in git itself, or exclude it",),
    ),
    Rule.LINK_OUT_OF_SOURCE: Words(
        "link-out-of-source",
        ("a link that leads out of the source, to a hidden file or nowhere, so left out",),
        ("put the file itself there, or let the link lead to a file of the same repository",),
    ),
    Rule.PATH_COLLISION: Words(
        "path-collision",
        ("differs from another path only in case or in Unicode normalisation, so both are left out",),
        ("rename one of the two in the source",),
    ),
    Rule.SUBMODULE: Words(
        "submodule",
        ("a submodule, which is never fetched",),
        ("declare the repository it names as a source of its own",),
    ),
    Rule.SOURCE_LEFT_OUT: Words(
        "source-left-out",
        (
            "source {source} is left out, which `optional: true` allows: {reason}",
            "an optional source is left out",
        ),
        ("{action}", "run `kb sync`"),
    ),
    Rule.IMAGE_LEFT_OUT: Words(
        "image-left-out",
        (
            'the image "{target}" is left out: it could run scripts, or is a pointer of Git LFS',
            "an image is left out",
        ),
        ("give the image as PNG, JPEG, WebP or an SVG without scripts and links, in the repository itself",),
    ),
}


def words_for(finding: Finding) -> tuple[str, str]:
    """The sentence and the fix of a finding, with its facts made safe to print."""
    words = RULES[finding.rule]
    facts = {name: visible(value) for name, value in finding.facts.items()}
    return _fill(words.sentence, facts), _fill(words.fix, facts)


def _fill(templates: tuple[str, ...], facts: Mapping[str, str]) -> str:
    return next(template.format_map(facts) for template in templates if fields(template) <= facts.keys())


def fields(template: str) -> set[str]:
    """The names of the facts that a template needs."""
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}
