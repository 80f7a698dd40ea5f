"""The page of the HTTP API, from its OpenAPI description."""

from __future__ import annotations

from typing import Any

from aule.server.app import create_app
from pages.markdown import kind, table

INTRO = """# HTTP API

JSON in snake_case under `/v1`, on 127.0.0.1 only. Every route needs `Authorization: Bearer TOKEN` (the file `token` in
the data directory) or a browser session, except the ones marked public. Errors are
[`application/problem+json`](errors.md). Lists are pages: `next` goes back in as `after`. Documents that can be edited
carry an `ETag`; changing one needs `If-Match` (428 without it, 412 when somebody else was first). Lists of events take
`since`, which is exclusive. The running server publishes the whole schema at `GET /v1/openapi.json`.
"""


def page() -> str:
    """The Markdown of the page."""
    document = create_app(None).openapi()
    parts = [INTRO]
    groups: dict[str, list[tuple[str, str, dict[str, Any]]]] = {}
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            groups.setdefault((operation.get("tags") or ["other"])[0], []).append((method, path, operation))
    for tag, members in groups.items():
        parts += [f"## {tag}", ""]
        for method, path, operation in members:
            parts += _operation(method, path, operation)
    return "\n".join(parts)


def _operation(method: str, path: str, operation: dict[str, Any]) -> list[str]:
    public = " (public)" if operation.get("security") == [] else ""
    about = operation.get("description") or operation.get("summary") or ""
    parts = [f"### `{method.upper()} {path}`{public}", "", " ".join(about.split()), ""]
    rows = [
        [f"`{p['name']}`", p["in"], kind(p.get("schema", {})), p.get("description", "")]
        for p in operation.get("parameters", [])
    ]
    if rows:
        parts += [table(["parameter", "in", "type", "meaning"], rows), ""]
    if body := _content(operation.get("requestBody", {})):
        parts += [f"Takes {body}.", ""]
    given = [
        f"{status} {body or 'nothing'}"
        for status, answer in operation.get("responses", {}).items()
        if status.startswith("2") and (body := _content(answer)) is not None
    ]
    return [*parts, f"Gives {', '.join(given)}.", ""] if given else parts


def _content(part: dict[str, Any]) -> str | None:
    for media in part.get("content", {}).values():
        return kind(media.get("schema", {}))
    return None if not part else ""
