"""The texts of the files that `kb init --site` makes: the least that makes a site."""

SETTINGS = """\
# The stores of this knowledge base. Their order breaks ties in a search.
stores:
  - {tier: project, name: knowledge, path: knowledge}
"""

MKDOCS = """\
site_name: Our knowledge
theme:
  name: material
  font: false # nothing is loaded from another host
plugins:
  - search
  - knowledge
"""

HOME = """\
# Home

Welcome. What we know is kept as Markdown files in the folder `knowledge/`, one entry a file.

Open **Knowledge** in the navigation to browse it, or press `/` to search.
"""

EXAMPLE_NAME = "example.md"

EXAMPLE = """\
---
tags: [example, start]
---

# How an entry looks

An entry is a Markdown file in the folder of its category. The `README.md` beside it says what belongs there.

- The first heading is its title.
- `tags` in the frontmatter are the words that people will look for: a term that equals a tag weighs as much as
  128 mentions in the text.
- Everything else is plain Markdown, with links to other entries as relative paths.

Try `kb search example`, then replace this file with what you know.
"""
