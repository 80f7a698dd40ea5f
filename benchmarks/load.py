"""How long calls take when 1, 50 and 200 clients make them at once, what memory that leaves, and how soon a server
that was killed under load is there again.

Twice: without a pause between a client's calls, which shows the most the server can do, and with one call a second for
each client, as people and their agents make them. The server's processor time for a call stands beside each figure:
unlike the rest it does not depend on what else the machine does.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.load_clients import KINDS
from benchmarks.measuring import ROOT, Figures, check, free_port, process, resident_mb, spread, until

AULE = Path(sys.executable).with_name("aule")
CROWDS = (1, 50, 200)
SECONDS = 4.0
MOST = 400
"""Calls of one client in one measurement, at most."""
NOTES = 3_000
ROUNDS = 3
REST_S = 30.0
"""How long after load memory is looked at again."""
GOALS = {"p50_ms": 150, "p99_ms": 1_000, "memory": 1.2, "restart": 2.0}


@dataclass(frozen=True, slots=True)
class Serving:
    """A server process under load."""

    pid: int
    port: int
    token: str

    def load(self, kind: str, clients: int, *, every_s: float = 0.0, seconds: float = SECONDS) -> Figures:
        """Let clients work on it; tells how long each kind of call took, and what it cost the server."""
        job = {"port": self.port, "token": self.token, "kind": kind, "clients": clients, "every_s": every_s}
        job |= {"seconds": seconds, "most": MOST, "tag": f"{kind} {clients} {time.time_ns()}"}
        cpu = self.cpu_s()
        command = [sys.executable, "-m", "benchmarks.load_clients"]
        done = subprocess.run(command, input=json.dumps(job), capture_output=True, text=True, cwd=ROOT, timeout=300)
        assert done.returncode == 0, done.stderr
        told = json.loads(done.stdout)
        calls = sum(map(len, told["took"].values()))
        figures = {name: spread(took) for name, took in told["took"].items()}
        return {
            "calls_a_second": round(calls / told["seconds"], 1),
            "server_cpu_ms_a_call": round((self.cpu_s() - cpu) * 1000 / calls, 3),
            "failed": told["failed"],
            **(figures if kind == "mix" else figures[kind]),
        }

    def cpu_s(self) -> float:
        """Processor time the server used so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure() -> Figures:
    """Put a server under load, then kill one under load."""
    with TemporaryDirectory() as folder:
        home = _furnished(Path(folder))
        with _serving(home) as (serving, _):
            figures = _under_load(serving, home)
        figures["start"] = _starts(home)
    _tell(figures)
    return figures


def _under_load(serving: Serving, home: Path) -> Figures:
    for kind in KINDS:  # everything is loaded, and every cache has its ordinary size
        serving.load(kind, 1, seconds=0.5)
    memory = {"idle_mb": round(resident_mb(serving.pid), 1)}
    figures: Figures = {"no_notes": {}, "closed": {}, "paced": {}}
    for clients in CROWDS:
        figures["no_notes"][clients] = _said("list_notes, no notes", clients, serving.load("list_notes", clients))
    _write_notes(home)
    highest = 0.0
    for kind in KINDS:
        figures["closed"][kind] = {}
        for clients in CROWDS:
            figures["closed"][kind][clients] = _said(kind, clients, serving.load(kind, clients))
            highest = max(highest, resident_mb(serving.pid))
    for kind in (*KINDS, "mix"):
        figures["paced"][kind] = _said(f"{kind}, one a second", CROWDS[-1], serving.load(kind, CROWDS[-1], every_s=1.0))
    time.sleep(REST_S)
    memory |= {"under_load_mb": round(highest, 1), "after_mb": round(resident_mb(serving.pid), 1)}
    return {**figures, "memory": memory}


def _said(title: str, clients: int, found: Figures) -> Figures:
    shown = found if "p50_ms" in found else found["create_note"]
    print(
        f"{title:<28} {clients:>4} clients {found['calls_a_second']:8.1f} calls/s  p50 {shown['p50_ms']:8.1f} ms"
        f"  p99 {shown['p99_ms']:8.1f} ms  processor {found['server_cpu_ms_a_call']:6.2f} ms a call",
        flush=True,
    )
    return found


