"""The front matter of a `SKILL.md`: read as data with limits on everything; what is not known is kept and told."""

from __future__ import annotations

import json
import re
from typing import Any, cast

from aule.apps.skills.folder.contents import SkillFolder
from aule.apps.skills.records import (
    MOST_COMPATIBILITY,
    MOST_DESCRIPTION,
    MOST_NAME,
    NAME,
    SKILL_FILE,
    SkillHeader,
)
from aule.sdk import errors
from aule.sdk.agents import read_yaml
from aule.text.foreign_text import PieceKind, Place, pieces_of

MOST_FRONT = 20_000
"""Characters of a front matter."""
MOST_BODY = 200_000
"""Characters below it."""
LONGEST_DESCRIPTION = 4_000
"""Characters with which a skill is still taken; agents are told as many as the specification allows."""
MOST_TOOLS = 100
_FRONT = re.compile(r"\A---[ \t]*\n(.*?)\n---[ \t]*(?:\n|\Z)", re.DOTALL)
_PLAIN_LINE = re.compile(r"^([A-Za-z][\w-]*):[ \t]+([^\s\"'>|\[{&*!#%@`-].*:[ \t].*)$", re.MULTILINE)
_TOOL = re.compile(r"[A-Za-z*][\w.*:-]*(?:\([^()]*\))?")
_SEEN = frozenset({PieceKind.PLAIN, PieceKind.BLANKS})
_KNOWN = ("name", "description", "license", "compatibility", "metadata", "allowed-tools")


def split(text: str) -> tuple[str | None, str]:
    """Return the front matter and the body of a file; None where it has no front matter."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    found = _FRONT.match(text)
    return (None, text) if found is None else (found[1], text[found.end() :])


def read_header(folder: SkillFolder) -> SkillHeader:
    """Return what the front matter of a folder says; what is wrong with it is noted in the folder."""
    content = folder.files.get(SKILL_FILE)
    if content is None:
        return SkillHeader()
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        folder.refuse("not_text", path=SKILL_FILE)
        return SkillHeader()
    front, body = split(text)
    if front is None:
        folder.refuse("no_front_matter", path=SKILL_FILE)
        return SkillHeader()
    if len(front) > MOST_FRONT or len(body) > MOST_BODY:
        folder.refuse("large_skill_file", path=SKILL_FILE, front=MOST_FRONT, body=MOST_BODY)
        return SkillHeader()
    values = _values(front, folder)
    return SkillHeader() if values is None else _header(values, folder)


def tools_in(value: Any) -> list[str]:
    """Return the tools that a value names: words between blanks or commas, or a list of them."""
    if isinstance(value, list):
        value = " ".join(str(each) for each in cast("list[Any]", value))
    return list(dict.fromkeys(_TOOL.findall(str(value or ""))))[:MOST_TOOLS]


def _values(front: str, folder: SkillFolder) -> dict[str, Any] | None:
    """Return the front matter as a mapping; a plain line with a colon in it is read as people mean it."""
    try:
        found = read_yaml(front)
    except errors.AuleError as problem:
        mended = _PLAIN_LINE.sub(lambda line: f"{line[1]}: {json.dumps(line[2].strip(), ensure_ascii=False)}", front)
        try:
            found = read_yaml(mended)
        except errors.AuleError:
            folder.refuse("bad_front_matter", path=SKILL_FILE, problem=str(problem)[:300])
            return None
        folder.warn("unquoted_colon", path=SKILL_FILE)
    if not isinstance(found, dict):
        folder.refuse("bad_front_matter", path=SKILL_FILE, problem=type(found).__name__)
        return None
    values = {str(key): value for key, value in cast("dict[Any, Any]", found).items()}
    if len(json.dumps(values, ensure_ascii=False)) > 2 * MOST_FRONT:
        folder.refuse("large_skill_file", path=SKILL_FILE, front=MOST_FRONT, body=MOST_BODY)
        return None
    return values


def _header(values: dict[str, Any], folder: SkillFolder) -> SkillHeader:
    header = SkillHeader(
        name=_text(values, "name"),
        description=_text(values, "description"),
        license=_text(values, "license")[:1_000],
        compatibility=_text(values, "compatibility")[:4_000],
        metadata=_metadata(values.get("metadata"), folder),
        allowed_tools=tools_in(values["allowed-tools"]) if "allowed-tools" in values else None,
        other={key: value for key, value in values.items() if key not in _KNOWN},
    )
    _check(header, folder)
    return header


def _check(header: SkillHeader, folder: SkillFolder) -> None:
    if len(header.name) > MOST_NAME or not re.fullmatch(NAME, header.name):
        folder.refuse("bad_name", path=SKILL_FILE, name=ascii(header.name)[:100])
    elif folder.name and header.name != folder.name:
        folder.warn("other_folder_name", path=SKILL_FILE, name=header.name, folder=folder.name)
    if MOST_DESCRIPTION < len(header.description) <= LONGEST_DESCRIPTION:
        folder.warn("long_description", path=SKILL_FILE, most=MOST_DESCRIPTION, length=len(header.description))
    elif not 1 <= len(header.description) <= MOST_DESCRIPTION:
        folder.refuse("bad_description", path=SKILL_FILE, most=MOST_DESCRIPTION, length=len(header.description))
    if any(piece.kind not in _SEEN for piece in pieces_of(header.description, Place.PROSE)):
        folder.refuse("hidden_characters", path=SKILL_FILE)
    if len(header.compatibility) > MOST_COMPATIBILITY:
        folder.warn("long_compatibility", path=SKILL_FILE, most=MOST_COMPATIBILITY)
    if header.other:
        folder.warn(
            "unknown_keys", path=SKILL_FILE, keys=", ".join(ascii(key)[1:-1][:40] for key in header.other)[:300]
        )


def _text(values: dict[str, Any], key: str) -> str:
    value = values.get(key)
    return "" if value is None or isinstance(value, dict | list) else " ".join(str(value).split())


def _metadata(value: Any, folder: SkillFolder) -> dict[str, str]:
    if value is None:
        return {}
    if not isinstance(value, dict):
        folder.warn("bad_metadata", path=SKILL_FILE)
        return {"value": str(value)[:1_000]}
    pairs = cast("dict[Any, Any]", value)
    if any(isinstance(each, dict | list) for each in pairs.values()):
        folder.warn("bad_metadata", path=SKILL_FILE)
    return {
        str(key)[:200]: (each if isinstance(each, str) else json.dumps(each, ensure_ascii=False))[:4_000]
        for key, each in list(pairs.items())[:100]
    }
