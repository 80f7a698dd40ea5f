"""Where completion finds things: the running server, or the database file, looked at without a trace."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterable, Mapping
from typing import Any

DEADLINE_S = 0.1
"""Seconds the server may take for a connection, and for each piece of its answer."""
LARGEST = 4_000_000
"""Bytes of an answer that are read."""
MOST = 50

_ADDRESSES = {
    "agent": ("/v1/agents?limit=50", ("id",), ("name",)),
    "approval": ("/v1/approvals?status=pending&limit=50", ("id",), ("title",)),
    "artifact": ("/v1/artifacts?limit=50", ("id",), ("name",)),
    "change": ("/v1/changes?limit=50", ("id",), ("title",)),
    "conversation": ("/v1/conversations?limit=50", ("id",), ("title",)),
    "memory": ("/v1/memory?limit=50", ("id",), ("content",)),
    "plan": ("/v1/plans?limit=50", ("id",), ("title",)),
    "project": ("/v1/projects?limit=50", ("project", "id"), ("project", "name")),
    "run": ("/v1/runs?limit=50", ("id",), ("title",)),
    "schedule": ("/v1/tasks/scheduled?limit=50", ("schedule", "id"), ("schedule", "title")),
    "workflow": ("/v1/workflows?limit=50", ("workflow", "id"), ("workflow", "title")),
}
"""Where the API lists things of a kind, and where in each item its id and its title are."""


def things(kind: str, environment: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the ids of things of a kind with their titles; nothing where they cannot be found at once."""
    if (server := _server(environment)) is not None:
        return _models(server) if kind == "model" else _listed(server, kind)
    return _stored(kind, environment)


def served_capabilities(environment: Mapping[str, str]) -> dict[str, Any]:
    """Return what the running server says can be called; nothing where there is none."""
    server = _server(environment)
    page = None if server is None else _get(server, "/v1/capabilities?limit=200")
    found: dict[str, Any] = {}
    for each in _items(page):
        properties: Mapping[str, Any] = each["params"].get("properties", {})
        params = {name: field.get("enum", []) for name, field in properties.items()}
        found[str(each["name"])] = {"help": str(each["title"]), "params": params}
    return found


def _listed(server: tuple[int, str], kind: str) -> list[tuple[str, str]]:
    if kind not in _ADDRESSES:
        return []
    path, id, title = _ADDRESSES[kind]
    return [(str(_at(each, id)), str(_at(each, title) or "")) for each in _items(_get(server, path))]


def _models(server: tuple[int, str]) -> list[tuple[str, str]]:
    page: Any = _get(server, "/v1/models") or {}
    return [(f"{each['provider']}/{each['id']}", "") for each in page.get("models", [])]


def _items(page: Any) -> Iterable[Any]:
    return [] if page is None else page.get("items", [])


def _at(item: Any, path: tuple[str, ...]) -> Any:
    for name in path:
        item = item.get(name)
    return item


def _home(environment: Mapping[str, str]) -> str:
    """Return the data directory as commands find it. It is not made where it is missing."""
    chosen = environment.get("AULE_HOME") or "~/.aule"
    user = environment.get("HOME") or os.path.expanduser("~")
    return os.path.join(user, chosen[2:]) if chosen.startswith("~/") else chosen


def _server(environment: Mapping[str, str]) -> tuple[int, str] | None:
    """Return the port and the token of the server that is alive and holds the data directory."""
    home = _home(environment)
    try:
        with open(os.path.join(home, "server.json"), "rb") as file:
            announced = json.load(file)
        with open(os.path.join(home, "lock"), "rb") as lock:
            if json.load(lock)["pid"] != announced["pid"] or not _is_held(lock.fileno()):
                return None
        token = environment.get("AULE_TOKEN")
        if token is None:
            with open(os.path.join(home, "token"), encoding="ascii") as file:
                token = file.read().strip()
        return (int(announced["port"]), token) if token.isascii() and token.isprintable() else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _is_held(descriptor: int) -> bool:
    """Tell whether a process holds the lock: the port of one that died may be another program's by now."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    fcntl.flock(descriptor, fcntl.LOCK_UN)
    return False


def _get(server: tuple[int, str], path: str) -> Any:
    """Read one document of the API; none when it is not there at once."""
    import socket  # only where there is a server

    port, token = server
    request = f"GET {path} HTTP/1.0\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n\r\n"
    received = b""
    try:
        with socket.create_connection(("127.0.0.1", port), DEADLINE_S) as connection:
            connection.sendall(request.encode("ascii"))
            while (piece := connection.recv(65_536)) and len(received) < LARGEST:
                received += piece
        head, _, body = received.partition(b"\r\n\r\n")
        return json.loads(body) if head.split(b" ", 2)[1] == b"200" else None
    except (OSError, ValueError, IndexError):
        return None


def _stored(kind: str, environment: Mapping[str, str]) -> list[tuple[str, str]]:
    """Look into the database file, where the data is in one."""
    if environment.get("AULE_DATABASE_URL") or environment.get("AULE_DATABASE"):
        return []
    from aule.stores.home.glance import latest  # SQLite, only where there is no server

    return latest(os.path.join(_home(environment), "aule.db"), kind, MOST)
