"""What a large company costs: importing, looking, searching and exporting one of 50,000 key results.

Three sizes, each through the front door of a server of its own: the file is brought over HTTP, previewed, imported by
hand, looked at and exported again. Whether the cost of a row stays the same from the smallest to the largest is told as
a ratio.
"""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote

from benchmarks.measuring import Figures, check, compare, free_port, process, resident_mb, spread, until

SIZES = (1_000, 10_000, 50_000)
KEY_RESULTS_EACH = 20
OBJECTIVES_EACH = 125
MONTHS = [f"2026-{month:02d}" for month in range(1, 13)]
LOOKS = 15
TOKENS = 6_000
GOAL_IMPORT_S = 60
GOAL_CONTEXT_MS = 300
GOAL_SEARCH_MS = 50
GOAL_DASHBOARD_MS = 500
WORDS = ("receita", "margem", "clientes", "qualidade", "entrega", "equipe", "custos", "canais", "churn", "caixa")


def measure() -> Figures:
    """Every size, then how the cost grew."""
    figures: Figures = {str(size): _size(size) for size in SIZES}
    small, large = figures[str(SIZES[0])], figures[str(SIZES[-1])]
    compare("merge import, per row, largest against smallest", large["us_per_row"], small["us_per_row"], unit="µs")
    figures["linearity"] = round(large["us_per_row"] / small["us_per_row"], 2)
    return figures


