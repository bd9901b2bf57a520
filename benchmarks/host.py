"""A static host on loopback that sends gzip and counts every byte of its answers."""

from __future__ import annotations

import gzip
import math
import mimetypes
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

_COMPRESSED = {".css", ".html", ".js", ".json", ".mjs", ".svg", ".txt", ".xml"}
"""What hosts compress; formats of other names, such as those of Pagefind, are compressed in themselves."""

_LEVEL = 6
_TYPES = {".mjs": "text/javascript", ".wasm": "application/wasm"}


class Host:
    """A running host. Answers are logged as (path, bytes with headers, when the request came, in epoch seconds)."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.answers: list[tuple[str, int, float]] = []
        self.open = 0
        self.last = 0.0
        self.lock = threading.Lock()
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.host = self
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/"

    def bytes_since(self, mark: int, until: float = math.inf, without: str = "") -> int:
        """The bytes of the answers after the first `mark` that were asked for before `until`, in epoch seconds.

        Paths that start with `without` do not count, if it is given.
        """
        return sum(
            size
            for path, size, asked in self.answers[mark:]
            if asked <= until and not (without and path.startswith(without))
        )

    def quiet_for(self) -> float:
        """Seconds since the last answer ended; 0 while one is under way."""
        return 0.0 if self.open else time.monotonic() - self.last

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def hosted(root: Path) -> Iterator[Host]:
    for file in root.rglob("*"):
        if file.suffix in (".js", ".json"):
            _content(file)  # a static host has compressed what it sends often
    host = Host(root)
    try:
        yield host
    finally:
        host.stop()
        _content.cache_clear()


@cache
def _content(file: Path) -> tuple[bytes, bool]:
    """The bytes to send, and whether they are compressed."""
    content = file.read_bytes()
    if file.suffix not in _COMPRESSED:
        return content, False
    return gzip.compress(content, _LEVEL, mtime=0), True


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    host: Host


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1  # headers and body in one packet
    server: _Server
    sent = 0

    def do_GET(self) -> None:
        host = self.server.host
        asked = time.time()
        with host.lock:
            host.open += 1
        path = unquote(urlsplit(self.path).path)
        file = host.root / path.removeprefix("/")
        if file.is_dir():
            file /= "index.html"
        content, packed = _content(file) if file.is_file() else (b"", False)
        self.send_response(200 if file.is_file() else 404)
        kind = _TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        self.send_header("Content-Type", f"{kind}; charset=utf-8" if kind.startswith("text/") else kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "max-age=600")
        if packed:
            self.send_header("Content-Encoding", "gzip")
            self.send_header("Vary", "Accept-Encoding")
        self.sent = len(content)
        with suppress(ConnectionError):  # the browser left the page meanwhile
            self.end_headers()
            self.wfile.write(content)
            self.wfile.flush()
        with host.lock:
            host.answers.append((path, self.sent, asked))
            host.open -= 1
            host.last = time.monotonic()

    def flush_headers(self) -> None:
        self.sent += sum(map(len, vars(self).get("_headers_buffer", ())))
        super().flush_headers()

    def log_message(self, *_: object) -> None:
        pass
