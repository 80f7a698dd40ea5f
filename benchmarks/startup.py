"""How long until the page is there, until everything is ready, and how much memory that takes.

Against a bare FastAPI hello of the same environment, in the same run, in turns.
"""

from __future__ import annotations

import http.client
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.large_app import write_large_app
from benchmarks.measuring import (
    Figures,
    answer,
    check,
    compare,
    free_port,
    process,
    processor_s,
    resident_mb,
    until,
)

ROUNDS = 7
AULE = Path(sys.executable).with_name("aule")
HELLO = """
import sys
import uvicorn
from fastapi import FastAPI
app = FastAPI()
@app.get("/")
def hello():
    return {"hello": "world"}
uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="error")
"""
PEERS = {"open-webui": ["open-webui", "serve", "--port"], "langflow": ["langflow", "run", "--port"]}
"""Peers that are measured where they are installed."""


def measure() -> Figures:
    """Start both again and again, and take medians."""
    with TemporaryDirectory() as folder:
        script = Path(folder) / "hello.py"
        script.write_text(HELLO)
        home = Path(folder) / "aule"
        hello: list[Figures] = []
        ours: list[Figures] = []
        for _ in range(ROUNDS):
            hello.append(bare(script))
            ours.append(aule(home))
        fresh = aule(Path(folder) / "fresh")
        worked = after_a_turn(Path(folder) / "worked")
        more = an_app_more(Path(folder))
        words = [first_words(Path(folder) / "words") for _ in range(ROUNDS)][1:]
    help_s = [timed([AULE, "--help"]) for _ in range(ROUNDS)]
    python_s = [timed([sys.executable, "-c", "pass"]) for _ in range(ROUNDS)]
    figures = {
        "hello": _medians(hello),
        "aule": _medians(ours),
        "aule_first_start_ever": fresh,
        "idle_mb_after_a_turn": worked,
        "an_app_more": more,
        "words_without_a_model": _medians(words),
        "help_s": median(help_s),
        "python_s": median(python_s),
        "peers": {name: peer(command) for name, command in PEERS.items() if shutil.which(command[0])},
    }
    floor, us = figures["hello"], figures["aule"]
    compare("first page", us["page_s"] * 1000, floor["page_s"] * 1000, goal=2)
    compare("first health", us["health_s"] * 1000, floor["page_s"] * 1000, goal=2)
    check("fully ready", us["ready_s"], 1, "s")
    compare("fully ready", us["ready_s"] * 1000, floor["page_s"] * 1000, goal=2.5)
    check("idle memory", us["idle_mb"], 95, "MB")
    compare("idle memory", us["idle_mb"], floor["idle_mb"], unit="MB")
    check("idle memory after a first turn with a model", worked, 120, "MB")
    check("an app of School's size more, until ready", more["ready_cpu_ms"], 30, "ms")
    check("an app of School's size more, idle memory", more["idle_mb"], 1, "MB")
    spoken = figures["words_without_a_model"]
    check("first words without a model", spoken["first_s"], 0.6, "s")
    check("words without a model, warm", spoken["warm_s"] * 1000, 50, "ms")
    check("aule --help", figures["help_s"], 0.2, "s")
    return figures


def bare(script: Path) -> Figures:
    """A FastAPI hello."""
    port = free_port()
    begun = time.perf_counter()
    with process([sys.executable, script, str(port)]) as started:
        there = until(port, "/")
        return {"page_s": there - begun, "idle_mb": resident_mb(started.pid)}


def aule(home: Path, site: Path | None = None) -> Figures:
    """Our server on a data directory, with the packages of a folder."""
    port = free_port()
    environment = _environment(home) | ({} if site is None else {"PYTHONPATH": str(site)})
    begun = time.perf_counter()
    with process(_up(port), environment) as started:
        health = until(port, "/v1/health")
        page = until(port, "/")
        ready = loaded(port, home)
        used = processor_s(started.pid)
        time.sleep(0.5)
        return {
            "health_s": health - begun,
            "page_s": page - begun,
            "ready_s": ready - begun,
            "ready_cpu_s": used,
            "idle_mb": resident_mb(started.pid),
        }


