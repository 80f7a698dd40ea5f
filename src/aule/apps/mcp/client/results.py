"""What comes back from a server: results as text and artifacts."""

from __future__ import annotations

import base64
import binascii
import json

import mcp_types as types

from aule.apps.mcp.client.descriptors import clean
from aule.apps.mcp.records import ToolResult
from aule.apps.mcp.words import say
from aule.sdk import Context
from aule.text.foreign_text import without_hidden

LONGEST_TEXT = 60_000
LONGEST_DATA = 60_000
LARGEST_FILE = 5_000_000
MOST_FILES = 5


async def result_of(context: Context, came: types.CallToolResult) -> tuple[ToolResult, bool]:
    """Return what a tool gave back, cut where it is too long, and whether it says that it failed."""
    texts: list[str] = []
    artifacts: list[str] = []
    for block in came.content[:1_000]:
        match block:
            case types.TextContent():
                texts.append(block.text)
            case types.ImageContent() | types.AudioContent():
                texts.append(await _kept(context, block.data, block.mime_type, artifacts))
            case types.EmbeddedResource(resource=types.TextResourceContents() as resource):
                texts.append(resource.text)
            case types.EmbeddedResource(resource=types.BlobResourceContents() as resource):
                texts.append(await _kept(context, resource.blob, resource.mime_type or "", artifacts))
            case types.ResourceLink():
                texts.append(f"[{clean(str(block.uri), 500)}]")
            case _:
                texts.append("[?]")
    text, cut = cut_text("\n".join(texts), LONGEST_TEXT)
    data = came.structured_content
    if data is not None and len(json.dumps(data)) > LONGEST_DATA:
        data, cut = None, cut + LONGEST_DATA
    if cut:
        context.warn("mcp_cut", say("cut", context.locale, count=cut))
    return ToolResult(text=text, data=data, artifacts=artifacts, cut=cut), bool(came.is_error)


def cut_text(text: str, most: int) -> tuple[str, int]:
    """Return a stranger's text without hidden characters, cut where it is too long, and how much was left out."""
    return without_hidden(text[:most]), max(0, len(text) - most)


async def _kept(context: Context, data: str, mime: str, artifacts: list[str]) -> str:
    """Keep a picture or a file as an artifact, and return what stands for it in the text."""
    kind = clean(mime, 80)
    if len(data) > LARGEST_FILE * 4 // 3 or len(artifacts) >= MOST_FILES:
        return f"[{kind}]"
    try:
        content = base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError):
        return f"[{kind}?]"
    suffix = kind.partition("/")[2].partition("+")[0]
    kept = await context.keep(f"mcp-{len(artifacts) + 1}.{suffix if suffix.isalnum() else 'bin'}", kind, content)
    artifacts.append(kept.id)
    return f"[{kind}: {kept.id}]"
