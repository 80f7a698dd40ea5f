"""XML as a tree of elements, read without entity definitions, so that no document can expand without limit."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers.expat import ExpatError, ParserCreate

from aule.contracts.errors import Invalid

DEEPEST = 100
"""How deep elements may be nested."""
MOST_ELEMENTS = 20_000
"""Elements of one document; a task that people write has some hundreds."""


class UnreadableXml(Invalid):
    """Raised with the place when a text is no XML that is read here."""

    code = "invalid_file"


@dataclass(slots=True)
class Element:
    """One element: its name without a prefix, its text, and its children in order."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict[str, str])
    texts: list[str] = field(default_factory=list[str])
    """The pieces of text between its children."""
    comments: list[str] = field(default_factory=list[str])
    children: list[Element] = field(default_factory=list["Element"])

    @property
    def text(self) -> str:
        """Its own text, each line stripped."""
        lines = "".join(self.texts).strip().splitlines()
        return "\n".join(line.strip() for line in lines)

    def all(self, *names: str) -> list[Element]:
        """Return its children with these names."""
        return [each for each in self.children if each.name in names]

    def first(self, *names: str) -> Element | None:
        """Return its first child with one of these names, or None."""
        return next(iter(self.all(*names)), None)

    def inside(self, *names: str) -> Iterator[Element]:
        """Yield all elements with these names below it; elements inside those are skipped."""
        for each in self.children:
            if each.name in names:
                yield each
            else:
                yield from each.inside(*names)


def parse_tree(text: str) -> Element:
    """Return the outermost element of a text; raise `UnreadableXml` when it is no XML, or defines entities."""
    parser, top = ParserCreate("utf-8"), Element("")
    open_ones, count = [top], itertools.count(1)

    def begin(name: str, attributes: dict[str, str]) -> None:
        made = Element(name.rpartition(":")[2], dict(attributes))
        open_ones[-1].children.append(made)
        open_ones.append(made)
        if next(count) > MOST_ELEMENTS:
            raise _unparsed(f"It has more than {MOST_ELEMENTS} elements", parser.CurrentLineNumber)
        if len(open_ones) > DEEPEST:
            raise _unparsed(f"It is nested deeper than {DEEPEST} levels", parser.CurrentLineNumber)

    def end(_: str) -> None:
        open_ones.pop()

    def say(text: str) -> None:
        open_ones[-1].texts.append(text)

    def remark(text: str) -> None:
        open_ones[-1].comments.append(text)

    def define(*_: object) -> None:
        raise _unparsed("It brings definitions of its own", parser.CurrentLineNumber)

    parser.buffer_text = True
    parser.StartElementHandler = begin
    parser.EndElementHandler = end
    parser.CharacterDataHandler = say
    parser.CommentHandler = remark
    parser.StartDoctypeDeclHandler = define
    parser.EntityDeclHandler = define
    try:
        parser.Parse(text.encode(errors="surrogatepass"), True)
    except ExpatError as problem:
        raise _unparsed(f"It is no XML: {problem}", problem.lineno) from None
    whole = top.children[0]
    whole.comments = [*top.comments, *whole.comments]
    return whole


def leaves_of(text: str) -> Iterator[tuple[str, str]]:
    """Yield every text, attribute and comment of an XML text, with its place."""
    return _leaves(whole := parse_tree(text), whole.name)


def _leaves(element: Element, path: str) -> Iterator[tuple[str, str]]:
    yield from ((f"{path}/@{name}", value) for name, value in element.attributes.items() if value.strip())
    yield from ((f"{path}/#comment", text.strip()) for text in element.comments if text.strip())
    if element.text:
        yield path, element.text
    several, seen = Counter(each.name for each in element.children), Counter[str]()
    for each in element.children:
        seen[each.name] += 1
        place = f"[{seen[each.name]}]" if several[each.name] > 1 else ""
        yield from _leaves(each, f"{path}/{each.name}{place}")


def _unparsed(message: str, line: int) -> UnreadableXml:
    return UnreadableXml(f"{message} (line {line})", field="files", hint="Give a task file as its tool wrote it.")