def _starts(home: Path) -> Figures:
    """Seconds from the start of the process to its first page and to ready, after an ordinary end and after a kill."""
    normal: list[Figures] = []
    killed: list[Figures] = []
    for _ in range(ROUNDS):
        with _serving(home) as (_, took):
            normal.append(took)
        with _serving(home) as (serving, _), _clients_at_work(serving):
            os.kill(serving.pid, signal.SIGKILL)
        with _serving(home) as (_, took):
            killed.append(took)
    return {"normal": _medians(normal), "after_kill": _medians(killed)}


@contextmanager
def _clients_at_work(serving: Serving) -> Iterator[None]:
    """Two hundred clients that write; the block begins when they have done so for a while."""
    job = {"port": serving.port, "token": serving.token, "kind": "mix", "clients": CROWDS[-1], "every_s": 0.0}
    job |= {"seconds": 30.0, "most": 10_000, "tag": f"kill {time.time_ns()}"}
    clients = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.load_clients"],
        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=ROOT,
    )  # fmt: skip
    assert clients.stdin is not None
    clients.stdin.write(json.dumps(job).encode())
    clients.stdin.close()
    time.sleep(4.0)
    try:
        yield
    finally:
        clients.wait(60)


@contextmanager
def _serving(home: Path) -> Iterator[tuple[Serving, Figures]]:
    port = free_port()
    environment = {"PATH": os.environ["PATH"], "HOME": str(home.parent), "AULE_HOME": str(home)}
    begun = time.perf_counter()
    with process([AULE, "up", "--port", str(port), "--no-browser"], environment) as started:
        page = until(port, "/") - begun
        ready = until(port, "/v1/health", b'"ready"') - begun
        token = (home / "token").read_text().strip()
        yield Serving(started.pid, port, token), {"page_s": page, "ready_s": ready}


def _furnished(folder: Path) -> Path:
    home = folder / "aule"
    home.mkdir(mode=0o700)
    (home / "settings.toml").write_text("onboarded = true\n", "utf-8")
    with _serving(home) as (serving, _):
        serving.load("create_note", 1, seconds=0.2)
    for note in _workspace(home).glob("notes/*.md"):
        note.unlink()
    (_workspace(home) / "small.txt").write_text("A small file.\n" * 20)
    return home


def _workspace(home: Path) -> Path:
    """Where the notes are."""
    return next(iter(home.glob("projects/*/notes"))).parent


def _write_notes(home: Path) -> None:
    for number in range(NOTES):
        (_workspace(home) / "notes" / f"old-{number:04}.md").write_text(f"# Old {number}\n\nmilk, bread\n")


def _medians(rounds: list[Figures]) -> Figures:
    return {name: round(median(figures[name] for figures in rounds), 3) for name in rounds[0]}


def _tell(figures: Figures) -> None:
    most = CROWDS[-1]
    for title, found in (
        *((f"{kind}, {most} clients without a pause", each[most]) for kind, each in figures["closed"].items()),
        *((f"{kind}, {most} clients, one a second", each) for kind, each in figures["paced"].items() if kind != "mix"),
        *((f"{kind}, mixed, one a second", each) for kind, each in figures["paced"]["mix"].items() if kind in KINDS),
    ):
        check(f"{title}: median", found["p50_ms"], GOALS["p50_ms"], "ms")
        check(f"{title}: p99", found["p99_ms"], GOALS["p99_ms"], "ms")
    memory, start = figures["memory"], figures["start"]
    check("memory 30 s after load, of idle", memory["after_mb"] / memory["idle_mb"], GOALS["memory"], "×")
    for name in ("page_s", "ready_s"):
        check(
            f"{name} after a kill, of normal", start["after_kill"][name] / start["normal"][name], GOALS["restart"], "×"
        )
