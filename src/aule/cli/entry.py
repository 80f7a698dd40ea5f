"""Where the `aule` command begins: a shell that asks what could follow is answered without loading the commands."""

from __future__ import annotations

import os


def run() -> None:
    """The console script."""
    if "_AULE_COMPLETE" in os.environ:
        from aule.cli.completion import answer

        answer()
        return
    from aule.cli.main import run as run_command  # typer, which takes longer than an answer to a shell may

    run_command()
