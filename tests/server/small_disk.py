"""A system on a disk that is full for a while: `python -m tests.server.small_disk FOLDER`, in a mount of its own.

Prints one JSON document: what each request was answered while the disk was full, and once there was room again.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

from tests.server.doors import BEARER, gatekeeper, open_front

from aule.boot import running
from aule.cli.log import logging_to
from aule.server.app import create_app
from aule.stores.home.directory import Home

REQUESTS: list[tuple[str, str, Any]] = [
    ("POST", "/v1/capabilities/core.create_note/call", {"params": {"title": "Full", "text": "x"}, "by_hand": True}),
    ("POST", "/v1/capabilities/core.now/call", {"params": {}}),
    ("PUT", "/v1/settings/secrets/openai", {"value": "sk-not-a-real-key-0123456789"}),
    ("POST", "/v1/projects", {"name": "Another"}),
    ("POST", "/v1/artifacts?name=a.txt", b"a" * 3_000_000),
]


async def main(folder: Path) -> None:
    home = Home(folder / "home")
    home.prepare()
    keeper = gatekeeper(folder / "home" / "sessions.json")
    told: dict[str, Any] = {}
    with logging_to(home):
        async with running(home) as kernel, open_front(create_app(kernel, gatekeeper=keeper), keeper=keeper) as client:
            client.headers.update(BEARER)

            async def ask(method: str, path: str, body: Any) -> list[Any]:
                given = {"content": body} if isinstance(body, bytes) else {"json": body}
                answer = await client.request(method, path, **given)
                problem = answer.json() if answer.content else {}
                error = problem.get("result", {}).get("error") or {}
                return [path, answer.status_code, problem.get("code") or error.get("code"), bool(problem.get("hint"))]

            told["before"] = await ask("POST", REQUESTS[1][1], {"params": {}})
            fill(folder / "ballast")
            told["full"] = [await ask(*each) for each in REQUESTS]
            told["settings"] = await change_settings(client)
            told["readable"] = (await client.get("/v1/home")).status_code
            (folder / "ballast").unlink()
            told["after"] = [await ask(*each) for each in REQUESTS]
    print(json.dumps(told | {"left_over": unfinished(folder)}))


def unfinished(folder: Path) -> list[str]:
    """Files that were begun and never came to be."""
    return sorted(path.name for path in folder.rglob("*.tmp"))


async def change_settings(client: Any) -> list[Any]:
    """Save settings that are larger than what is left."""
    read = await client.get("/v1/settings")
    settings = read.json()
    settings["appearance"]["name"] = "x" * 60
    saved = await client.put("/v1/settings", json=settings, headers={"If-Match": read.headers["etag"]})
    return [saved.status_code, saved.json().get("code")]


def fill(path: Path) -> None:
    """Write until there is no room, to the last byte."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
    try:
        for size in (65_536, 4_096, 512, 1):
            try:
                while os.write(descriptor, b"\0" * size) == size:
                    pass
            except OSError:
                continue
    finally:
        os.close(descriptor)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
