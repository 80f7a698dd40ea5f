"""Rejections: words that say that what was understood before is not what was meant, and what they say instead."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources

from aule.understanding.alignment import align

_LEAD = r"(?:(?:nao|no|nope|ih|ah|oh|eita|putz|hmm|opa|ops|ei|mas|but|desculpa|desculpe|sorry|hey|jota)[\s,.!]+)*"
_TAIL = r"(?:[\s,]+(?:nao|ne|viu|hein|ai|cara|jota|please|por favor|though))*"
_INSTEAD = re.compile(
    r"(?:(?:eu )?(?:quis dizer|queria dizer|quero dizer)|(?:o que )?eu (?:pedi|perguntei)(?: foi)?|era (?:pra|para)"
    r"|i (?:meant|mean)(?: to)?|i asked (?:for|you to)|what i meant was)\b[\s,:]*"
)


def rejected(text: str) -> str | None:
    """Return what is said in place of what was understood; empty where nothing is, none where words reject nothing."""
    folded = align(text).replace("’", "'")
    if _whole().fullmatch(folded):
        return ""
    found = _beginning().match(folded)
    if found is None:
        return None
    rest = found.end()
    instead = _INSTEAD.match(folded, rest)
    return text[rest if instead is None else instead.end() :].strip(" ,.;:!-") or None


@cache
def _whole() -> re.Pattern[str]:
    return re.compile(rf"\W*{_LEAD}(?:{_phrases('whole')}|{_phrases('first')}){_TAIL}\W*")


@cache
def _beginning() -> re.Pattern[str]:
    return re.compile(rf"\W*{_LEAD}(?:{_phrases('first')}){_TAIL}\s*[,.;:!-]\s*")


@cache
def _phrases(name: str) -> str:
    book = tomllib.loads((resources.files("aule.understanding") / "rejection.toml").read_text("utf-8"))
    said = [" ".join(each.split()) for each in book[name].split("|")]
    return "|".join(re.escape(each).replace(r"\ ", r"[\s,]+") for each in sorted(said, key=len, reverse=True))
