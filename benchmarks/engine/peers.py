"""The environments contenders run in: ours, and one that holds nothing but the peer. No telemetry in either."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

from benchmarks.engine.protocol import Asked, Told
from benchmarks.measuring import ROOT

PEER = ROOT / "benchmarks" / ".peers-langgraph"
WANTED = ROOT / "benchmarks" / "peers" / "langgraph.txt"
PEER_PYTHON = PEER / "bin" / "python"
CONTENDERS = {"ours": Path(sys.executable), "on_langgraph": PEER_PYTHON, "bare_asyncio": Path(sys.executable)}
QUIET = {
    "DO_NOT_TRACK": "1",
    "LANGCHAIN_TRACING": "false",
    "LANGCHAIN_TRACING_V2": "false",
    "LANGSMITH_TRACING": "false",
    "LANGSMITH_TRACING_V2": "false",
    "LANGGRAPH_CLI_NO_ANALYTICS": "1",
    "OTEL_SDK_DISABLED": "true",
}
SECRET = ("LANGSMITH_", "LANGCHAIN_", "OPENAI_", "ANTHROPIC_")
"""Variables that would let a peer call home."""
DEADLINE = 600.0


def make() -> None:
    """Make the peer's environment, or bring it to the pinned versions; our own lock knows nothing of it."""
    told = PEER / "made-from.txt"
    if PEER_PYTHON.exists() and told.exists() and told.read_text() == WANTED.read_text():
        return
    uv = shutil.which("uv") or str(ROOT / ".uv" / "bin" / "uv")
    print(f"making {PEER.relative_to(ROOT)} …", flush=True)
    subprocess.run([uv, "venv", "--quiet", "--clear", "--python", sys.executable, PEER], check=True)
    subprocess.run([uv, "pip", "install", "--quiet", "--python", PEER_PYTHON, "-r", WANTED], check=True)
    told.write_text(WANTED.read_text())


def take(name: str, *asked: Asked) -> list[Told]:
    """Let a contender do a shape; several asked for are as many processes that begin together."""
    with ExitStack() as stack:
        started = [stack.enter_context(_started(name, one)) for one in asked]
        for process in started:
            _expect(name, process, "ready")
        for process in started:
            assert process.stdin is not None
            process.stdin.write("go\n")
            process.stdin.flush()
        told = []
        for process in started:  # whoever stands by ends when the first one has
            told.append(Told(**json.loads(_expect(name, process, "{"))))
            for other in started:
                assert other.stdin is not None
                other.stdin.close()
        return told


def _started(name: str, asked: Asked) -> subprocess.Popen[str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith(SECRET)}
    environment = {**kept, **QUIET, "PYTHONPATH": str(ROOT), "HOME": asked.folder}
    return subprocess.Popen(
        [CONTENDERS[name], "-m", f"benchmarks.engine.{name}", asked.line()],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def _expect(name: str, process: subprocess.Popen[str], beginning: str) -> str:
    """The line a contender is to print next; what else is printed is passed over."""
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith(beginning):
            return line
    raise RuntimeError(f"{name} ended with {process.wait()} before it said {beginning!r}")
