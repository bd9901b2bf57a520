"""Synced pages and entries in a built site: links, banner, panel, canonical address, templates of the site."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from .conftest import Project, files_of, web_settings
from .link_forms import FILES, FORMS, LINKS, SETTINGS
from .repository import Repository
from .site_links import dead_links

GOLDEN = Path(__file__).with_name("golden") / "links.txt"


@pytest.fixture
def forms(root: Path) -> Repository:
    repository = Repository.make(root / "web.git")
    repository.commit(FILES, links=LINKS)
    return repository


def built(project: Project, repository: Repository, trust: str = "untrusted") -> str:
    """The log of a build."""
    project.site().settings(SETTINGS.format(url=repository.file_url, trust=trust))
    for run in (project.kb("sync"), done := project.build()):
        assert run.returncode == 0, run.stderr
    return done.stderr


def page(project: Project, path: str) -> str:
    return (project.folder / "site" / path / "index.html").read_text("utf-8")


def after(project: Project) -> list[str]:
    """What became of each form, in order."""
    text = page(project, "guides/web/guide/page")
    body = text[text.index('<div class="kb-document">') : text.index("</article>")]
    if "<!-- 0 -->" in body:
        parts = re.split(r"<!-- \d+ -->", body)[1:]
    else:  # comments are cleaned away: every form is a block of its own
        parts = re.findall(r"(?s)(?<=\n)<(?:p|pre|picture|div)\b.*?</(?:p|pre|picture|div)>", body)
    return [part.replace("</div>", "").strip() for part in parts]


def test_each_form_of_a_link_becomes_what_the_table_says(project: Project, forms: Repository) -> None:
    built(project, forms, "trusted")

    found = after(project)

    assert len(found) == len(FORMS) >= 30
    table = "".join(f"{form}\n    {html.replace(chr(10), ' ')}\n\n" for form, html in zip(FORMS, found, strict=True))
    table = table.replace(forms.tip() or "", "COMMIT")
    if os.environ.get("UPDATE_GOLDEN"):
        GOLDEN.parent.mkdir(exist_ok=True)
        GOLDEN.write_text(table, "utf-8")
    assert table == GOLDEN.read_text("utf-8")


def test_links_of_an_untrusted_source_lead_to_the_same_places(project: Project, forms: Repository) -> None:
    targets = []
    for trust in ("trusted", "untrusted"):
        built(project, forms, trust)
        text = page(project, "guides/web/guide/page")
        body = text[text.index('<div class="kb-document">') : text.index("</article>")]
        targets.append(re.findall(r'(?:href|src)="?([^" >]+)', body))

    assert [target for target in targets[0] if target != "javascript:alert(1)"] == targets[1]
    assert len(targets[1]) > 45


def test_no_link_or_image_of_the_site_is_dead(project: Project, forms: Repository) -> None:
    log = built(project, forms)

    assert dead_links(project.folder / "site", "https://docs.example.org") == []
    assert 'KB009 "gone.md" leads to nothing' in log
    assert 'KB009 "../img/unsafe.svg" leads to nothing' in log
    assert 'KB009 "../img/pointer.png" leads to nothing' in log


def test_the_link_check_would_see_a_dead_link_image_and_anchor(project: Project, forms: Repository) -> None:
    built(project, forms)
    site = project.folder / "site"
    file = site / "index.html"
    file.write_text(
        file.read_text("utf-8").replace(
            "</body>", '<a href="gone/">x</a><img src="gone.png"><a href="#gone">x</a></body>'
        )
    )

    assert dead_links(site, "https://docs.example.org") == [
        ("index.html", "gone/"),
        ("index.html", "gone.png"),
        ("index.html", "#gone"),
    ]


def test_images_come_along_and_only_those_that_are_shown(project: Project, forms: Repository) -> None:
    built(project, forms)

    images = files_of(project.folder / "site" / "knowledge" / "sources" / "web")

    assert sorted(re.sub(r"-[0-9a-f]{12}", "", name) for name in images) == [
        "drawing.svg",
        "plain.png",
        "two-words.png",
    ]


def test_a_page_opens_with_its_banner(project: Project, forms: Repository) -> None:
    built(project, forms)
    commit = forms.tip() or ""

    text = page(project, "guides/web/docs")
    article = text[text.index("<article") :]

    assert article.index("kb-banner") < article.index("<h1")
    assert (
        f'<a href="https://forge.example.org/{commit}/docs/index.md"><code>docs/index.md</code> at {commit[:12]}</a>'
        in article
    )
    assert "<code>main</code>" in article
    assert '<a href="https://forge.example.org/edit/main/docs/index.md">Edit it</a>' in article
    assert '<a href="https://web.example.org/">web.example.org</a>' in article
    assert '<link rel="canonical" href="https://web.example.org/">' in text
    assert '<link rel="canonical" href="https://docs.example.org/guides/web/guide/setup/">' in page(
        project, "guides/web/guide/setup"
    )
    pages = [path.read_text("utf-8") for path in (project.folder / "site").rglob("*.html")]
    assert not any(str(forms.folder) in text for text in pages)


def test_an_entry_shows_where_it_came_from(project: Project, forms: Repository) -> None:
    built(project, forms)
    commit = forms.tip() or ""

    text = page(project, "knowledge/repo/web/gotchas/timeouts")
    panel = text[text.index("kb-panel") : text.index("</aside>", text.index("kb-panel"))]

    assert f'<a href="https://forge.example.org/{commit}/kb/gotchas/timeouts.md">' in panel
    assert '<a href="https://forge.example.org/edit/main/kb/gotchas/timeouts.md">Edit the canonical source</a>' in panel
    assert "web.git" not in panel


def test_a_site_can_replace_the_banner(project: Project, forms: Repository) -> None:
    project.site(
        **{
            "mkdocs.yml": "site_name: Test\ntheme: {name: material, font: false, custom_dir: overrides}\n"
            "plugins: [knowledge]\n",
            "overrides/knowledge/banner.html": "<p>From {{ origin.repository }} at {{ origin.commit }}</p>\n",
        }
    )
    project.settings(SETTINGS.format(url=forms.file_url, trust="untrusted"))
    project.kb("sync")

    done = project.build()

    assert done.returncode == 0, done.stderr
    assert f"<p>From web at {forms.tip()}</p>" in page(project, "guides/web/guide/setup")


def test_documents_are_data(project: Project, forms: Repository) -> None:
    """Macros, snippets, templates, metadata and hooks of a document do nothing, whatever the site has switched on."""
    forms.commit(
        {
            "docs/guide/data.md": "---\ntemplate: evil.html\nhide: [toc]\n---\n# Data\n\n"
            "{{ config.site_name }} {% raw %}\n\n"
            '--8<-- "index.md"\n\n{!index.md!}\n\nNote: kept\n',
            "mkdocs.yml": "hooks: [evil.py]\n",
            "evil.py": "raise SystemExit\n",
        }
    )
    project.site(
        **{
            "mkdocs.yml": "site_name: Test\ntheme: {name: material, font: false}\nplugins: [search, knowledge]\n"
            "markdown_extensions: [meta, {pymdownx.snippets: {base_path: docs}}]\n"
        }
    )
    project.settings(SETTINGS.format(url=forms.file_url, trust="trusted"))
    project.kb("sync")

    done = project.build()

    assert done.returncode == 0, done.stderr
    text = page(project, "guides/web/guide/data")
    for kept in ("{{ config.site_name }} {% raw %}", '--8&lt;-- "index.md"', "{!index.md!}", "Note: kept"):
        assert kept in text or kept.replace("&lt;", "<") in text


RAW = '<iframe src="https://example.org/"></iframe>\n\n<div onclick="x()" class="kb-x">text</div>\n'


@pytest.mark.parametrize("trust", ["trusted", "untrusted"])
def test_raw_html_is_published_only_where_the_source_is_trusted(
    trust: str, project: Project, forms: Repository
) -> None:
    forms.commit({"docs/guide/raw.md": f"# Raw\n\n{RAW}", "kb/gotchas/raw.md": f"# Raw\n\n{RAW}"})
    built(project, forms, trust)

    for path in ("guides/web/guide/raw", "knowledge/repo/web/gotchas/raw"):
        text = page(project, path)
        assert ('<iframe src="https://example.org/">' in text) == (trust == "trusted")
        assert ('<div onclick="x()" class="kb-x">' in text) == (trust == "trusted")
        assert "text</div>" in text


def test_two_documents_for_one_page_are_refused(project: Project, forms: Repository) -> None:
    project.site().settings(
        SETTINGS.format(url=forms.file_url, trust="untrusted")
        + "  - {source: web, from: docs/index.md, to: guides/web/guide/page.md}\n"
    )
    project.kb("sync")

    refused = project.build()

    assert refused.returncode == 1
    assert (
        "web:docs/index.md and web:docs/guide/page.md would both be the page guides/web/guide/page.md" in refused.stderr
    )


def test_a_document_never_replaces_a_page_of_the_docs(project: Project, forms: Repository) -> None:
    project.site(**{"docs/guides/web/docs.md": "# Ours\n"}).settings(
        SETTINGS.format(url=forms.file_url, trust="untrusted")
    )
    project.kb("sync")

    refused = project.build()

    assert refused.returncode == 1
    assert "guides/web/docs.md" in refused.stderr


def test_pages_without_a_document_and_stores_without_entries_are_refused_by_name(
    project: Project, web: Repository
) -> None:
    project.settings(
        web_settings(
            web.file_url,
            top="  - {tier: repo, name: docs, source: web, path: dosc}\n"
            "  - {tier: repo, name: empty, source: web, path: src}\n"
            'pages:\n  - {source: web, from: "x/*.md", to: x/}\n',
        )
    )

    refused = project.kb("sync")

    assert refused.returncode == 2
    assert "there is no folder dosc in source" in refused.stderr
    assert 'did you mean "docs"?' in refused.stderr
    assert "it has no entries in source" in refused.stderr
    assert 'no document that "x/*.md" matches' in refused.stderr
    assert not project.lock.exists()
