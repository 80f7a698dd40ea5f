"""Editing an agent's files for version 2: the few lines that change, and not a byte besides (CO-61)."""

from __future__ import annotations

import io
import json
import re
from typing import Any, cast

from aule.apps.conductor.documents import parse_document
from aule.apps.conductor.findings import Misconfigured
from aule.contracts.errors import Invalid
from aule.contracts.model import JsonObject

VERSION = "2.0"
_VALUE = re.compile(
    r"^(?P<key>[A-Za-z_]+\s*:\s*)(?P<quote>[\"']?)(?P<value>[^\"'#\r\n]*?)(?P=quote)(?P<rest>\s*(?:#.*)?)$"
)


def edited_manifest(text: str, mode: str, project_key: str | None, scope: tuple[str, ...]) -> str:
    """A manifest of version 1 as one of version 2; comments, order and quotes of everything else stay."""
    wanted: JsonObject = {"execution_mode": mode}
    before = dict(parse_document(text, "").value)
    if project_key is not None:
        wanted["target_context"] = _target(before.get("target_context"), project_key, scope)
    for attempt in (_by_lines, _by_round_trip):
        edited = attempt(text, before, wanted)
        if edited is not None and _says(edited, before, wanted):
            return edited
    raise Invalid("The manifest cannot be edited safely.", code="not_editable", hint="Write one key on each line.")


def edited_state(text: str, identity: dict[str, str]) -> str:
    """A state with the keys that say whose it is; those it has, and all the rest, stay as they are."""
    try:
        value: Any = json.loads(text)
    except ValueError:
        return text  # what cannot be read is nobody's to mend here
    if not isinstance(value, dict):
        return text
    state = cast("JsonObject", value)
    missing = {key: each for key, each in identity.items() if key not in state}
    if not missing:
        return text
    place = text.index("{") + 1
    newline = re.match(r"\s*\n[ \t]*", text[place:])
    gap = newline[0] if newline is not None else " " if text[place : place + 1] == " " else ""
    parts = [f"{json.dumps(key)}: {json.dumps(each, ensure_ascii=False)}" for key, each in missing.items()]
    comma = "," if state else ""
    edited = text[:place] + "".join(f"{gap}{part}," for part in parts)[:-1] + comma + text[place:]
    return edited if json.loads(edited) == {**missing, **state} else text


def _target(before: Any, project_key: str, scope: tuple[str, ...]) -> JsonObject:
    """Where an agent works; what its manifest says of that already, in its own way, stays so."""
    said = cast("JsonObject", before) if isinstance(before, dict) else {}
    given: Any = said.get("output_scope")
    globs = cast("list[Any]", given) if isinstance(given, list) else [] if given is None else [given]
    return {**said, "project_key": project_key, "output_scope": given if globs == [*scope] else _scope(scope)}


def _scope(scope: tuple[str, ...]) -> str | list[str] | None:
    if not scope:
        return None
    return scope[0] if len(scope) == 1 else list(scope)


def _by_lines(text: str, before: JsonObject, wanted: JsonObject) -> str | None:
    """Change the lines of the keys that are there, and put new ones behind the version."""
    wanted = {key: value for key, value in wanted.items() if key not in before or before[key] != value}
    if "target_context" in before and "target_context" in wanted:
        return None
    lines = text.splitlines(keepends=True)
    end = "\r\n" if lines and lines[0].endswith("\r\n") else "\n"
    new = [f"{key}: {value}{end}" for key, value in wanted.items() if isinstance(value, str) and key not in before]
    if "target_context" in wanted:
        target = cast("JsonObject", wanted["target_context"])
        new += ["target_context:" + end, *(f"  {key}: {_written(value)}{end}" for key, value in target.items())]
    place = _line_of(lines, "version")
    if place is None:
        new.insert(0, f"version: {VERSION}{end}")
        anchor = _line_of(lines, "id")
        place = anchor if anchor is not None else -1
    elif (changed := _with_value(lines[place], VERSION)) is not None:
        lines[place] = changed
    else:
        return None
    mode = _line_of(lines, "execution_mode")
    if mode is not None and "execution_mode" in wanted:
        if (changed := _with_value(lines[mode], str(wanted["execution_mode"]))) is None:
            return None
        lines[mode] = changed
    if place >= 0 and not lines[place].endswith(("\n", "\r")):
        lines[place] += end
    return "".join([*lines[: place + 1], *new, *lines[place + 1 :]])


def _by_round_trip(text: str, before: JsonObject, wanted: JsonObject) -> str | None:
    """Read it with its comments, change it, and write it again: for manifests that are not one key a line."""
    from ruamel.yaml import YAML  # most migrations never need it
    from ruamel.yaml.error import YAMLError

    editor: Any = YAML(typ="rt", pure=True)  # the library says little about its types
    editor.preserve_quotes, editor.width = True, 4_096
    try:
        value: Any = editor.load(text)
        value["version"] = 2.0
        for key, each in wanted.items():
            value[key] = each
        written = io.StringIO()
        editor.dump(value, written)
    except YAMLError:
        return None
    return written.getvalue()


def _says(edited: str, before: JsonObject, wanted: JsonObject) -> bool:
    """Whether an edited manifest says what it did, and what is new, and nothing else."""
    try:
        after = dict(parse_document(edited, "").value)
    except Misconfigured:
        return False
    version = after.pop("version", None)
    kept = {key: value for key, value in before.items() if key not in ("version", *wanted)}
    return str(version) == VERSION and after == {**kept, **wanted}


def _line_of(lines: list[str], key: str) -> int | None:
    """The line on which a key of the top stands."""
    return next((number for number, line in enumerate(lines) if re.match(rf"{key}\s*:", line)), None)


def _with_value(line: str, value: str) -> str | None:
    bare = line.rstrip("\r\n")
    found = _VALUE.match(bare)
    if found is None:
        return None
    quote = found["quote"]
    gap = "" if found["key"].endswith((" ", "\t")) else " "
    return f"{found['key']}{gap}{quote}{value}{quote}{found['rest']}{line[len(bare) :]}"


def _written(value: Any) -> str:
    if value is None:
        return "null"
    return json.dumps(value, ensure_ascii=False)