def loaded(port: int, home: Path) -> float:
    """The moment when the system is there: a request to it, for nothing in particular, is held until then.

    Asking for its health every few milliseconds would be work of the very process that starts: a twentieth of it.
    """
    token = (home / "token").read_text().strip()
    while (found := answer(port, "/v1/nothing", {"Authorization": f"Bearer {token}"})) is None:
        pass  # a first start may take longer than one request waits
    assert found[0] == 404, found
    return time.perf_counter()


def an_app_more(folder: Path) -> Figures:
    """What an app adds that nobody uses: processor time until everything is ready, and idle memory.

    The least of all rounds counts: whatever else the machine does only ever adds to a start.
    """
    home, site = folder / "aule", folder / "site"
    write_large_app(site)
    aule(home, site)  # describes the app; every later start reads that
    rounds = [(aule(home), aule(home, site)) for _ in range(ROUNDS)]
    added = {
        name: min(beside[name] for _, beside in rounds) - min(without[name] for without, _ in rounds)
        for name in ("ready_cpu_s", "idle_mb")
    }
    return {"ready_cpu_ms": round(added["ready_cpu_s"] * 1000, 1), "idle_mb": round(added["idle_mb"], 2)}


def after_a_turn(home: Path) -> float:
    """Idle memory after one turn with a model over the wire; the sentence encoder is never loaded."""
    with process([sys.executable, "-m", "benchmarks.loopback"]) as model:
        assert model.stdout is not None
        base = model.stdout.readline().strip()
        home.mkdir(mode=0o700)
        settings = f'[providers.loopback]\nbase_url = "{base}"\ndefault_model = "loopback"\n'
        (home / "settings.toml").write_text(settings + '[roles.general]\nprovider = "loopback"\nid = "loopback"\n')
        port = free_port()
        with process(_up(port), _environment(home)) as started:
            until(port, "/v1/health", b'"ready"')
            token = (home / "token").read_text().strip()
            headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
            probed = post(port, "/v1/models/probe", {"provider": "loopback", "model": "loopback"}, headers)
            assert json.loads(probed)["tier"] == 2, probed
            told = post(port, "/v1/agent/chat", {"message": "hello"}, {**headers, "Accept": "text/event-stream"})
            assert b'"status":"done"' in told.replace(b" ", b""), told[-500:]
            answer(port, "/v1/home", headers)
            time.sleep(0.5)
            return resident_mb(started.pid)


def first_words(home: Path) -> Figures:
    """Seconds that the first words take without a model, at a server that is just ready, and the next ones; memory."""
    port = free_port()
    with process(_up(port), _environment(home)) as started:
        until(port, "/v1/health", b'"ready"')
        token = (home / "token").read_text().strip()
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        seconds: list[float] = []
        for words in (
            "que horas são?",
            "liste minhas notas",
            "what time is it?",
            "liste os projetos",
            "que dia é hoje?",
        ):
            begun = time.perf_counter()
            told = post(port, "/v1/agent/chat", {"message": words}, {**headers, "Accept": "text/event-stream"})
            seconds.append(time.perf_counter() - begun)
            assert b"run.finished" in told or b"run.waiting" in told, told[-500:]
        return {"first_s": seconds[0], "warm_s": median(seconds[1:]), "idle_mb": resident_mb(started.pid)}


def post(port: int, path: str, body: Figures, headers: dict[str, str]) -> bytes:
    """One POST, read to its end."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request("POST", path, json.dumps(body), headers)
        return connection.getresponse().read()
    finally:
        connection.close()


def peer(command: list[str]) -> float:
    """Seconds until another product's first page."""
    port = free_port()
    begun = time.perf_counter()
    with process([*command, str(port)]):
        return until(port, "/") - begun


def timed(command: list[str | Path]) -> float:
    """Seconds a command takes."""
    begun = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    return time.perf_counter() - begun


def _up(port: int) -> list[str | Path]:
    return [AULE, "up", "--port", str(port), "--no-browser"]


def _environment(home: Path) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "HOME": str(home.parent), "AULE_HOME": str(home)}


def _medians(rounds: list[Figures]) -> Figures:
    return {name: round(median(figures[name] for figures in rounds), 4) for name in rounds[0]}
