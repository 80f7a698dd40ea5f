"""Readable text of fetched documents, extracted within limits of time and memory."""

from __future__ import annotations

import asyncio
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from aule.child_processes import end_child
from aule.contracts.errors import Invalid, TimedOut
from aule.sandbox.net.charsets import clean, text_of
from aule.sandbox.net.client import DATA, PAGES, Fetched

SECONDS = 20.0
"""How long extracting one document may take."""
LONGEST_TITLE = 300


@dataclass(frozen=True, slots=True)
class WebDocument:
    """A document of the web as text. All of it was written by strangers."""

    url: str
    host: str
    kind: Literal["page", "text", "json"]
    text: str
    title: str = ""
    author: str = ""
    date: str = ""


async def read_document(
    fetched: Fetched, *, seconds: float = SECONDS, reader: Literal["page", "plain page"] = "page"
) -> WebDocument:
    """Return the readable text of a fetched document: a page as Markdown, anything else as it is.

    The plain reader of pages is always there; the other one is better where `aule[web]` is installed.
    """
    is_page = fetched.type in PAGES
    text = text_of(fetched.content, fetched.charset, is_page=is_page)
    if not is_page:
        if "\ufffd" in text[:2_000] and text.count("\ufffd") > len(text) // 20:
            raise Invalid(
                f"{fetched.url!r} says it is text, and is not.",
                code="unsupported_type",
                hint="Web pages, plain text and JSON can be read; other files cannot.",
            )
        kind = "json" if fetched.type in DATA else "text"
        return WebDocument(fetched.url, fetched.host, kind, text, title=_last_part(fetched.url))
    answer = await ask_reader({"do": reader, "html": text, "url": fetched.url}, seconds)
    title, author, date = (clean(str(answer.get(name) or ""))[:LONGEST_TITLE] for name in ("title", "author", "date"))
    return WebDocument(fetched.url, fetched.host, "page", clean(str(answer.get("text") or "")), title, author, date)


async def ask_reader(request: dict[str, str], seconds: float = SECONDS) -> dict[str, Any]:
    """Extract a page in a process of its own."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-I", str(Path(__file__).with_name("reader.py"))),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env={},
    )
    try:
        async with asyncio.timeout(seconds):
            answer, _ = await process.communicate(json.dumps(request).encode())
    except TimeoutError:
        raise _ran_away() from None
    finally:
        await end_child(process)
    if process.returncode != 0:
        raise _ran_away()
    return json.loads(answer)


def _ran_away() -> TimedOut:
    return TimedOut(
        "The page took too much time or memory to read and was left.",
        code="unreadable_page",
        hint="Try another page on the same subject.",
    )


def _last_part(url: str) -> str:
    return url.partition("?")[0].rstrip("/").rpartition("/")[2][:LONGEST_TITLE]
