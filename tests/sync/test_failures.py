"""Every way in which a fetch can fail: a named error, the right exit code, and nothing lost."""

from __future__ import annotations

import os
import random
import resource
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import knowledge_base
from knowledge_base.errors import KnowledgeError
from knowledge_base.git import process

from .conftest import KB, Project, files_of, web_settings
from .git_server import Server
from .repository import Repository


@pytest.fixture
def synced(project: Project, web: Repository, server: Server) -> Project:
    """A project with a cache, a lock and a site, whose source has moved on."""
    project.site().settings(web_settings(f"{server.url}/web.git"))
    assert project.kb("sync").returncode == 0
    assert project.build("--quiet").returncode == 0
    web.commit({f"kb/gotchas/{i}.md": f"# Entry {i}\n\n{random.Random(i).randbytes(200).hex()}\n" for i in range(20)})
    server.reset()
    return project


def assert_untouched(project: Project, before: dict[str, bytes], site: dict[str, bytes]) -> None:
    assert project.lock.read_bytes() == before["knowledge.lock"]
    assert files_of(project.folder / "site") == site
    assert project.kb("sync", "--offline").returncode == 0, "the old cache is intact"


def mended(project: Project, web: Repository) -> None:
    """The next run is as if nothing had happened."""
    done = project.kb("sync", "--update")
    assert done.returncode == 0, done.stderr
    assert (web.tip() or "?") in project.lock.read_text()
    assert len(project.json("list")["entries"]) == 22


def fails(project: Project, code: int, *words: str, seconds: float = 60, **environment: str) -> str:
    before, site = files_of(project.folder), files_of(project.folder / "site")
    started = time.monotonic()
    done = project.kb("sync", "--update", **environment)
    assert time.monotonic() - started < seconds
    assert done.returncode == code, done.stderr
    for word in words:
        assert word in done.stderr
    assert "Traceback" not in done.stderr
    assert_untouched(project, before, site)
    return done.stderr


def test_a_host_that_is_not_there(synced: Project, web: Repository, server: Server) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/web.git"
    synced.settings(web_settings(url))
    before = synced.lock.read_bytes()

    refused = synced.kb("sync")

    assert refused.returncode == 3
    assert f'source "web": {url.split("/")[2]} cannot be reached' in refused.stderr
    assert synced.lock.read_bytes() == before
    synced.settings(web_settings(f"{server.url}/web.git"))
    mended(synced, web)


def test_a_host_without_a_name(synced: Project) -> None:
    synced.settings(web_settings("http://nowhere.invalid/web.git"))

    refused = synced.kb("sync")

    assert refused.returncode == 3
    assert "nowhere.invalid cannot be reached" in refused.stderr


def test_a_host_that_never_answers(synced: Project, web: Repository, server: Server) -> None:
    """Ten seconds without a first byte; measured here, so it takes as long."""
    server.silent = threading.Event()

    said = fails(synced, 3, f"no answer from {server.url[7:]} within 10 seconds", "credential helper")

    assert process.FIRST_BYTE_SECONDS == 10
    assert "git" not in said.split("\n")[0].replace("github", "")
    server.silent.set()
    server.reset()
    mended(synced, web)


