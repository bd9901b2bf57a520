"""A canary: a password that git is given is nowhere afterwards, whether all went well or not."""

from __future__ import annotations

import base64
import json
import os
from pathlib import Path

import pytest

import knowledge_base
from knowledge_base.errors import KnowledgeError

from .conftest import Project, web_settings
from .git_server import Server
from .repository import Repository

CANARY = "canary-5f1d0c-token"
FORMS = [CANARY.encode(), base64.b64encode(CANARY.encode()), base64.b64encode(f"reader:{CANARY}".encode())]


def give_by_helper(home: Path) -> dict[str, str]:
    helper = home / "helper"
    helper.write_text(f'#!/bin/sh\ntest "$1" = get && printf "username=reader\\npassword={CANARY}\\n"\n')
    helper.chmod(0o755)
    (home / "gitconfig").write_text(f"[credential]\n\thelper = {helper}\n")
    return {}


def give_by_askpass(home: Path) -> dict[str, str]:
    program = home / "askpass"
    program.write_text(f'#!/bin/sh\ncase "$1" in User*) echo reader;; *) echo {CANARY};; esac\n')
    program.chmod(0o755)
    return {"GIT_ASKPASS": str(program)}


def give_by_header(home: Path) -> dict[str, str]:
    token = base64.b64encode(f"reader:{CANARY}".encode()).decode()
    return {
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": "http.extraHeader",
        "GIT_CONFIG_VALUE_0": f"Authorization: Basic {token}",
    }


WAYS = {"helper": give_by_helper, "askpass": give_by_askpass, "header": give_by_header}


@pytest.fixture(params=WAYS)
def secret(
    request: pytest.FixtureRequest, project: Project, web: Repository, server: Server, tmp_path: Path
) -> Project:
    server.user = ("reader", CANARY)
    project.environment = {
        **WAYS[request.param](tmp_path / "home"),
        "GIT_TRACE": "1",
        "GIT_TRACE_CURL": "1",
        "GIT_TRACE_REDACT": "0",
        "GIT_CURL_VERBOSE": "1",
        "GIT_TRACE_PACKET": "1",
    }
    return project.site().settings(web_settings(f"{server.url}/web.git"))


def assert_nowhere(project: Project, *said: str) -> None:
    texts = [text.encode() for text in said]
    texts += [path.read_bytes() for path in project.folder.rglob("*") if path.is_file()]
    assert len(texts) > 3
    for form in FORMS:
        assert not any(form in text for text in texts)


def test_when_all_goes_well(secret: Project) -> None:
    runs = [secret.kb("sync"), secret.kb("sync", "--update"), secret.kb("sources"), secret.build("--verbose")]

    assert [run.returncode for run in runs] == [0, 0, 0, 0]
    assert_nowhere(secret, *(run.stdout + run.stderr for run in runs))


@pytest.mark.parametrize("status", [400, 401, 403, 404, 500])
def test_when_the_server_repeats_it(status: int, secret: Project, server: Server) -> None:
    """The answer of an error holds the very header that was sent."""
    secret.kb("sync")
    server.status = status

    runs = [secret.kb("sync", "--update"), secret.kb("sync", "--update", "--format", "json")]

    assert [run.returncode for run in runs] == [3, 3]
    assert any(CANARY in said for said in server.repeated)
    assert_nowhere(secret, *(run.stdout + run.stderr for run in runs))


def test_when_the_connection_breaks(secret: Project, server: Server) -> None:
    said = []
    for stage in (0, 200, 600):
        server.sent = 0
        server.cut_after = stage
        run = secret.kb("sync")
        assert run.returncode == 3
        said.append(run.stderr)

    assert_nowhere(secret, *said)


def test_when_the_password_is_wrong(secret: Project, server: Server) -> None:
    server.user = ("reader", "another")

    run = secret.kb("sync")

    assert run.returncode == 3
    assert "does not let us in" in run.stderr
    assert_nowhere(secret, run.stderr)


def test_in_exceptions(
    project: Project, web: Repository, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in give_by_askpass(tmp_path / "home").items():
        monkeypatch.setenv(name, value)
    server.user = ("reader", "another")
    project.settings(web_settings(f"{server.url}/web.git"))
    pin = {"git": f"{server.url}/web.git", "ref": None, "branch": "main", "commit": web.tip(), "date": ""}
    project.lock.write_text(json.dumps({"format": 1, "sources": {"web": pin}}))

    with pytest.raises(KnowledgeError) as failed:
        knowledge_base.open(project.folder, online=True)

    told = [failed.value, failed.value.__cause__, failed.value.__context__]
    while told[-1] is not None:
        told.append(told[-1].__context__)
    text = "".join(f"{error!r}{error}{getattr(error, 'args', '')}{vars(error) if error else ''}" for error in told)
    assert failed.value.code == "source_denied"
    assert CANARY not in text


@pytest.mark.parametrize(
    "url",
    [
        f"https://reader:{CANARY}@example.org/web.git",
        f"https://{CANARY}@example.org/web.git",
        f"https://example.org/web.git?t={CANARY}",
        f"ssh://git:{CANARY}@example.org/web.git",
    ],
)
def test_a_url_with_a_password_is_refused_and_not_repeated(url: str, project: Project) -> None:
    project.settings(f"sources: {{web: {{git: '{url}'}}}}\n")

    for arguments in (["sync"], ["sources"], ["sync", "--format", "json"]):
        refused = project.kb(*arguments)
        assert refused.returncode == 2
        assert "credential helpers" in refused.stdout + refused.stderr
        assert CANARY not in refused.stdout + refused.stderr
    assert not os.path.lexists(project.cache)
