"""`aule new`: skeletons of apps, plugins and skills."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from aule.apps.skeletons.skeleton import MESSAGES, Kind, write_skeleton
from aule.sdk.terminal import Argument, CommandGroup, Console, Option, locale

commands = CommandGroup("new", help="Begin an app, a plugin or a skill: a skeleton that works and is tested.")

Name = Annotated[str, Argument("What it is called.")]
To = Annotated[str, Option("--to", help="The folder in which its own folder is made.")]


@commands.command()
def app(console: Console, name: Name, to: To = ".") -> None:
    """Write the package of an app: capabilities, sentences, a test, an entry point."""
    _write(console, "app", name, to)


@commands.command()
def plugin(console: Console, name: Name, to: To = ".") -> None:
    """Write a plugin: its descriptor, its source in C, and a test of it."""
    _write(console, "plugin", name, to)


@commands.command()
def skill(console: Console, name: Name, to: To = ".") -> None:
    """Write the folder of a skill: SKILL.md, a script, and a test of it."""
    _write(console, "skill", name, to)


def _write(console: Console, kind: Kind, name: str, to: str) -> None:
    language = locale()
    folder = Path(to).expanduser()
    written = write_skeleton(kind, name, folder, language)
    place = str(folder / name)
    console.result({"kind": kind, "name": name, "folder": place, "files": written})
    for each in written:
        console.say(f"  {name}/{each}")
    console.say(MESSAGES.say(f"next_{kind}", language, path=place, name=name))
