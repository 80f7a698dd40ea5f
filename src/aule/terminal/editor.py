"""Editing what would be written, in the person's own editor, before it is decided."""

from __future__ import annotations

import asyncio
import os
import shlex
import tempfile
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from aule.contracts.errors import AuleError
from aule.contracts.kinds import ApprovalKind
from aule.terminal.client import Client
from aule.terminal.console import Console
from aule.terminal.line_input import Lines
from aule.terminal.printable import one_line
from aule.terminal.words import say

if TYPE_CHECKING:
    from aule.terminal.answers import Approval, TextDraft


def is_editable(approval: Approval) -> bool:
    """Whether it is the content of files that waits."""
    preview = approval["preview"]
    return approval["kind"] == ApprovalKind.WRITE and preview is not None and preview["type"] in ("diff", "patch")


async def edited(client: Client, console: Console, lines: Lines, approval: Approval) -> Approval:
    """Open the proposed content in `$VISUAL` or `$EDITOR`; what was saved takes its place, with a new diff."""
    try:
        draft = await _chosen(client, console, lines, approval)
        text = await _opened(console, draft)
        if text is None:
            return approval
        if text == draft["content"]:
            console.say(say("nothing_edited"), "dim")
            return approval
        body = {"path": draft["path"], "content": text, "content_hash": approval["binds"]["content_hash"]}
        return await client.post(f"/v1/approvals/{approval['id']}/edit", None, body)
    except AuleError as error:  # it stays as it was, and is asked again
        console.problem(error.report)
        return approval


async def _chosen(client: Client, console: Console, lines: Lines, approval: Approval) -> TextDraft:
    """The file to edit: the only one, or the one the person names."""
    address = f"/v1/approvals/{approval['id']}/draft"
    draft: TextDraft = await client.get(address)
    if len(draft["paths"]) < 2:
        return draft
    for number, path in enumerate(draft["paths"], 1):
        console.say(f"  {number}. {one_line(path)}")
    typed = (await lines.answer("› ") or "").strip()
    chosen = (
        draft["paths"][int(typed) - 1] if typed.isdigit() and 0 < int(typed) <= len(draft["paths"]) else draft["path"]
    )
    return await client.get(address, path=chosen)


async def _opened(console: Console, draft: TextDraft) -> str | None:
    """A text as it was saved in the editor; none when the editor failed."""
    suffix = PurePosixPath(draft["path"]).suffix
    with tempfile.TemporaryDirectory(prefix="aule-") as folder:  # only its owner can look into it
        file = Path(folder) / f"proposed{suffix if suffix[1:].isalnum() else ''}"
        await asyncio.to_thread(file.write_bytes, draft["content"].encode())
        if not await open_file(console, file):
            return None
        return (await asyncio.to_thread(file.read_bytes)).decode(errors="replace")


async def open_file(console: Console, file: Path) -> bool:
    """Open a file in `$VISUAL` or `$EDITOR` and wait until it is closed; tells when the editor failed."""
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi"
    try:
        process = await asyncio.create_subprocess_exec(*shlex.split(editor), str(file))
        code = await process.wait()
    except (OSError, ValueError):
        code = 127
    if code != 0:
        console.say(say("editor_failed", editor=editor), "red")
    return code == 0
