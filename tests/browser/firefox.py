"""Firefox over WebDriver BiDi (https://w3c.github.io/webdriver-bidi/): no driver, one page, what a smoke test needs."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

_LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
_LARGEST = 2**24
_SECONDS = 60


@dataclass
class Firefox:
    """A running Firefox. Its methods raise `AssertionError` with what Firefox answered."""

    _connection: ClientConnection
    _numbers: count[int]
    _page: str = ""

    def send(self, method: str, **parameters: Any) -> Any:
        """The result of a command."""
        number = next(self._numbers)
        self._connection.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self._connection.recv(timeout=_SECONDS))
            if answer.get("id") == number:
                assert answer["type"] == "success", answer
                return answer["result"]

    def open(self, url: str) -> None:
        """Go to an address and wait until it has loaded."""
        self._page = self._page or self.send("browsingContext.getTree")["contexts"][0]["context"]
        self.send("browsingContext.navigate", context=self._page, url=url, wait="complete")

    def before_pages(self, function: str) -> None:
        """Call a JavaScript function in every page before its own scripts."""
        self.send("script.addPreloadScript", functionDeclaration=function)

    def call(self, function: str, *arguments: Any) -> Any:
        """What a JavaScript function gives, waited for; values travel as JSON."""
        result = self.send(
            "script.callFunction",
            functionDeclaration=f"async (values) => JSON.stringify(await ({function})(...JSON.parse(values)) ?? null)",
            arguments=[{"type": "string", "value": json.dumps(arguments)}],
            target={"context": self._page},
            awaitPromise=True,
        )
        assert result["type"] == "success", result
        return json.loads(result["result"]["value"])

    def press(self, keys: str) -> None:
        """Type characters, one key after the other."""
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        source = {"type": "key", "id": "keyboard", "actions": actions}
        self.send("input.performActions", context=self._page, actions=[source])


@contextmanager
def firefox(profile: Path) -> Iterator[Firefox]:
    """A headless Firefox with a new profile, stopped at the end."""
    program = shutil.which(os.environ.get("FIREFOX", "firefox-esr"))
    assert program, "this test needs Firefox: `make test` installs it"
    command = [program, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port=0"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, encoding="utf-8")
    try:
        assert process.stderr
        address = next((found[1] for line in process.stderr if (found := _LISTENING.search(line))), None)
        assert address, "Firefox ended before it listened"
        # Firefox refuses a session to a client that sends an origin.
        with connect(f"{address}/session", origin=None, proxy=None, max_size=_LARGEST) as connection:
            started = Firefox(connection, count(1))
            started.send("session.new", capabilities={})
            yield started
            started.send("session.end")
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=_SECONDS)
