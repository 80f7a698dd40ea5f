"""How long a command of the terminal takes, on the clock and of a processor: with a server, without one; completion.

Beside `python -c pass` of the same environment, in the same rounds, in turns.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.measuring import Figures, check, free_port, process, until

ROUNDS = 7
COLD_ROUNDS = 3
AULE = Path(sys.executable).with_name("aule")
COMMANDS = {
    "call": ["call", "core.now"],
    "ask": ["ask", "list my notes"],
    "plan": ["plan"],
    "undo": ["undo", "--preview"],
    "runs": ["runs"],
}
LINES = {
    "a command": "aule ru",
    "a capability": "aule call core.cr",
    "a parameter": "aule call core.create_note ti",
    "an id": "aule runs show ",
}
SERVED_S, COLD_S, COMPLETION_S = 0.25, 0.9, 0.15
"""The goals: with a server, without one, and for what a shell is told."""


def measure() -> Figures:
    """Run each command again and again in turns, and take medians."""
    with TemporaryDirectory() as folder:
        environment = {**os.environ, "HOME": folder, "AULE_HOME": str(Path(folder) / "aule"), "AULE_FORBID_MODELS": "1"}
        _run([AULE, "call", "core.create_note", "title=Tea", "text=green", "--yes"], environment)
        floor = _rounds({"python": [sys.executable, "-c", "pass"], "help": [AULE, "--help"]}, environment, ROUNDS)
        commands = {name: [AULE, *words] for name, words in COMMANDS.items()}
        cold = _rounds(commands, environment, COLD_ROUNDS)
        offline = _completion(environment)
        port = free_port()
        with process([AULE, "up", "--no-browser", "--port", str(port), "--json"], environment):
            until(port, "/v1/health", b'"ready"')
            _rounds(commands, environment, 1)  # what is asked first is loaded in the server
            served = _rounds(commands, environment, ROUNDS)
            online = _completion(environment)
    figures = {"floor": floor, "with_server": served, "without_server": cold}
    figures |= {"completion_with_server": online, "completion_without_server": offline}
    _tell(figures)
    return figures


def _completion(environment: dict[str, str]) -> Figures:
    lines: dict[str, Sequence[str | Path]] = {name: [AULE, line] for name, line in LINES.items()}
    return _rounds(lines, {**environment, "_AULE_COMPLETE": "bash"}, ROUNDS)


def _rounds(commands: dict[str, Sequence[str | Path]], environment: dict[str, str], rounds: int) -> Figures:
    """Time commands in turns, so that a busy moment of the machine falls on all of them alike."""
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            taken[name].append(_run(command, environment))
    return {
        name: {"wall_s": median(wall for wall, _ in times), "cpu_s": median(cpu for _, cpu in times)}
        for name, times in taken.items()
    }


def _run(command: Sequence[str | Path], environment: dict[str, str]) -> tuple[float, float]:
    """Run a command to its end: how long it took, and how much of a processor."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    wall, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime)


def _tell(figures: Figures) -> None:
    for title, key, goal in (
        ("with a server", "with_server", SERVED_S),
        ("without a server", "without_server", COLD_S),
        ("completed, with a server", "completion_with_server", COMPLETION_S),
        ("completed, without a server", "completion_without_server", COMPLETION_S),
    ):
        for name, times in figures[key].items():
            processor = f"processor {times['cpu_s'] * 1000:.0f} ms"
            check(f"{name} {title} ({processor})", times["wall_s"] * 1000, goal * 1000, "ms")
    print(json.dumps({"beside": figures["floor"]}))
