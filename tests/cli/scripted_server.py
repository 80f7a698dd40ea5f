"""The scripted model server, which also notes what it was asked. Run as `python -m tests.cli.scripted_server`."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import sys
from pathlib import Path
from typing import Any

from aule.testing.openai_server import OpenAIServer, Reply


async def serve(replies: list[Reply], models: list[str], log: Path) -> None:
    """Play replies and write each request down before it is answered."""

    def respond(body: dict[str, Any]) -> Reply:
        with log.open("a", encoding="utf-8") as file:
            file.write(json.dumps(body) + "\n")
        if not replies:
            return Reply(status=400, error="unscripted request: the script has come to its end")
        return replies[0] if replies[0].repeat else replies.pop(0)

    async with OpenAIServer(respond, models=models) as server:
        sys.stdout.write(f"{server.base_url}\n")
        sys.stdout.flush()
        await server.serve_forever()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--script", type=Path, required=True)
    parser.add_argument("--models", default="scripted")
    parser.add_argument("--log", type=Path, required=True)
    told = parser.parse_args()
    script = [Reply.model_validate(each) for each in json.loads(told.script.read_text("utf-8"))]
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(serve(script, told.models.split(","), told.log))
