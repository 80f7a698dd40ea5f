"""Routes and commands that an app records on itself, without modules of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import httpx
import pytest

from aule.cli.builder import build
from aule.sdk import App
from aule.sdk.http import Kernel, Limits, Redirect, Reply, Routes, Upload
from aule.sdk.terminal import Argument, Console, Option
from aule.server.app import create_app
from aule.testing.system import system


async def test_a_route_answers_where_the_app_says(tmp_path: Path) -> None:
    small = App("small")
    large = Routes(prefix="/api/small")

    @small.route("GET", "/api/small/{name}")
    async def greet(kernel: Kernel, name: str, loud: bool = False) -> Reply:
        """Greet somebody."""
        return Reply({"hello": name.upper() if loud else name}, headers={"X-Small": "yes"})

    @small.route("GET", "/api/small/old/{name}")
    async def greet_as_before(name: str) -> Redirect:
        """Greet somebody at the address of before."""
        return Redirect(f"/api/small/{name}")

    @large.route("POST", "/bytes", limits=Limits(max_bytes=10, max_seconds=1))
    async def count(upload: Upload) -> Reply:
        """Count what is sent."""
        return Reply(sum([len(piece) async for piece in upload.stream()]))

    small.own_routes.records += large.records
    async with system(tmp_path, apps=[small]) as running:
        api = create_app(running.kernel)
        async with httpx.AsyncClient(transport=httpx.ASGITransport(api), base_url="http://127.0.0.1") as http:
            found = await http.get("/api/small/ana", params={"loud": True})
            assert (found.json(), found.headers["X-Small"]) == ({"hello": "ANA"}, "yes")
            assert (await http.get("/api/small/old/ana")).headers["Location"] == "/api/small/ana"
            assert (await http.post("/api/small/bytes", content=b"12345")).json() == 5
            assert (await http.get("/api/small/ana", params={"loud": "perhaps"})).status_code == 422
        assert api.limits[("POST", "/api/small/bytes")].max_bytes == 10


def test_a_route_stands_where_the_server_looks_for_the_token() -> None:
    with pytest.raises(ValueError, match="has to begin with one of"):
        App("small").route("GET", "/small")


def test_a_command_is_built_from_its_signature(capsys: pytest.CaptureFixture[str]) -> None:
    small = App("small", name="Small")

    @small.command(help="Do small things.")
    def add(
        console: Console,
        numbers: Annotated[list[int], Argument("What to add.")],
        times: Annotated[int, Option("--times", "-t", min=1, help="How often.")] = 1,
    ) -> int:
        """Add numbers."""
        console.result({"sum": sum(numbers) * times})
        console.say(str(sum(numbers) * times))
        return 3

    (group,) = small.commands()

    def run(*words: str) -> tuple[object, str]:
        with pytest.raises(SystemExit) as left:
            build(group)(list(words), prog_name="aule small")
        return left.value.code, capsys.readouterr().out

    assert run("add", "1", "2", "--times", "2") == (3, "6\n")
    assert run("add", "1", "--json") == (3, '{\n  "sum": 1\n}\n')
    assert run("add", "1", "--times", "0")[0] == 2
    assert "Do small things." in run("--help")[1]
