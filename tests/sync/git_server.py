"""Repositories on loopback over smart HTTP: git's own backend, with a password on demand, and with faults."""

from __future__ import annotations

import base64
import os
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

BACKEND = Path(subprocess.run(["git", "--exec-path"], capture_output=True, text=True, check=True).stdout.strip())


@dataclass
class Server:
    """What the server does, and what it has seen. `fault` is looked at for every request."""

    root: Path
    url: str = ""
    user: tuple[str, str] | None = None
    cut_after: int | None = None
    """Bytes of all answers together after which the connection is closed in the middle."""
    status: int | None = None
    silent: threading.Event | None = None
    """While set to an event, requests wait for it and get no byte."""
    silent_from: int = 0
    """How many requests are answered before the silence."""
    requests: list[str] = field(default_factory=list)
    repeated: list[str] = field(default_factory=list)
    """Names and passwords that the server was given and has repeated in its answers."""
    sent: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def reset(self) -> None:
        self.requests.clear()
        self.sent = self.silent_from = 0
        self.cut_after = self.status = self.silent = None


class _Quiet(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that was killed in the middle is part of the tests."""


def _handler(state: Server) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *arguments: object) -> None:
            pass

        def do_GET(self) -> None:
            self.answer()

        def do_POST(self) -> None:
            self.answer()

        def answer(self) -> None:
            state.requests.append(f"{self.command} {self.path}")
            if state.silent is not None and len(state.requests) > state.silent_from:
                state.silent.wait()
                self.close_connection = True
                return
            body = self.body()
            if state.status is not None and (state.user is None or self.is_allowed()):
                # An answer that repeats what the client sent: no message of ours may pass it on.
                given = self.headers.get("Authorization", "")
                known = base64.b64decode(given.partition(" ")[2]).decode()
                state.repeated.append(known)
                # A client that was never asked has sent nothing; then the server says what it knows.
                said = f"you sent {given or state.user} {known}\n".encode()
                self.send(state.status, [("Content-Type", "text/plain"), ("WWW-Authenticate", "Basic realm=x")], said)
            elif not self.is_allowed():
                self.send(401, [("WWW-Authenticate", 'Basic realm="test"')], b"")
            else:
                self.send(*self.backend(body))

        def is_allowed(self) -> bool:
            if state.user is None:
                return True
            expected = base64.b64encode(":".join(state.user).encode()).decode()
            return self.headers.get("Authorization") == f"Basic {expected}"

        def body(self) -> bytes:
            if self.headers.get("Transfer-Encoding") == "chunked":
                parts = []
                while size := int(self.rfile.readline().split(b";")[0], 16):
                    parts.append(self.rfile.read(size))
                    self.rfile.readline()
                self.rfile.readline()
                return b"".join(parts)
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))

        def backend(self, body: bytes) -> tuple[int, list[tuple[str, str]], bytes]:
            path, _, query = self.path.partition("?")
            environment = {
                "PATH": os.environ["PATH"],
                "GIT_PROJECT_ROOT": str(state.root),
                "GIT_HTTP_EXPORT_ALL": "1",
                "GIT_CONFIG_COUNT": "1",
                "GIT_CONFIG_KEY_0": "safe.directory",
                "GIT_CONFIG_VALUE_0": "*",
                "GIT_PROTOCOL": self.headers.get("Git-Protocol", ""),
                "PATH_INFO": path,
                "QUERY_STRING": query,
                "REQUEST_METHOD": self.command,
                "CONTENT_TYPE": self.headers.get("Content-Type", ""),
                "CONTENT_LENGTH": str(len(body)),
                "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
                "REMOTE_USER": state.user[0] if state.user else "",
                "REMOTE_ADDR": "127.0.0.1",
            }
            done = subprocess.run(
                [BACKEND / "git-http-backend"], input=body, capture_output=True, check=False, env=environment
            )
            head, _, answer = done.stdout.partition(b"\r\n\r\n")
            headers = [tuple(line.split(": ", 1)) for line in head.decode().splitlines()]
            status = next((int(value.split()[0]) for name, value in headers if name == "Status"), 200)
            return status, [(name, value) for name, value in headers if name != "Status"], answer

        def send(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
            with state.lock:
                room = None if state.cut_after is None else max(0, state.cut_after - state.sent)
                state.sent += len(body)
            self.send_response(status)
            for name, value in headers:
                if name.lower() != "content-length":
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if room is not None and room < len(body):
                self.wfile.write(body[:room])
                self.wfile.flush()
                self.close_connection = True
            else:
                self.wfile.write(body)

    return Handler


@contextmanager
def serving(root: Path) -> Iterator[Server]:
    """Serve the bare repositories below `root`."""
    state = Server(root)
    with _Quiet(("127.0.0.1", 0), _handler(state)) as server:
        state.url = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        try:
            yield state
        finally:
            if state.silent is not None:
                state.silent.set()
            server.shutdown()
            thread.join()
