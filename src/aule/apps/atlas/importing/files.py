"""Files people import: which kind each is, and opening it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import BinaryIO

from aule.apps.atlas.importing.csv_rows import open_csv
from aule.apps.atlas.importing.legacy import LONGEST, has_plan
from aule.apps.atlas.importing.parcel import MOST_BYTES, Parcel
from aule.apps.atlas.importing.reader import open_file
from aule.apps.atlas.importing.refusals import Refusal, told_in
from aule.sdk import Context, errors

_LARGEST_CSV = 50 * 1024 * 1024
_SPACES = b"\xef\xbb\xbf \t\r\n"


@asynccontextmanager
async def open_artifact(context: Context, artifact: str, company: str) -> AsyncGenerator[Parcel]:
    """Open a file that was brought; its rows are read one by one for as long as the block lasts."""
    kept = await context.artifact(artifact)
    with told_in(context.locale), await context.opened(kept, MOST_BYTES) as file:
        if await asyncio.to_thread(_is_json, file):
            yield await asyncio.to_thread(open_file, file, kept.size)
            return
        if kept.size > _LARGEST_CSV:
            raise errors.TooLarge(f"A CSV may have {_LARGEST_CSV // 2**20} MB at most.", hint="Import it in parts.")
        content = await asyncio.to_thread(file.read)
        if has_plan(content[:LONGEST].decode("utf-8", "replace")):
            raise Refusal("a_chat", name=kept.name)
        yield await open_csv(content, context.reading, company)


def _is_json(file: BinaryIO) -> bool:
    head = file.read(4096).lstrip(_SPACES)
    file.seek(0)
    return head[:1] in (b"{", b"[", b"")
