"""A real Git server on this machine: repositories made with `git`, handed out by `git http-backend`."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

_ENVIRONMENT = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": "/dev/null",
    **{
        f"GIT_{who}_{what}": value
        for who in ("AUTHOR", "COMMITTER")
        for what, value in (("NAME", "Ana"), ("EMAIL", "a@b"))
    },
}


def git(folder: Path, *words: str, given: bytes = b"") -> str:
    """Run `git` in a folder, away from whatever the machine has configured; return what it says."""
    ran = subprocess.run(
        ["git", *words], cwd=folder, env={"PATH": os.environ["PATH"], **_ENVIRONMENT}, input=given, capture_output=True
    )
    assert ran.returncode == 0, ran.stderr.decode()
    return ran.stdout.decode().strip()


@dataclass
class Repository:
    """A repository with a folder to work in."""

    folder: Path

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True)
        git(self.folder, "init", "-q", "-b", "main")
        git(self.folder, "config", "uploadpack.allowFilter", "true")

    def commit(self, *branch: str) -> str:
        """Commit all there is; return the commit."""
        git(self.folder, "add", "-A", "-f")
        git(self.folder, "commit", "-q", "--allow-empty", "-m", "More")
        return git(self.folder, "rev-parse", "HEAD")


@dataclass
class GitServer:
    """The server, and what it was asked."""

    url: str
    asked: list[str] = field(default_factory=list[str])
    moves_to: str = ""
    """Where every request is sent on to, where that is wanted."""
    answer: bytes | None = None
    """What is answered instead of the pack, where that is wanted."""


@contextmanager
def git_server(top: Path) -> Iterator[GitServer]:
    """Serve the repositories below a folder."""
    made = GitServer("")

    class Answers(BaseHTTPRequestHandler):
        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            made.asked.append(f"{self.command} {self.path}")
            if made.moves_to:
                self.send_response(302)
                self.send_header("Location", made.moves_to)
                self.end_headers()
                return
            if made.answer is not None and b"command=fetch" in body:
                self.send_response(200)
                self.end_headers()
                self.wfile.write(made.answer)
                return
            self._by_git(body)

        def _by_git(self, body: bytes) -> None:
            path, _, query = self.path.partition("?")
            said = subprocess.run(
                ["git", "http-backend"],
                env={
                    "PATH": os.environ["PATH"],
                    **_ENVIRONMENT,
                    "GIT_PROJECT_ROOT": str(top),
                    "GIT_HTTP_EXPORT_ALL": "1",
                    "GIT_PROTOCOL": self.headers.get("Git-Protocol", ""),
                    "PATH_INFO": path.replace(".git/", "/.git/", 1),
                    "QUERY_STRING": query,
                    "REQUEST_METHOD": self.command,
                    "CONTENT_TYPE": self.headers.get("Content-Type", ""),
                    "CONTENT_LENGTH": str(len(body)),
                    "REMOTE_ADDR": "127.0.0.1",
                },
                input=body,
                capture_output=True,
            ).stdout
            head, _, content = said.partition(b"\r\n\r\n")
            fields = [each.partition(": ") for each in head.decode().splitlines()]
            status = next((value for name, _, value in fields if name == "Status"), "200 OK")
            self.send_response(int(status.split()[0]))
            for name, _, value in fields:
                if name != "Status":
                    self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = answer

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    made.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield made
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
