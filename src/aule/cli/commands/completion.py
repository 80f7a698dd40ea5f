"""`aule completion`: let a shell complete commands, options, capabilities and ids."""

from __future__ import annotations

import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from aule.contracts.errors import Conflict
from aule.terminal.commands import Argument, Option, command
from aule.terminal.console import Console
from aule.terminal.words import say

SCRIPTS = Path(__file__).parent.parent / "completions"
MARK = "Written by `aule completion`"
"""What tells a script of ours from somebody's own."""


class Shell(StrEnum):
    """The shells that can be helped."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"


@command(has_json=False)
def completion(
    console: Console,
    shell: Annotated[Shell, Argument("bash, zsh or fish.")],
    install: Annotated[bool, Option("--install", help="Put it where the shell looks for it.")] = False,
) -> None:
    """Print the script that lets a shell complete `aule`, or install it for this user."""
    script = (SCRIPTS / f"aule.{shell}").read_text(encoding="utf-8")
    if not install:
        sys.stdout.write(script)
        return
    file = place_of(shell)
    if file.exists() and MARK not in file.read_text(encoding="utf-8", errors="replace"):
        raise Conflict(say("not_our_script", file=file), hint=say("not_our_script_hint"))
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(script, encoding="utf-8")
    console.say(say("script_written", file=file))
    console.say(say(f"script_used_{shell}", file=file, folder=file.parent), "dim")


def place_of(shell: Shell) -> Path:
    """Where a shell looks for what completes a command of this user."""
    user = Path(os.environ.get("HOME") or Path.home())
    data = Path(os.environ.get("XDG_DATA_HOME") or user / ".local" / "share")
    match shell:
        case Shell.BASH:
            return data / "bash-completion" / "completions" / "aule"
        case Shell.ZSH:
            return data / "zsh" / "site-functions" / "_aule"
        case Shell.FISH:
            return Path(os.environ.get("XDG_CONFIG_HOME") or user / ".config") / "fish" / "completions" / "aule.fish"