@pytest.mark.parametrize(("answered", "code"), [(0, "source_silent"), (1, "source_slow")])
def test_silence_before_and_after_the_first_byte_of_a_fetch(
    answered: int, code: str, synced: Project, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With shorter times: a pinned commit is fetched without asking for refs first."""
    monkeypatch.setattr(process, "FIRST_BYTE_SECONDS", 3)
    synced.settings(web_settings(f"{server.url}/web.git", ", limits: {seconds: 8}"))
    synced.kb("cache", "clear")
    server.reset()
    server.silent, server.silent_from = threading.Event(), answered

    with pytest.raises(KnowledgeError) as failed:
        knowledge_base.open(synced.folder, online=True)

    assert failed.value.code == code


def test_a_host_that_takes_longer_than_its_limit(synced: Project, web: Repository, server: Server) -> None:
    server.silent = threading.Event()
    synced.settings(web_settings(f"{server.url}/web.git", ", limits: {seconds: 1}"))

    fails(synced, 3, "took longer than the 1 seconds of the limit", "limits: {seconds: …}", seconds=30)

    server.silent.set()
    server.reset()
    synced.settings(web_settings(f"{server.url}/web.git"))
    mended(synced, web)


@pytest.mark.parametrize(
    ("status", "words"),
    [(401, "does not let us in"), (403, "does not let us in"), (404, "has no such repository"), (500, "broke off")],
)
def test_an_answer_that_is_no_repository(
    status: int, words: str, synced: Project, web: Repository, server: Server
) -> None:
    server.status = status

    fails(synced, 3, 'source "web"', server.url[7:], words)

    server.reset()
    mended(synced, web)


def test_a_password_that_nobody_gives(synced: Project, web: Repository, server: Server) -> None:
    server.user = ("reader", "secret")

    fails(synced, 3, "does not let us in", "credential helper", "GIT_ASKPASS")

    server.user = None
    mended(synced, web)


def test_a_ref_that_is_gone(synced: Project, web: Repository, server: Server) -> None:
    synced.settings(web_settings(f"{server.url}/web.git", ", ref: gone"))
    before = synced.lock.read_bytes()

    refused = synced.kb("sync")

    assert refused.returncode == 3
    assert 'has no branch or tag "gone"' in refused.stderr
    assert synced.lock.read_bytes() == before


def test_a_commit_that_the_server_does_not_give(project: Project, web: Repository, server: Server) -> None:
    """The lock names a commit that was rewritten away."""
    project.site().settings(web_settings(f"{server.url}/web.git"))
    project.kb("sync")
    project.build("--quiet")
    site = files_of(project.folder / "site")
    project.kb("cache", "clear")
    web.git("update-ref", "-d", "refs/heads/main")
    web.git("reflog", "expire", "--expire=now", "--all")
    web.git("gc", "--quiet", "--prune=now")
    web.commit({"kb/gotchas/new.md": "# New\n"})

    refused = project.kb("sync")
    build = project.build()

    assert refused.returncode == 3
    assert "does not give the commit that is asked for" in refused.stderr
    assert "kb sync --update" in refused.stderr
    assert build.returncode == 1
    assert "does not give the commit that is asked for" in build.stderr
    assert files_of(project.folder / "site") == site
    assert project.kb("sync", "--update").returncode == 0


def test_a_full_commit_that_is_not_there(project: Project, web: Repository, server: Server) -> None:
    project.settings(web_settings(f"{server.url}/web.git", f", ref: {'ab' * 20}"))

    refused = project.kb("sync")

    assert refused.returncode == 3
    assert "does not give" in refused.stderr


def test_a_disk_that_is_full_in_the_middle(synced: Project, web: Repository) -> None:
    before, site = files_of(synced.folder), files_of(synced.folder / "site")

    def small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1500, 1500))

    done = subprocess.run(
        [*KB, "sync", "--update"], cwd=synced.folder, capture_output=True, text=True, check=False, preexec_fn=small
    )

    assert done.returncode == 3, done.stderr
    assert "the disk took no more" in done.stderr
    assert "KB_CACHE_DIR" in done.stderr
    assert_untouched(synced, before, site)
    mended(synced, web)


def test_a_server_that_is_cut_at_every_stage(synced: Project, web: Repository, server: Server) -> None:
    """Refs, capabilities, commit and trees, blobs: the connection ends after that many bytes of answers."""
    start = synced.folder.with_name("start")
    shutil.copytree(synced.folder, start)

    def again() -> subprocess.CompletedProcess[str]:
        shutil.rmtree(synced.folder)
        shutil.copytree(start, synced.folder)
        server.sent = 0
        return synced.kb("sync", "--update")

    assert again().returncode == 0
    whole, expected = server.sent, synced.lock.read_bytes()
    # The last bytes are the end of the conversation: the files are here by then, and their hashes fit.
    stages = [*range(0, 700, 70), *range(700, whole - 200, whole // 8)]
    for stage in stages:
        server.cut_after = stage
        done = again()
        assert done.returncode == 3, f"cut after {stage} of {whole} bytes: {done.stdout}{done.stderr}"
        assert 'source "web"' in done.stderr
        assert "Traceback" not in done.stderr
        assert synced.lock.read_bytes() == (start / "knowledge.lock").read_bytes()
        assert synced.kb("sync", "--offline").returncode == 0
        server.cut_after = None
        mended(synced, web)
        assert synced.lock.read_bytes() == expected
    assert len(stages) > 15


def test_killed_at_random_points(synced: Project, web: Repository, tmp_path: Path) -> None:
    """Fifty times: whatever is left, the lock is valid, and a run gives what a run from nothing gives."""
    fresh = Project(tmp_path / "fresh")
    fresh.folder.mkdir()
    fresh.site().settings((synced.folder / "knowledge.yml").read_text())
    started = time.monotonic()
    assert fresh.kb("sync").returncode == 0
    whole = time.monotonic() - started
    old = synced.lock.read_bytes()
    choose = random.Random(4)
    killed = 0
    for _ in range(50):
        running = subprocess.Popen(
            [*KB, "sync", "--update"], cwd=synced.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            running.wait(whole * choose.uniform(0.3, 1.05))
        except subprocess.TimeoutExpired:
            running.send_signal(signal.SIGKILL)
            killed += 1
        running.wait()
        assert synced.lock.read_bytes() in (old, fresh.lock.read_bytes())
        if choose.random() < 0.3:
            synced.lock.write_bytes(old)
        if choose.random() < 0.3:
            synced.kb("cache", "clear")
    assert killed >= 25
    mended(synced, web)
    assert synced.lock.read_bytes() == fresh.lock.read_bytes()
    builds = [project.build("--quiet", SOURCE_DATE_EPOCH="1767268800") for project in (synced, fresh)]
    assert [build.returncode for build in builds] == [0, 0]
    assert files_of(synced.folder / "site") == files_of(fresh.folder / "site")


def test_two_processes_at_once(project: Project, web: Repository, server: Server) -> None:
    project.site().settings(web_settings(f"{server.url}/web.git"))
    project.kb("sync")
    web.commit({f"kb/gotchas/{i}.md": f"# Entry {i}\n" for i in range(20)})
    project.kb("cache", "clear")
    for arguments in ([*KB, "sync"], [*KB, "sync", "--update"], [sys.executable, "-m", "mkdocs", "build", "-q", "-d"]):
        running = [
            subprocess.Popen(
                arguments if "mkdocs" not in arguments else [*arguments, str(project.folder / f"site{i}")],
                cwd=project.folder,
                stderr=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                env={**os.environ, "SOURCE_DATE_EPOCH": "1767268800", "NO_MKDOCS_2_WARNING": "1"},
            )
            for i in range(3)
        ]
        ended = [(process.communicate()[1], process.returncode) for process in running]
        assert [code for _, code in ended] == [0, 0, 0], ended
    sites = [files_of(project.folder / f"site{i}") for i in range(3)]
    assert sites[0] == sites[1] == sites[2]
    assert len(sites[0]) > 20


def test_a_damaged_cache_is_mended(synced: Project, web: Repository) -> None:
    for pack in (synced.cache / "sources").rglob("*.pack"):
        pack.chmod(0o644)
        pack.write_bytes(pack.read_bytes()[:40])

    mended(synced, web)


def test_what_a_killed_fetch_leaves_behind_is_removed(synced: Project, web: Repository) -> None:
    repository = next(path for path in (synced.cache / "sources").iterdir() if path.is_dir())
    left = [
        repository / "shallow.lock",
        repository / "objects/pack/tmp_pack_x",
        repository / "objects/pack/pack-x.pack",
    ]
    for file in left:
        file.write_text("x")

    mended(synced, web)

    assert [file for file in left if file.exists()] == []


def test_all_failures_are_told_at_once(project: Project, web: Repository, server: Server) -> None:
    project.settings(
        f"sources:\n  a: {{git: '{server.url}/a.git'}}\n  b: {{git: '{server.url}/web.git', ref: gone}}\n"
        f"  c: {{git: '{server.url}/web.git'}}\n"
    )

    refused = project.kb("sync")

    assert refused.returncode == 3
    assert 'source "a"' in refused.stderr
    assert 'source "b"' in refused.stderr
    assert 'source "c"' not in refused.stderr
    assert refused.stderr.count("error: ") == 2


@pytest.fixture
def broken(project: Project, web: Repository, server: Server) -> Project:
    """An optional source that is not there, beside one that is."""
    project.site().settings(
        f"sources:\n  web: {{git: '{web.file_url}'}}\n  more: {{git: '{server.url}/more.git', optional: true}}\n"
        "stores:\n  - {tier: repo, name: web, source: web, path: kb}\n"
        "  - {tier: repo, name: more, source: more, path: kb}\npages:\n  - {source: more, from: '*.md', to: more/}\n"
    )
    return project


def test_an_optional_source_is_left_out_with_a_warning(broken: Project, server: Server) -> None:
    synced, listed = broken.kb("sync"), broken.kb("list")
    build, strict = broken.build(), broken.build("--strict", "-d", "strict")

    assert synced.returncode == 0
    assert "more  left out:" in synced.stdout
    assert listed.returncode == 0
    assert "KB103" in listed.stderr
    assert build.returncode == 0
    assert "KB103 source more is left out" in build.stderr
    assert "Source more is left out" in (broken.folder / "site/knowledge/index.html").read_text()
    assert strict.returncode == 1


def test_an_optional_source_comes_back_and_keeps_its_pin_when_it_goes(
    broken: Project, root: Path, server: Server
) -> None:
    broken.kb("sync")
    more = Repository.make(root / "more.git")
    more.commit({"kb/gotchas/more.md": "# More\n", "README.md": "# Read me\n"})
    back = broken.json("sync")
    server.status = 404
    gone = broken.kb("sync", "--update")

    assert [change["source"] for change in back["changes"]] == ["more"]
    assert gone.returncode == 0
    assert (more.tip() or "?") in broken.lock.read_text()
    assert "repo/more:gotchas/more.md" in broken.kb("list").stdout
