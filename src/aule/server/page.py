"""The desktop's built files, served from memory of what exists: a path is looked up, never opened as given."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

STATIC = Path(os.environ.get("AULE_SHELL_OUT") or Path(__file__).parent / "static")
"""Where the built desktop is; who works on the shell may build it elsewhere, and have it served from there."""

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
}
DOTTED = "/capabilities/"
"""Below this, the last part of an address is the name of a capability: `core.read_file` is no file."""
ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"

NOT_BUILT = b"""<!doctype html>
<html lang="en"><meta charset="utf-8"><title>auleOS</title>
<body style="font: 15px/1.6 system-ui, sans-serif; max-width: 34rem; margin: 18vh auto; padding: 0 1.5rem">
<h1 style="font-size: 1.3rem">The server runs, the desktop is not built</h1>
<p>The API answers under <code>/v1</code>. To build the desktop, run <code>make run</code> in the project folder,
or install the package, which brings it along.</p>
"""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the page answers to one request."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class Page:
    """The built files of the desktop, and its first page for every address inside it."""

    def __init__(self, folder: Path = STATIC) -> None:
        self._folder = folder
        self._seen: int | None = None
        self._files: dict[str, Path] = {}
        self._contents: dict[Path, tuple[bytes, str]] = {}

    def answer(self, path: str, accept_encoding: str, if_none_match: str | None) -> Answer | None:
        """The file at a path; none when there is no such thing."""
        self._look()
        if not self._files:
            return Answer(
                503, [(b"content-type", b"text/html; charset=utf-8"), (b"cache-control", b"no-store")], NOT_BUILT
            )
        file = None if path == "/" else self._files.get(path)
        if file is None and ("." not in path.rpartition("/")[2] or path.startswith(DOTTED)):
            path, file = "/index.html", self._files.get("/index.html")
        return None if file is None else self._file(path, file, accept_encoding, if_none_match)

    def _file(self, path: str, file: Path, accept_encoding: str, if_none_match: str | None) -> Answer:
        encoding = ""
        accepted = {part.partition(";")[0].strip() for part in accept_encoding.lower().split(",")}
        for name, suffix in ENCODINGS:
            if name in accepted and path + suffix in self._files:
                encoding, file = name, self._files[path + suffix]
                break
        body, tag = self._content(file)
        headers = [
            ("content-type", TYPES.get(Path(path).suffix, "application/octet-stream")),
            ("cache-control", FOREVER if path.startswith("/assets/") else ASK_AGAIN),
            ("etag", tag),
            ("vary", "Accept-Encoding"),
            *([("content-encoding", encoding)] if encoding else []),
        ]
        raw = [(name.encode(), value.encode()) for name, value in headers]
        return Answer(304, raw, b"") if if_none_match == tag else Answer(200, raw, body)

    def _content(self, file: Path) -> tuple[bytes, str]:
        """A file's bytes and tag, read once: everybody who loads the page shares them."""
        if file not in self._contents:
            body = file.read_bytes()
            self._contents[file] = body, f'"{hashlib.sha256(body).hexdigest()[:24]}"'
        return self._contents[file]

    def _look(self) -> None:
        """Notice a new build: its first page is written anew."""
        try:
            seen = (self._folder / "index.html").stat().st_mtime_ns
        except OSError:
            self._seen, self._files, self._contents = None, {}, {}
            return
        if seen == self._seen:
            return
        found = (path for path in self._folder.rglob("*") if path.is_file() and not path.name.startswith("."))
        self._contents = {}
        self._files = {"/" + path.relative_to(self._folder).as_posix(): path for path in found}
        self._seen = seen
