"""A static host on loopback: sub-path, 404 page, headers, and a log of what was asked for."""

from __future__ import annotations

import mimetypes
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit


@dataclass
class Served:
    """A running host. `root` is set when there is something to serve."""

    server: ThreadingHTTPServer
    sub_path: str
    root: Path = field(default_factory=Path)
    requests: list[str] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://localhost:{self.server.server_address[1]}{self.sub_path}"

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


def serve(sub_path: str, policy: str = "") -> Served:
    """Serve below `sub_path`, on a free port; `policy` is sent as the Content-Security-Policy."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = unquote(urlsplit(self.path).path)
            served.requests.append(path)
            file = served.root / path.removeprefix(sub_path)
            if file.is_dir():
                file /= "index.html"
            found = path.startswith(sub_path) and file.is_file()
            file = file if found else served.root / "404.html"
            content = file.read_bytes() if file.is_file() else b""
            self.send_response(200 if found else 404)
            kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
            self.send_header("Content-Type", f"{kind}; charset=utf-8" if kind.startswith("text/") else kind)
            self.send_header("Content-Length", str(len(content)))
            if policy:
                self.send_header("Content-Security-Policy", policy)
            self.end_headers()
            with suppress(ConnectionError):  # the browser left the page meanwhile
                self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    served = Served(server, sub_path)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return served
