"""A skeleton: files of the package with names put in, written into a new folder whole or not at all."""

from __future__ import annotations

import re
import shutil
import tempfile
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Literal

from aule.contracts.errors import Conflict, Invalid
from aule.text.messages import Messages, language_in

Kind = Literal["app", "plugin", "skill"]

MESSAGES = Messages("aule.apps.skeletons")
_FORMS: dict[Kind, re.Pattern[str]] = {
    "app": re.compile(r"[a-z][a-z0-9_]{1,39}"),
    "plugin": re.compile(r"[a-z][a-z0-9_]{1,39}"),
    "skill": re.compile(r"(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*"),
}
_SUFFIX = ".txt"
"""Ends the name of each file of a skeleton, so that no tool takes it for one of ours."""
_WORDS = frozenset(
    {"app", "aule", "class", "def", "false", "import", "new", "none", "skill", "test", "tests", "tool", "true"}
)


def write_skeleton(kind: Kind, name: str, folder: Path, locale: str) -> list[str]:
    """Write a skeleton into a new folder below another one; return the paths of its files."""
    check_name(kind, name, locale)
    target = folder / name
    if target.exists() or target.is_symlink():
        raise Conflict(
            MESSAGES.say("exists", locale, path=str(target)), code="exists", hint=MESSAGES.hint("exists", locale)
        )
    values = {"@name@": name, "@title@": name.replace("_", " ").replace("-", " ").capitalize()}
    written: list[str] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix=f".{name}-", dir=folder))
    except OSError as error:
        raise Invalid(MESSAGES.say("not_written", locale, path=str(target), why=str(error)), field="to") from None
    try:
        for path, text in _files(kind, locale):
            for mark, value in values.items():
                path, text = path.replace(mark, value), text.replace(mark, value)  # noqa: PLW2901 (marks in both)
            place = made / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, "utf-8")
            written.append(path)
        made.chmod(0o755)
        made.rename(target)  # refuses where somebody was quicker and their folder is not empty
    except OSError as error:
        shutil.rmtree(made, ignore_errors=True)
        raise Invalid(MESSAGES.say("not_written", locale, path=str(target), why=str(error)), field="to") from None
    return written


def check_name(kind: Kind, name: str, locale: str) -> None:
    """Refuse a name that such a thing cannot have, or that would be taken for something else."""
    if _FORMS[kind].fullmatch(name) is None:
        raise Invalid(
            MESSAGES.say(f"bad_{kind}_name", locale, name=name),
            code="bad_name",
            hint=MESSAGES.hint(f"bad_{kind}_name", locale),
            field="name",
        )
    if name in _WORDS or (kind == "app" and name in _built_in()):
        raise Invalid(
            MESSAGES.say("taken_name", locale, name=name),
            code="bad_name",
            hint=MESSAGES.hint("taken_name", locale),
            field="name",
        )


def _built_in() -> set[str]:
    """Return the names of the apps that come with the system; each has the name of its folder."""
    return {each.name for each in resources.files("aule").joinpath("apps").iterdir() if each.is_dir()}


def _files(kind: Kind, locale: str) -> list[tuple[str, str]]:
    """Return the files of a skeleton by their paths; of those in two languages, the one of the locale."""
    language = language_in(locale)
    other = "en" if language == "pt" else "pt"
    found: list[tuple[str, str]] = []
    for path, file in _walk(resources.files("aule.apps.skeletons").joinpath("files", kind), ""):
        name = path.removesuffix(_SUFFIX)
        if f".{other}." not in name:
            found.append((name.replace(f".{language}.", "."), file.read_text("utf-8")))
    return sorted(found)


def _walk(folder: Traversable, prefix: str) -> list[tuple[str, Traversable]]:
    found: list[tuple[str, Traversable]] = []
    for each in folder.iterdir():
        if each.is_dir():
            found += _walk(each, f"{prefix}{each.name}/")
        elif each.name.endswith(_SUFFIX):
            found.append((f"{prefix}{each.name}", each))
    return found
