"""The `aule` command as a person or a script meets it: real processes on a data directory of their own."""

from __future__ import annotations

import contextlib
import json
import os
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from click.testing import CliRunner
from tests.processes.nursery import Process, nursery

from aule.cli.main import app
from aule.models.local.sentence_cache import cache_folder

PATIENCE = 60
"""Seconds after which a command that has not ended has failed; far more than any needs."""


@dataclass(frozen=True)
class Ended:
    """How a command ended and what it said."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """The one JSON document it printed."""
        return json.loads(self.out)


@dataclass(frozen=True)
class CommandLine:
    """Runs commands on one data directory."""

    home: Path
    is_here: bool = False
    """Whether commands run in the test's own process, which saves them the start of an interpreter."""

    @property
    def environment(self) -> dict[str, str]:
        """What a command finds around it: nothing of this machine but the encoder that was unpacked."""
        kept = {name: os.environ[name] for name in ("PATH", "AULE_FORBID_MODELS", "LANG") if name in os.environ}
        if (folder := cache_folder()) is not None:
            kept["XDG_CACHE_HOME"] = str(folder.parent)
        return {**kept, "HOME": str(self.home.parent), "AULE_HOME": str(self.home), "PYTHONUNBUFFERED": "1"}

    def run(self, *words: str, stdin: str = "") -> Ended:
        """Run a command to its end, with pipes instead of a terminal."""
        if self.is_here:
            done = CliRunner(env=self.environment).invoke(app, words, input=stdin, prog_name="aule")
            if done.exception is not None and not isinstance(done.exception, SystemExit):
                raise done.exception
            return Ended(done.exit_code, done.stdout, done.stderr)
        ran = nursery().run(*words, env=self.environment, stdin=stdin, timeout=PATIENCE)
        return Ended(ran.code, ran.out, ran.err)

    def start(self, *words: str) -> Process:
        """Start a command and leave it running."""
        self.home.parent.mkdir(parents=True, exist_ok=True)
        with (self.home.parent / "started.log").open("a") as log:
            return nursery().start(*words, env=self.environment, stderr=log)

    @contextlib.contextmanager
    def server(self) -> Iterator[dict[str, Any]]:
        """A server, until the block ends; gives what it announced."""
        process = self.start("up", "--port", "0", "--no-browser", "--json")
        try:
            yield json.loads(process.stdout.readline())
        finally:
            stop(process)


def stop(process: Process) -> int:
    """Ctrl-C, and the code it left with."""
    process.send_signal(signal.SIGINT)
    code = process.wait(PATIENCE)
    process.end()
    return code
