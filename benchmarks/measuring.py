"""What all benchmarks share: processes, clocks, memory, and how results are told and kept."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import platform
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import Any

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "benchmarks" / "results"
Figures = dict[str, Any]
DEADLINE = 60.0


def free_port() -> int:
    """A port nobody listens on right now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def process(
    command: Sequence[str | Path], environment: dict[str, str] | None = None
) -> Iterator[subprocess.Popen[str]]:
    """A child process, stopped at the end of the block."""
    started = subprocess.Popen(
        command,
        env=environment,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    try:
        yield started
    finally:
        started.send_signal(signal.SIGINT)
        try:
            started.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            started.kill()
            started.communicate()


def answer(port: int, path: str, headers: dict[str, str] | None = None) -> tuple[int, bytes] | None:
    """One GET; none while nobody listens."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", path, headers=headers or {})
        response = connection.getresponse()
        return response.status, response.read()
    except OSError:
        return None
    finally:
        connection.close()


def until(port: int, path: str, wanted: bytes = b"") -> float:
    """The moment when a path answered 200 with these bytes in it."""
    deadline = time.perf_counter() + DEADLINE
    while time.perf_counter() < deadline:
        found = answer(port, path)
        if found is not None and found[0] == 200 and wanted in found[1]:
            return time.perf_counter()
        time.sleep(0.003)
    raise TimeoutError(f"{path} of port {port} did not answer")


def resident_mb(pid: int) -> float:
    """Resident memory of a process and all below it."""
    return sum(_resident_kb(member) for member in _tree(pid)) / 1024


def processor_s(pid: int) -> float:
    """Seconds of processor time a process has used, whatever else the machine was doing."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def tree_processor_s(pid: int) -> float:
    """Seconds of processor time of a process and all below it that still run."""
    used = 0.0
    for member in _tree(pid):
        with contextlib.suppress(OSError):
            used += processor_s(member)
    return used


def spread(seconds: Sequence[float]) -> Figures:
    """Median, 90th and 99th percentile, in milliseconds."""
    cuts = quantiles(seconds, n=100, method="inclusive") if len(seconds) > 1 else [seconds[0]] * 99
    return {"p50_ms": _ms(median(seconds)), "p90_ms": _ms(cuts[89]), "p99_ms": _ms(cuts[98]), "n": len(seconds)}


def compare(title: str, ours: float, floor: float, *, goal: float | None = None, unit: str = "ms") -> str:
    """Print one figure beside what it is measured against, as a ratio."""
    ratio = ours / floor if floor else float("inf")
    verdict = "" if goal is None else f"   goal ≤ {goal:g}×: {'met' if ratio <= goal else 'MISSED'}"
    line = f"{title:<46} {ours:8.1f} {unit}  against {floor:8.1f} {unit}  = {ratio:5.2f}×{verdict}"
    print(line)
    return line


def check(title: str, ours: float, goal: float, unit: str) -> str:
    """Print one figure beside its goal."""
    line = f"{title:<46} {ours:8.1f} {unit}   goal ≤ {goal:g} {unit}: {'met' if ours <= goal else 'MISSED'}"
    print(line)
    return line


def keep(name: str, figures: Figures) -> Path:
    """Write the figures down, with the machine they were measured on."""
    machine = {
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "load": os.getloadavg()[0],
    }
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{name}.json"
    path.write_text(json.dumps({"machine": machine, **figures}, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"→ {path.relative_to(ROOT)}")
    return path


def _tree(pid: int) -> list[int]:
    found = [pid]
    for member in found:
        for task in Path(f"/proc/{member}/task").glob("*/children"):
            with contextlib.suppress(OSError):
                found += [int(child) for child in task.read_text().split()]
    return found


def _resident_kb(pid: int) -> int:
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
    return 0


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 3)
