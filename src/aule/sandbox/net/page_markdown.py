"""A part of a page as Markdown: headings, paragraphs, lists, tables, code and links."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

_WORDS = tomllib.loads(Path(__file__).with_name("page_words.toml").read_text(encoding="utf-8"))
BLOCK_TAGS = frozenset(_WORDS["tags"]["block"].split())
LINE_TAGS = frozenset(_WORDS["tags"]["line"].split())
"""Blocks that are one line of Markdown, unless they hold others."""
LABEL = 40
"""Characters below which text that stands in no paragraph is a label, unless it ends like a sentence."""
SHORT = 60
"""Characters below which the last lines of a text are no part of it, unless they end like a sentence."""
LAST_LINES = 8

_HEADING = re.compile(r"(#{1,6}) ")
_ITEM = re.compile(r"- |\d+\. |\||```")
"""How items, tables and code begin."""
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_SENTENCE_END = re.compile(r"[.!?…:;»”\"“)\]]$|[。！？]$")
_ELSEWHERE = re.compile(rf"(?:{'|'.join(_WORDS['lines']['elsewhere'])})\W*", re.IGNORECASE)


def markdown_of(element: Any, url: str, *, is_whole: bool = False) -> str:
    """Return an element as Markdown; of a whole page nothing is left out, of a text what leads elsewhere is."""
    blocks: list[str] = []
    _add(element, url, blocks)
    if not is_whole:
        blocks = _without_last_labels(_without_empty_parts(_without_elsewhere(blocks)))
    return "\n\n".join(blocks)


def _add(element: Any, url: str, blocks: list[str]) -> None:
    """Add an element block by block: text between blocks is a paragraph too."""
    if (block := _whole_block(element, url)) is not None:
        if block:
            blocks.append(block)
        return
    line = [element.text or ""]
    for child in element:
        if isinstance(child.tag, str) and (child.tag in BLOCK_TAGS or _has_blocks(child)):
            _add_line(line, blocks)
            _add(child, url, blocks)
        elif isinstance(child.tag, str):
            line.append(_inline(child, url))
        line.append(child.tail or "")
    _add_line(line, blocks)


def _add_line(line: list[str], blocks: list[str]) -> None:
    text = _one_line("".join(line))
    line.clear()
    shown = _plain(text)
    if shown and (len(shown) >= LABEL or _SENTENCE_END.search(shown)):
        blocks.append(text)


def _whole_block(element: Any, url: str) -> str | None:
    """Return an element that is one block of Markdown; none for one that holds others."""
    tag = element.tag
    if tag == "pre":
        code = element.text_content().strip("\n")
        return f"```\n{code}\n```" if code.strip() else ""
    if tag == "table" and not any(_has_blocks(cell) for cell in element.iter("td", "th")):
        return _table(element, url)
    if tag not in LINE_TAGS or _has_blocks(element):
        return None
    text = _content(element, url).strip()
    if tag[0] == "h" and text:
        return f"{'#' * int(tag[1])} {_one_line(text)}"
    if tag == "li" and text:
        around: Any = element.getparent()
        return f"{around.index(element) + 1}. {text}" if getattr(around, "tag", "") == "ol" else f"- {text}"
    return text


def _has_blocks(element: Any) -> bool:
    return any(each.tag in BLOCK_TAGS for each in element.iterdescendants() if isinstance(each.tag, str))


def _table(element: Any, url: str) -> str:
    rows = [[_one_line(_content(cell, url)) for cell in row.iter("td", "th")] for row in element.iter("tr")]
    rows = [row for row in rows if any(row)]
    if not rows:
        return ""
    lines = [f"| {' | '.join(cell.replace('|', '/') for cell in row)} |" for row in rows]
    return "\n".join([lines[0], f"|{' --- |' * len(rows[0])}", *lines[1:]])


def _content(element: Any, url: str) -> str:
    """Return the text within an element; a line that was broken on purpose stays so."""
    parts = [_spaced(element.text)]
    for child in element:
        if isinstance(child.tag, str):
            parts.append(_inline(child, url))
        parts.append(_spaced(child.tail))
    return re.sub(r" *\n *", "\n", re.sub(r" {2,}", " ", "".join(parts)))


def _inline(element: Any, url: str) -> str:
    if element.tag == "br":
        return "\n"
    text = _content(element, url)
    shown = text.strip()
    if not shown:
        return text
    if element.tag == "a" and (address := _address(element.get("href"), url)):
        return f"[{_one_line(shown)}]({address})"
    if element.tag in ("b", "strong"):
        return f"**{shown}**" if "**" not in shown else text
    return f"`{shown}`" if element.tag == "code" else text


def _address(link: str | None, url: str) -> str:
    """Return where a link leads; nothing for one that leads nowhere on the web."""
    link = (link or "").strip()
    if not link or link.startswith("#"):
        return ""
    try:
        address = urljoin(url, link)
        return address.replace(" ", "%20").replace(")", "%29") if urlsplit(address).scheme in ("http", "https") else ""
    except ValueError:
        return ""


def _spaced(text: str | None) -> str:
    return re.sub(r"\s+", " ", text) if text else ""


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _plain(block: str) -> str:
    return _LINK.sub(r"\1", block).replace("*", "").strip()


def _level(block: str) -> int:
    found = _HEADING.match(block)
    return len(found[1]) if found else 0


def _without_elsewhere(blocks: Sequence[str]) -> list[str]:
    """Return blocks without the parts whose heading leads elsewhere, and without lines that do."""
    kept: list[str] = []
    left_out = 0
    for block in blocks:
        level = _level(block)
        if level and level <= left_out:
            left_out = 0
        shown = _plain(block).lstrip("#- ")
        leads_elsewhere = len(shown) < SHORT and _ELSEWHERE.fullmatch(shown) is not None and len(kept) > 1
        if level and leads_elsewhere and not left_out:
            left_out = level
        if not left_out and not leads_elsewhere:
            kept.append(block)
    return kept


def _without_empty_parts(blocks: Sequence[str]) -> list[str]:
    """Return blocks without headings that nothing follows."""
    after = [*(_level(block) for block in blocks[1:]), 1]
    return [
        block
        for place, (block, following) in enumerate(zip(blocks, after, strict=False))
        if place == 0 or not (_level(block) and 0 < following <= _level(block))
    ]


def _without_last_labels(blocks: list[str]) -> list[str]:
    """Return blocks without the last ones that are no sentences: labels of what stood below the text."""
    kept = list(blocks)
    for _ in range(LAST_LINES):
        if len(kept) < 3:
            break
        shown = _plain(kept[-1])
        is_text = _ITEM.match(kept[-1]) or _SENTENCE_END.search(shown)
        is_label = len(shown) < SHORT and not is_text
        if not (is_label or _level(kept[-1])):
            break
        kept.pop()
    return kept