def document(size: int) -> Iterator[str]:
    """An export of a company with so many key results, in pieces."""
    objectives = size // KEY_RESULTS_EACH
    pillars = max(4, objectives // OBJECTIVES_EACH)
    yield '{"version":"1.0","company_name":"Big","source_company_id":"c","data":{'
    yield '"companies":[{"id":"c","name":"Big"}],"strategic_plans":[{"id":"p","company_id":"c","name":"2026",'
    yield '"period_start":"2026-01-01","period_end":"2026-12-31","status":"active"}],"strategic_pillars":['
    yield ",".join(f'{{"id":"pil{n}","company_id":"c","name":"Pillar {n}"}}' for n in range(pillars))
    yield '],"strategic_objectives":['
    for n in range(objectives):
        row = {"id": f"obj{n}", "plan_id": "p", "pillar_id": f"pil{n % pillars}", "title": f"{_words(n)} {n}"}
        yield ("," if n else "") + json.dumps({**row, "weight": n % 10 + 1, "status": "in_progress"})
    yield '],"key_results":['
    for n in range(size):
        yield ("," if n else "") + json.dumps(_key_result(n, n % objectives))
    yield "]}}"


def _key_result(number: int, objective: int) -> dict[str, Any]:
    values = {month: 10 + (number * 7 + place) % 90 for place, month in enumerate(MONTHS)}
    return {
        "id": f"1f0c{number:08x}-4a52-4b7e-9d6c-3f1e5a7b9c2d",
        "objective_id": f"obj{objective}",
        "title": f"{_words(number * 3)} {_words(number)} {number}",
        "unit": "%",
        "target_value": 1_200,
        "current_value": None,
        "target_direction": "maximize",
        "aggregation_type": "sum",
        "comparison_type": "cumulative",
        "frequency": "monthly",
        "monthly_targets": dict.fromkeys(MONTHS, 100.5),
        "monthly_actual": values,
        "weight": number % 5 + 1,
        "responsible": f"Person {number % 200}",
        "description": "What it is measured by, and where the figure comes from.",
    }


def _words(number: int) -> str:
    return f"{WORDS[number % len(WORDS)]} {WORDS[(number // 7) % len(WORDS)]}"


def _size(size: int) -> Figures:
    print(f"-- {size:,} key results, {size * len(MONTHS):,} monthly values")
    with TemporaryDirectory() as folder:
        file = Path(folder) / "company.json"
        with file.open("w", encoding="utf-8") as out:
            for piece in document(size):
                out.write(piece)
        figures: Figures = {"file_mb": round(file.stat().st_size / 2**20, 1)}
        port = free_port()
        command = [Path(sys.executable).with_name("aule"), "up", "--no-browser", "--port", str(port)]
        environment = {**os.environ, "AULE_HOME": str(Path(folder) / "home")}
        with process(command, environment) as server:
            until(port, "/v1/health", b'"ready"')
            token = (Path(folder) / "home" / "token").read_text(encoding="utf-8").strip()
            desk = _Desk(port, token, server.pid)
            figures |= _import(desk, file, size)
            figures |= _looks(desk, size)
            figures |= _export(desk)
        figures |= _context(Path(folder) / "home", size)
    return figures


class _Desk:
    """A program with the token, and an eye on the server's memory."""

    def __init__(self, port: int, token: str, pid: int) -> None:
        self._port = port
        self._token = token
        self._pid = pid

    def ask(self, method: str, path: str, body: Any = None, *, raw: Path | None = None) -> Any:
        """One request and its answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=600)
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        try:
            if raw is not None:
                with raw.open("rb") as content:
                    connection.request(method, path, content, {**headers, "Content-Length": str(raw.stat().st_size)})
            else:
                connection.request(method, path, None if body is None else json.dumps(body), headers)
            response = connection.getresponse()
            said = response.read()
            assert response.status < 300, said[:2_000]
            return json.loads(said)
        finally:
            connection.close()

    def take(self, path: str) -> int:
        """A download, read piece by piece and thrown away; gives its size."""
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=600)
        try:
            connection.request("GET", path, headers={"Authorization": f"Bearer {self._token}"})
            response = connection.getresponse()
            assert response.status == 200, response.read()[:2_000]
            size = 0
            while piece := response.read(1 << 20):
                size += len(piece)
            return size
        finally:
            connection.close()

    @contextlib.contextmanager
    def watched(self) -> Iterator[dict[str, float]]:
        """The seconds a block takes, and the most memory the server has in it."""
        seen = {"start_mb": resident_mb(self._pid), "peak_mb": 0.0, "s": 0.0}
        over = threading.Event()

        def watch() -> None:
            while not over.wait(0.05):
                seen["peak_mb"] = max(seen["peak_mb"], resident_mb(self._pid))

        eye = threading.Thread(target=watch)
        eye.start()
        began = time.perf_counter()
        try:
            yield seen
        finally:
            seen["s"] = time.perf_counter() - began
            over.set()
            eye.join()


def _import(desk: _Desk, file: Path, size: int) -> Figures:
    artifact = desk.ask("POST", "/v1/apps/atlas/files?name=company.json", raw=file)["id"]
    params = {"artifact": artifact}
    with desk.watched() as previewing:
        shown = desk.ask("POST", "/v1/capabilities/atlas.import_data/preview", {"params": params})
    body = {"params": params, "by_hand": True, "seen": shown["content_hash"]}
    with desk.watched() as importing:
        done = desk.ask("POST", "/v1/capabilities/atlas.import_data/call", body)
    verify = done["result"]["data"]["verify"]
    assert verify["fields_checked"] == verify["matches"] > 0
    with desk.watched() as again:
        twice = desk.ask("POST", "/v1/capabilities/atlas.import_data/preview", {"params": params})
    assert twice["preview"]["total"] == 0
    rows = sum(table["create"] for table in shown["preview"]["tables"])
    whole = previewing["s"] + importing["s"]
    check(f"{size:,} key results, merge import with its preview", whole, GOAL_IMPORT_S, "s")
    memory = f"memory {importing['start_mb']:.0f} → {importing['peak_mb']:.0f} MB"
    print(f"{'':<4}{rows / importing['s']:,.0f} rows/s, {memory}")
    return {
        "rows": rows,
        "preview_s": round(previewing["s"], 2),
        "import_s": round(importing["s"], 2),
        "again_s": round(again["s"], 2),
        "rows_per_s": round(rows / importing["s"]),
        "us_per_row": round(whole / rows * 1e6, 1),
        "import_peak_mb": round(importing["peak_mb"]),
    }


def _looks(desk: _Desk, size: int) -> Figures:
    words = iter(range(10_000))
    looks: dict[str, tuple[Callable[[], Any], float]] = {
        "dashboard": (lambda: desk.ask("GET", "/v1/apps/atlas/dashboard"), GOAL_DASHBOARD_MS),
        "search": (lambda: desk.ask("GET", f"/v1/apps/atlas/search?q={quote(_words(next(words)))}"), GOAL_SEARCH_MS),
    }
    figures: Figures = {}
    for name, (look, goal) in looks.items():
        took: list[float] = []
        for _ in range(LOOKS):
            began = time.perf_counter()
            look()
            took.append(time.perf_counter() - began)
        figures[name] = _told(size, name, took, goal)
    return figures


def _context(home: Path, size: int) -> Figures:
    """What an agent is told in a turn, made by the kernel itself: no request asks for it."""
    from aule import boot
    from aule.apps.atlas.reading.context import block
    from aule.kernel.capabilities.apps.reads import Readings
    from aule.stores.home.directory import Home

    async def story() -> list[float]:
        kernel = await boot.build(Home(home), boot.ambient(), apps=boot.installed_apps())
        try:
            took: list[float] = []
            for number in range(LOOKS):
                reading = Readings(kernel.database, kernel.ambient, kernel.settings.current).of("atlas", "pt-BR")
                began = time.perf_counter()
                said = await block(reading, [f"como está {_words(number)} {number}?"], TOKENS)
                took.append(time.perf_counter() - began)
                assert len(said) <= TOKENS * 3 and "kr-" in said
            return took
        finally:
            await kernel.stop()

    return {"context": _told(size, "context", asyncio.run(story()), GOAL_CONTEXT_MS)}


def _told(size: int, name: str, took: list[float], goal: float) -> Figures:
    figures: Figures = {"first_ms": round(took[0] * 1e3, 1), **spread(took)}
    check(f"{size:,} key results, {name}, first", took[0] * 1e3, goal, "ms")
    check(f"{size:,} key results, {name}, p90", figures["p90_ms"], goal, "ms")
    return figures


def _export(desk: _Desk) -> Figures:
    with desk.watched() as exporting:
        size = desk.take("/v1/apps/atlas/export")
    grew = exporting["peak_mb"] - exporting["start_mb"]
    print(f"{'export':<46} {exporting['s']:8.1f} s for {size / 2**20:.1f} MB, memory grew by {grew:.0f} MB")
    return {"export_s": round(exporting["s"], 2), "export_mb": round(size / 2**20, 1), "export_grew_mb": round(grew)}
