"""A document of a library of books, in the shape that real services publish, and a stand-in that answers like one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

BOOK = {"$ref": "#/components/schemas/Book"}
SHELF = {"name": "shelf", "in": "path", "required": True, "schema": {"type": "string"}}


def library() -> dict[str, Any]:
    """Return a fresh copy of the document."""
    return json.loads(json.dumps(_LIBRARY))


_LIBRARY: dict[str, Any] = {
    "openapi": "3.0.3",
    "info": {"title": "Library", "version": "2.1", "description": "Books on shelves."},
    "servers": [{"url": "https://{region}.library.example/v2", "variables": {"region": {"default": "south"}}}],
    "security": [{"key": []}],
    "paths": {
        "/shelves/{shelf}/books": {
            "parameters": [SHELF],
            "get": {
                "operationId": "books/list",
                "summary": "List the books of a shelf.",
                "parameters": [
                    {"name": "tags", "in": "query", "schema": {"type": "array", "items": {"type": "string"}}},
                    {"name": "ids", "in": "query", "explode": False, "schema": {"type": "array"}},
                    {"name": "by", "in": "query", "style": "deepObject", "schema": {"type": "object"}},
                    {"name": "limit", "in": "query", "schema": {"type": "integer", "maximum": 50}},
                    {"name": "X-Trace", "in": "header", "schema": {"type": "string"}},
                    {"name": "view", "in": "cookie", "schema": {"type": "string"}},
                    {"name": "Authorization", "in": "header", "schema": {"type": "string"}},
                ],
                "responses": {"200": {"description": "The books."}},
            },
            "post": {
                "operationId": "books/add",
                "summary": "Add a book to a shelf.",
                "requestBody": {"required": True, "content": {"application/json": {"schema": BOOK}}},
                "responses": {"201": {"description": "The book."}},
            },
        },
        "/search": {
            "post": {
                "operationId": "search",
                "summary": "Search by the fields of a form.",
                "security": [],
                "requestBody": {
                    "content": {
                        "application/x-www-form-urlencoded": {
                            "schema": {"type": "object", "properties": {"q": {"type": "string"}, "in": {}}}
                        }
                    }
                },
                "responses": {"200": {"description": "Found."}},
            }
        },
        "/me": {
            "get": {
                "operationId": "whoami",
                "summary": "Tell who asks.",
                "security": [{"login": []}, {"token": []}],
                "responses": {"200": {"description": "You."}},
            }
        },
        "/covers": {
            "servers": [{"url": "https://files.library.example"}],
            "get": {"operationId": "covers", "responses": {"200": {"description": "A picture."}}},
        },
        "/scan": {
            "post": {
                "operationId": "scan",
                "requestBody": {"required": True, "content": {"multipart/related": {}}},
                "responses": {"200": {"description": "A book."}},
            }
        },
    },
    "components": {
        "schemas": {
            "Book": {
                "type": "object",
                "required": ["title"],
                "properties": {
                    "id": {"type": "string", "readOnly": True},
                    "title": {"type": "string", "maxLength": 80},
                    "pages": {"type": "integer", "nullable": True, "minimum": 1},
                    "isbn": {"type": "string", "pattern": "^(a+)+$"},
                    "follows": BOOK,
                },
            }
        },
        "securitySchemes": {
            "key": {"type": "apiKey", "in": "query", "name": "api_key"},
            "login": {"type": "http", "scheme": "basic"},
            "token": {"type": "oauth2", "flows": {}},
            "old": {"type": "http", "scheme": "digest"},
        },
    },
}


@dataclass
class StandIn:
    """A server on this machine that answers like the library, and remembers what it was asked."""

    url: str
    asked: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    given: tuple[str, bytes] | None = None
    """What it answers instead: the kind and the content."""


@contextmanager
def stand_in() -> Iterator[StandIn]:
    """Run the stand-in."""
    made = StandIn("")

    class Answers(BaseHTTPRequestHandler):
        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode("utf-8", "surrogateescape")
            made.asked.append({"method": self.command, "path": self.path, "headers": dict(self.headers), "body": body})
            status, kind, said = (
                200,
                "application/json",
                json.dumps({"path": self.path, "books": [{"title": "Iracema"}]}),
            )
            if "/shelves/gone/" in self.path:
                status, said = 404, json.dumps({"message": "There is no such shelf."})
            elif "/shelves/away/" in self.path:
                status, said = 302, ""
            elif "/shelves/large/" in self.path:
                said = json.dumps(["x" * 100_000])
            elif "/shelves/echo/" in self.path:
                said = json.dumps({"key": self.path})
            elif "/shelves/xml/" in self.path:
                kind, said = "application/xml", "<books><title>Iracema</title></books>"
            kind, content = made.given or (kind, said.encode())
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(content)))
            self.send_header("Location", "http://127.0.0.1:9/")
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    made.url = f"http://127.0.0.1:{server.server_address[1]}/v2"
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield made
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
