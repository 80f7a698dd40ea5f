"""Checking a skill: what the public specification asks for, what reading found, and what may deceive a reader."""

from __future__ import annotations

import re
from urllib.parse import unquote

from aule.apps.skills.folder.contents import SkillFolder
from aule.apps.skills.folder.front_matter import read_header, split
from aule.apps.skills.folder.tool_names import allowed_by
from aule.apps.skills.records import SKILL_FILE, SkillContent, SkillFile, SkillHeader
from aule.text.foreign_text import PieceKind, Place, pieces_of
from aule.text.hashing import bytes_hash, content_hash
from aule.text.words import tokens

MOST_LINES, MOST_TOKENS = 500, 5_000
"""What the specification asks of a body."""
SHORT_DESCRIPTION = 40
LARGEST_SHOWN, MOST_SHOWN = 100_000, 600_000
"""Bytes of one file and of all files that a card shows whole."""
RUNNABLE = (".py", ".sh", ".bash", ".js", ".mjs", ".cjs")
_LINK = re.compile(r"\]\(\s*<?([^)\s>]+)>?[^)]*\)")
_MENTION = re.compile(r"(?<![\w./-])((?:scripts|references|assets)/[\w./-]*[\w-])")
_FENCE = re.compile(r"^(?:```|~~~).*?^(?:```|~~~)[ \t]*$", re.DOTALL | re.MULTILINE)
_DECEIVING = frozenset({PieceKind.CONTROL, PieceKind.DIRECTION, PieceKind.INVISIBLE})


def check(folder: SkillFolder) -> SkillContent:
    """Return what a folder holds; all that is wrong or odd with it is noted in the folder."""
    header = read_header(folder)
    body = split(folder.files.get(SKILL_FILE, b"").decode("utf-8", "replace"))[1]
    _check_body(folder, body)
    _check_links(folder, body)
    if header.description and len(header.description) < SHORT_DESCRIPTION:
        folder.warn("short_description", path=SKILL_FILE)
    return content_of(folder.files, header, folder)


def content_of(files: dict[str, bytes], header: SkillHeader, folder: SkillFolder | None = None) -> SkillContent:
    """Return the header and the files of a skill, with the hash of all of it."""
    allows, unknown = allowed_by(header.allowed_tools)
    if folder is not None and unknown:
        folder.warn("unknown_tools", path=SKILL_FILE, tools=" ".join(unknown)[:300])
    told = list[SkillFile]()
    left = MOST_SHOWN
    for path in sorted(files, key=lambda path: (path != SKILL_FILE, path)):
        content = files[path]
        is_text = _is_text(content)
        is_shown = is_text and len(content) <= min(LARGEST_SHOWN if path != SKILL_FILE else MOST_SHOWN, left)
        left -= len(content) if is_shown else 0
        told.append(
            SkillFile(path=path, size=len(content), sha256=bytes_hash(content), is_text=is_text, is_shown=is_shown)
        )
        if folder is not None and is_text and _deceives(content):
            folder.warn("deceiving_characters", path=path)
    return SkillContent(
        header=header,
        files=told,
        hash=hash_of(told),
        scripts=[each.path for each in told if _is_script(each.path)],
        allows=allows,
        unknown_tools=unknown,
    )


def hash_of(files: list[SkillFile]) -> str:
    """Return the hash of all files with their names: another one is another skill."""
    return content_hash({each.path: each.sha256 for each in files})


def _check_body(folder: SkillFolder, body: str) -> None:
    if SKILL_FILE not in folder.files:
        return
    if not body.strip():
        folder.warn("empty_body", path=SKILL_FILE)
    lines, length = body.count("\n"), tokens(body)
    if lines > MOST_LINES or length > MOST_TOKENS:
        folder.warn("long_body", path=SKILL_FILE, lines=lines, tokens=length, most=MOST_LINES, most_tokens=MOST_TOKENS)


def _check_links(folder: SkillFolder, body: str) -> None:
    """Note files that the body names and that are not there."""
    plain = _FENCE.sub("", body)
    named = [unquote(each.partition("#")[0]) for each in _LINK.findall(plain)] + _MENTION.findall(body)
    folders = {path.rsplit("/", depth)[0] for path in folder.files for depth in range(1, path.count("/") + 1)}
    for each in dict.fromkeys(named):
        target = each.removeprefix("./").rstrip("/")
        if not target or re.match(r"^[a-z][a-z0-9+.-]*:|^/", target, re.IGNORECASE):
            continue
        if ".." in target.split("/"):
            folder.warn("link_outside", path=SKILL_FILE, link=target[:200])
        elif target not in folder.files and target not in folders and len(folder.findings) < 60:
            folder.warn("dead_link", path=SKILL_FILE, link=target[:200])


def _is_script(path: str) -> bool:
    """Return whether a file can be run; what only marks a package of Python runs nothing by itself."""
    return path.lower().endswith(RUNNABLE) and path.rpartition("/")[2] != "__init__.py"


def _is_text(content: bytes) -> bool:
    if b"\0" in content:
        return False
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _deceives(content: bytes) -> bool:
    """Return whether a text holds characters that turn its direction, control a terminal or cannot be seen."""
    if content.isascii() and not re.search(rb"[\x00-\x08\x0b\x0e-\x1f\x7f]", content):
        return False
    text = content.decode("utf-8").replace("\r\n", "\n").replace("\x0c", "")
    return any(piece.kind in _DECEIVING for piece in pieces_of(text.removeprefix("\ufeff"), Place.PROSE))
