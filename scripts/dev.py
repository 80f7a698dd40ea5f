"""Run the server and the shell for development: each reloads by itself when its sources change.

    python -m scripts.dev                 the server on port 8700, the shell on port 5173
    python -m scripts.dev --port 8701     the server elsewhere

Ctrl-C ends both. Without Node only the server runs, with the shell as it was last built.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "aule"
SHELL = ROOT / "shell"
SHELL_PORT = 5173
WATCHED = (".py", ".toml", ".yaml", ".md", ".sql")
INTERVAL_S = 0.5
PATIENCE_S = 20.0

Stamps = Mapping[Path, int]


def main() -> None:
    """Start both, restart the server after each change, end both on Ctrl-C."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=8700, help="where the server listens")
    port = parser.parse_args().port
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        with ExitStack() as running:
            start_shell(port, running)
            serve(port)
    except KeyboardInterrupt:
        say("Stopped.")


def serve(port: int) -> None:
    """Run the server, and run it again whenever one of its files has changed."""
    command = [sys.executable, "-c", "from aule.cli.main import run; run()", "up", "--no-browser", "--port", str(port)]
    stamps = read_stamps(SOURCES)
    while True:
        with process(command, ROOT) as server:
            told = False
            while not (changed := find_changes(stamps, latest := read_stamps(SOURCES))):
                if server.poll() is not None and not told:
                    told = True
                    say("The server ended; it starts again with the next change.")
                time.sleep(INTERVAL_S)
            stamps = latest
            say(f"{', '.join(str(path.relative_to(ROOT)) for path in changed[:3])} changed: the server starts again.")


def start_shell(port: int, running: ExitStack) -> None:
    """Start Vite, which reloads the shell in the browser and hands API calls and sockets on to the server."""
    node, vite = shutil.which("node"), SHELL / "node_modules" / "vite" / "bin" / "vite.js"
    if node is None or not vite.is_file():
        missing = "Node is missing" if node is None else "the shell's packages are missing (`npm install` in shell/)"
        say(f"Only the server reloads, since {missing}. The shell is the one that was built last.")
        return
    environment = {"AULE_URL": f"http://127.0.0.1:{port}"}
    running.enter_context(
        process(
            [node, str(vite), "--port", str(SHELL_PORT), "--strictPort", "--clearScreen", "false"], SHELL, environment
        )
    )
    say(f"Open the link below on port {SHELL_PORT} instead of {port}: that page follows your changes.")


@contextmanager
def process(
    command: list[str], folder: Path, environment: Mapping[str, str] | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program, and end it as Ctrl-C does; in a session of its own, so that a key press reaches it only once."""
    full = {**os.environ, **(environment or {})}
    started = subprocess.Popen(command, cwd=folder, env=full, stdin=subprocess.DEVNULL, start_new_session=True)
    try:
        yield started
    finally:
        started.send_signal(signal.SIGINT)
        try:
            started.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            started.kill()
            started.wait()


def read_stamps(folder: Path) -> Stamps:
    """Return when each watched file below a folder was last written."""
    stamps: dict[Path, int] = {}
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in ("__pycache__", "static")]
        for name in names:
            if name.endswith(WATCHED):
                path = Path(place, name)
                try:
                    stamps[path] = path.stat().st_mtime_ns
                except FileNotFoundError:
                    continue  # an editor that replaces a file takes it away for a moment
    return stamps


def find_changes(before: Stamps, now: Stamps) -> list[Path]:
    """Return the files that were written, added or removed."""
    return sorted(path for path in before.keys() | now.keys() if before.get(path) != now.get(path))


def say(words: str) -> None:
    """Print a line about what happens here, apart from what both programs print."""
    print(f"[dev] {words}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
