"""Every form that a link in a document can have, and the repository in which they lead somewhere."""

from __future__ import annotations

PAGE = "docs/guide/page.md"

FORMS = [
    "[beside](setup.md)",
    "[dot](./setup.md)",
    "[anchor in it](setup.md#install)",
    "[query and anchor](setup.md?x=1#install)",
    "[up](../index.md)",
    "[up two](../../README.md)",
    "[not normalised](../guide/../guide/setup.md)",
    "[from the root](/docs/guide/setup.md)",
    "[with a title](setup.md 'The title')",
    "[in angle brackets](<with space.md>)",
    "[percent](with%20space.md)",
    "[a hash in the name](c%23d.md)",
    "[unicode](größe.md)",
    "[escaped](with\\_underscore.md)",
    "[entity](a&amp;b.md)",
    "[folder of a readme](../reference/)",
    "[folder without slash](../reference)",
    "[root](../..)",
    "[this folder](.)",
    "[entry](../../kb/gotchas/timeouts.md)",
    "[store](../../kb/)",
    "[category](../../kb/gotchas/)",
    "[code](../../src/code.py)",
    "[line of code](../../src/code.py#L3-L5)",
    "[folder of code](../../src/)",
    "[a document that is not synced](../internal/plan.md)",
    "[hidden](../../.github/workflows/ci.yml)",
    "[linked file](../linked.md)",
    "[anchor here](#forms)",
    "[reference][ref]",
    "[collapsed][]",
    "[collapsed]",
    "[reference to code][code]",
    "![image](../img/plain.png)",
    "![image with a title](../img/plain.png 'Title')",
    "![image with a space](<../img/two words.png>)",
    "![image by reference][pic]",
    "![drawing](../img/drawing.svg)",
    "[![badge](https://ci.example.org/badge.svg)](https://ci.example.org/)",
    "[![image as a link](../img/plain.png)](setup.md)",
    "[to an image](../img/plain.png)",
    '<a href="setup.md">HTML</a>',
    "<a href=setup.md>HTML without quotes</a>",
    "<A HREF='../../src/code.py'>HTML in capitals</A>",
    '<img src="../img/plain.png" alt="HTML image" width="10">',
    '<p align="center"><img src="../img/plain.png"></p>',
    '<picture><source srcset="../img/plain.png"><img src="../img/plain.png"></picture>',
    "[absolute](https://example.org/x.md)",
    "[protocol relative](//example.org/x.md)",
    "<https://example.org/auto>",
    "[mail](mailto:a@example.org)",
    "[gone](gone.md)",
    "[climbs out](../../../../etc/passwd)",
    "![gone image](../img/gone.png)",
    "![unsafe drawing](../img/unsafe.svg)",
    "![pointer](../img/pointer.png)",
    "![code as image](../../src/code.py)",
    "[script](javascript:alert(1))",
    "[empty]()",
    "`[in code](setup.md)`",
    "```\n[in a fence](setup.md) ![x](../img/plain.png)\n```",
    "    [in indented code](setup.md)",
    "\\[not a link\\](setup.md)",
    "text \\![escaped image](setup.md)",
]

DEFINITIONS = """
[ref]: setup.md#install "Title"
[collapsed]: with%20space.md
[code]: ../../src/code.py
[pic]: ../img/plain.png
"""

LFS = "version https://git-lfs.github.com/spec/v1\noid sha256:" + "0" * 64 + "\nsize 12345\n"

FILES: dict[str | bytes, str | bytes | None] = {
    "README.md": "# Web\n\n[docs](docs/index.md) ![logo](docs/img/plain.png)\n",
    "docs/index.md": "# Docs\n\n[page](guide/page.md) [code](../src)\n",
    "docs/guide/page.md": "# Forms\n\n"
    + "\n\n".join(f"<!-- {i} -->\n\n{form}" for i, form in enumerate(FORMS))
    + "\n"
    + DEFINITIONS,
    "docs/guide/setup.md": "# Setup\n\n## Install\n\n[back](page.md#forms)\n",
    "docs/guide/with space.md": "# Space\n",
    "docs/guide/c#d.md": "# C#D\n",
    "docs/guide/größe.md": "# Größe\n",
    "docs/guide/with_underscore.md": "# Underscore\n",
    "docs/guide/a&b.md": "# A&B\n",
    "docs/reference/README.md": "# Reference\n",
    "docs/internal/plan.md": "# Plan\n",
    "docs/img/plain.png": b"\x89PNG\r\n\x1a\nplain",
    "docs/img/two words.png": b"\x89PNG\r\n\x1a\nwords",
    "docs/img/drawing.svg": '<svg xmlns="http://www.w3.org/2000/svg"><rect width="1" height="1"/></svg>',
    "docs/img/unsafe.svg": '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    "docs/img/pointer.png": LFS,
    "docs/img/unused.png": b"\x89PNG\r\n\x1a\nunused",
    "kb/gotchas/timeouts.md": "# Timeouts\n\n[setup](../../docs/guide/setup.md) [code](../../src/code.py)\n"
    "![i](../../docs/img/plain.png)\n",
    "kb/conventions/errors.md": "# Errors\n\n[timeouts](../gotchas/timeouts.md)\n",
    "kb/gotchas/README.md": "What goes wrong. [one](timeouts.md)\n",
    "src/code.py": "1\n",
    ".github/workflows/ci.yml": "on: push\n",
}
LINKS = {"docs/linked.md": "guide/setup.md"}

SETTINGS = """\
sources:
  web:
    git: {url}
    trust: {trust}
    view_url: https://forge.example.org/{{commit}}/{{path}}
    edit_url: https://forge.example.org/edit/{{ref}}/{{path}}
stores:
  - {{tier: repo, name: web, source: web, path: kb}}
pages:
  - {{source: web, from: "docs/guide/*.md", to: guides/web/guide/}}
  - {{source: web, from: "docs/reference/*.md", to: guides/web/reference/}}
  - {{source: web, from: docs/index.md, to: guides/web/docs.md, canonical_url: "https://web.example.org/{{page}}"}}
  - {{source: web, from: README.md, to: guides/web/}}
"""
