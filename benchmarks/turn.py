"""What one agent turn costs beside the model: one tool call and an answer, on a model server with no latency.

Against bare httpx and pydantic-ai, and against other agent libraries where they are installed in an
environment of their own:

    python -m venv benchmarks/.peers
    benchmarks/.peers/bin/pip install "pydantic-ai-slim[openai]" langchain langchain-openai openai-agents agno
    python -m venv benchmarks/.peers-crewai
    benchmarks/.peers-crewai/bin/pip install crewai

All stream, telemetry is off everywhere, the rounds take turns. Only auleOS writes every event to a database, and only
auleOS looks at the words, to choose among its tools: so both the same words again and again, and new words each time.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from benchmarks.measuring import ROOT, Figures, compare, process, spread

PEERS = ROOT / "benchmarks" / ".peers" / "bin" / "python"
CREWAI = ROOT / "benchmarks" / ".peers-crewai" / "bin" / "python"
"""CrewAI wants an older openai package than the others."""
CONTENDERS: dict[str, Path] = {
    "bare_httpx": Path(sys.executable),
    "aule_kernel": Path(sys.executable),
    "pydantic_ai_agent": PEERS,
    "langgraph_agent": PEERS,
    "openai_agents_sdk": PEERS,
    "agno_agent": PEERS,
    "crewai_crew": CREWAI,
}
GOALS = {"agno_agent": 0.9, "pydantic_ai_agent": 0.5}
"""What a turn may take at most beside theirs, with the same words each time."""
ROUNDS = 3
TURNS = 60
QUIET = {
    "AGNO_TELEMETRY": "false",
    "CREWAI_DISABLE_TELEMETRY": "true",
    "CREWAI_TRACING_ENABLED": "false",
    "LANGCHAIN_TRACING_V2": "false",
    "OPENAI_AGENTS_DISABLE_TRACING": "1",
    "OTEL_SDK_DISABLED": "true",
}


def measure() -> Figures:
    """Let each contender take its turns, in rounds."""
    times: dict[str, list[Figures]] = {}
    absent: dict[str, str] = {}
    for _ in range(ROUNDS):
        for name, python in CONTENDERS.items():
            if name in absent:
                continue
            taken = _take(name, python)
            if isinstance(taken, str):
                absent[name] = taken
            else:
                times.setdefault(name, []).append(taken)
    figures = {
        name: {**_spread(rounds), "new_words": _spread([each["new"] for each in rounds])}
        for name, rounds in times.items()
    }
    ours = figures["aule_kernel"]
    for name, found in figures.items():
        if name != "aule_kernel":
            goal = GOALS.get(name)
            compare(f"a turn against {name}", ours["p50_ms"], found["p50_ms"], goal=goal)
            compare("  with new words", ours["new_words"]["p50_ms"], found["new_words"]["p50_ms"])
    for name, why in absent.items():
        print(f"{name}: not measured ({why})")
    return {"contenders": figures, "absent": absent}


def _spread(rounds: list[Figures]) -> Figures:
    """The spread of all rounds, and the median of their processor time."""
    wall, cpu = ([seconds for each in rounds for seconds in each[clock]] for clock in ("wall", "cpu"))
    return {**spread(wall), "cpu_p50_ms": spread(cpu)["p50_ms"]}


def _take(name: str, python: Path) -> Figures | str:
    """A contender's times, or why it has none."""
    if not python.exists():
        return "not installed; see benchmarks/turn.py"
    with process([sys.executable, "-m", "benchmarks.loopback"]) as model:
        assert model.stdout is not None
        address = model.stdout.readline().strip()
        environment = {**os.environ, **QUIET, "PYTHONPATH": str(ROOT), "HOME": str(ROOT / "benchmarks" / ".peers")}
        command = [python, "-m", f"benchmarks.contenders.{name}", address, str(TURNS)]
        ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300)
    times = [line for line in ran.stdout.splitlines() if line.startswith('{"wall"')]
    if not times:
        return (ran.stderr.strip().splitlines() or ["no reason given"])[-1][:200]
    return json.JSONDecoder().raw_decode(times[0])[0]  # some print more behind it
