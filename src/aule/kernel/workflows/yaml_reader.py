"""YAML 1.2, read event by event with limits on everything: no tags, no dates, no code.

Plain words are what the core schema says they are: null, true and false, numbers, and otherwise text; `yes`, `no` and
`2026-01-31` are texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, cast

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from aule.kernel.workflows.text import (
    MAX_DEPTH,
    MAX_VALUES,
    ParsedText,
    Place,
    TextPosition,
    UnreadableText,
    check_text,
    integer,
    number,
    too_deep,
    twice,
)

_INTEGER = re.compile(r"^[-+]?(?:0|[1-9][0-9]*)$")
_FLOAT = re.compile(r"^[-+]?(?:\.[0-9]+|(?:0|[1-9][0-9]*)(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$")
_UNCLEAR = re.compile(
    r"^(?:[-+]?0[0-9]+(?:\.[0-9]*)?|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$"
)
_WORDS = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_TEXT_TAG = "tag:yaml.org,2002:str"


def read_yaml(text: str, *, is_tolerant: bool = False) -> ParsedText:
    """Read one YAML document; where that is tolerated, a number that is none for every program is read as a text."""
    try:
        parser: Any = YAML(typ="safe", pure=True)  # the library says little about its types
        return _YamlReader(iter(parser.parse(text)), is_tolerant=is_tolerant).whole()
    except MarkedYAMLError as error:
        raise UnreadableText(_said(error), "Check the indentation and the quotes there.", _mark(error)) from None
    except YAMLError as error:
        message = f"It cannot be read: {str(error).splitlines()[0][:200]}"
        raise UnreadableText(message, "Take control characters out.") from None


@dataclass(frozen=True, slots=True)
class _Anchored:
    """An anchored part of a document, with its size and depth."""

    value: Any
    size: int
    height: int


@dataclass(slots=True)
class _YamlReader:
    """Builds a value from YAML events."""

    events: Iterator[Any]
    is_tolerant: bool = False
    marks: dict[Place, TextPosition] = field(default_factory=dict[Place, TextPosition])
    anchors: dict[str, _Anchored] = field(default_factory=dict[str, _Anchored])
    size: int = 0
    height: int = 0
    """The depth of the value that was read last."""

    def whole(self) -> ParsedText:
        """Return the one document of a stream."""
        for event in self.events:
            if isinstance(event, DocumentStartEvent):
                break
        else:
            return ParsedText(None)
        value = self._value(next(self.events), (), 0)
        for event in self.events:
            if isinstance(event, DocumentStartEvent):
                raise UnreadableText("A second document begins here", "Put one workflow into one file.", _at(event))
            if isinstance(event, StreamEndEvent):
                break
        return ParsedText(value, self.marks)

    def _value(self, event: Any, place: Place, depth: int) -> Any:
        mark = _at(event)
        self.marks[place] = mark
        if depth > MAX_DEPTH:
            raise too_deep(mark)
        if isinstance(event, AliasEvent):
            return self._repeat_anchor(event, depth, mark)
        before = self.size
        self._count(1, mark)
        match event:
            case ScalarEvent():
                self.height, value = 0, (_tolerated if self.is_tolerant else _scalar)(event, mark)
            case SequenceStartEvent():
                value = self._list(event, place, depth)
            case MappingStartEvent():
                value = self._object(event, place, depth)
            case _:
                raise UnreadableText("Something is missing here", "Check what stands before.", mark)
        anchor: str | None = getattr(event, "anchor", None)
        if anchor:
            self.anchors[anchor] = _Anchored(value, self.size - before, self.height)
        return value

    def _list(self, start: Any, place: Place, depth: int) -> list[Any]:
        _no_tag(start)
        items: list[Any] = []
        height = 0
        for event in self.events:
            if isinstance(event, SequenceEndEvent):
                break
            items.append(self._value(event, (*place, len(items)), depth + 1))
            height = max(height, self.height)
        self.height = height + 1
        return items

    def _object(self, start: Any, place: Place, depth: int) -> dict[str, Any]:
        _no_tag(start)
        found: dict[str, Any] = {}
        height = 0
        for event in self.events:
            if isinstance(event, MappingEndEvent):
                break
            key = _key(event)
            if key in found:
                raise twice(key, _at(event))
            found[key] = self._value(next(self.events), (*place, key), depth + 1)
            self.marks[*place, key] = _at(event)
            height = max(height, self.height)
        self.height = height + 1
        return found

    def _repeat_anchor(self, event: Any, depth: int, mark: TextPosition) -> Any:
        """Return an anchored part; it counts as if it were written out."""
        known = self.anchors.get(event.anchor)
        if known is None:
            raise UnreadableText(f"Nothing is called {event.anchor!r} before this", "Write it out.", mark)
        if depth + known.height > MAX_DEPTH:
            raise too_deep(mark)
        self._count(known.size, mark)
        self.height = known.height
        return known.value

    def _count(self, more: int, mark: TextPosition) -> None:
        self.size += more
        if self.size > MAX_VALUES:
            raise UnreadableText(f"It holds more than {MAX_VALUES} values", "Write something smaller.", mark)


def _key(event: Any) -> str:
    mark = _at(event)
    if not isinstance(event, ScalarEvent):
        raise UnreadableText("A key has to be a word", "Put it in quotes.", mark)
    _no_tag(event)
    word = cast("Any", event)
    if word.value == "<<" and word.style is None:
        raise UnreadableText("Merging with `<<` is not supported", "Write the keys out.", mark)
    check_text(word.value, mark)
    return str(word.value)


def _scalar(event: Any, mark: TextPosition) -> Any:
    text = str(event.value)
    check_text(text, mark)
    if event.style is not None or event.tag == _TEXT_TAG:
        return text
    _no_tag(event)
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.match(text):
        return integer(text, mark)
    if _FLOAT.match(text):
        return number(text, mark)
    if _UNCLEAR.match(text):
        raise UnreadableText(f"{text} could be a number or a text", "Put it in quotes, or write a plain number.", mark)
    return text


def _tolerated(event: Any, mark: TextPosition) -> Any:
    """Return a plain word that looks like a number as a text where it is no number every program reads."""
    text = str(event.value)
    is_plain = event.style is None and event.tag is None
    if is_plain and (_UNCLEAR.match(text) or _INTEGER.match(text) or _FLOAT.match(text)):
        try:
            return _scalar(event, mark)
        except UnreadableText:
            return text
    return _scalar(event, mark)


def _no_tag(event: Any) -> None:
    """Refuse a tag: it would say what to build, and documents are data."""
    if event.tag is not None:
        raise UnreadableText(f"The tag {str(event.tag)[:60]!r} is not allowed", "Take it away.", _at(event))


def _at(event: Any) -> TextPosition:
    mark = event.start_mark
    return TextPosition(mark.line + 1, mark.column + 1)


def _mark(error: Any) -> TextPosition | None:
    mark = error.problem_mark or error.context_mark
    return None if mark is None else TextPosition(mark.line + 1, mark.column + 1)


def _said(error: Any) -> str:
    parts: list[str] = [part for part in (error.problem, error.context) if part]
    return " ".join(parts)[:300].capitalize() or "It cannot be read"
