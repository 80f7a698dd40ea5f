"""Where the `aule` command begins: a shell that asks what could follow is answered without loading the commands."""

from __future__ import annotations

import gc
import os


def run() -> None:
    """The console script."""
    if "_AULE_COMPLETE" in os.environ:
        from aule.cli.completion import answer

        answer()
        return
    gc.disable()  # nothing that is loaded is garbage; the command lets it be looked for again once it begins
    from aule.cli.main import run as run_command  # click, which takes longer than an answer to a shell may

    run_command()
