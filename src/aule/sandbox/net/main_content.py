"""The main content of a page: what its author wrote, without navigation, comments and teasers of other pages.

Elements are judged by what they are, by what their makers called them, and by how much of their text is prose and how
much is links. Each step measures the whole tree once, so that a long page takes no longer than its length.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_WORDS = tomllib.loads(Path(__file__).with_name("page_words.toml").read_text(encoding="utf-8"))
_TAGS, _NAMES = _WORDS["tags"], _WORDS["names"]
HIDDEN_TAGS = frozenset(_TAGS["hidden"].split())
"""Elements that never hold prose."""
ASIDE_TAGS, ASIDE_ROLES = frozenset(_TAGS["aside"].split()), frozenset(_TAGS["aside_roles"].split())
"""Elements that seldom hold the main content."""
NAMED_TAGS = frozenset(_TAGS["named"].split())
"""Elements whose class and id are looked at."""
CONTENT_NAMES = [re.compile(each, re.IGNORECASE) for each in _NAMES["content"]]
WHOLE_NAMES = frozenset(_NAMES["furniture_whole"].split())


def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?:^|[\s_-])(?:{'|'.join(words.split())})(?:$|[\s_-])", re.IGNORECASE)


COMMENTS, FURNITURE = _pattern(_NAMES["comments"]), _pattern(_NAMES["furniture"])
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
LEAST = 200
"""Characters of prose from which an element counts as the main content by its name alone."""


@dataclass(frozen=True, slots=True)
class Measure:
    """How much text an element has, in characters."""

    text: int
    linked: int
    prose: int
    """In paragraphs, and in items and cells as long as sentences."""

    @property
    def own(self) -> int:
        """What is no link."""
        return self.text - self.linked

    @property
    def density(self) -> float:
        """The share of links."""
        return self.linked / self.text if self.text else 1.0


Measures = dict[Any, Measure]


def main_content(body: Any) -> Any:
    """Return the element with the main content of a page; what does not belong to it is removed from the tree."""
    without_furniture(body)
    measures = measure(body)
    found = _main(body, measures)
    _remove_link_lists(found, measures)
    return found


def without_furniture(body: Any) -> None:
    """Remove what stands around the text of a page: scripts, navigation, comments, what is not shown."""
    for element in list(body.iter()):
        if not isinstance(element.tag, str) or element.tag in HIDDEN_TAGS:
            remove(element)
    measures = measure(body)
    whole = measures[body]
    for element in list(body.iter()):
        if element is body or element.tag in ("html", "body") or element.getparent() is None:
            continue
        share, size = _dispensable(element), measures[element]
        if share and size.own <= share * whole.own and size.prose <= 1.3 * share * whole.prose:
            remove(element)


def _dispensable(element: Any) -> float:
    """Return up to which share of the page's text an element is left out; 0 where nothing speaks against it.

    What holds more is the content after all, whatever it is called.
    """
    if element.tag in ASIDE_TAGS or element.get("role") in ASIDE_ROLES:
        return 0.4
    if _is_hidden(element):
        return 0.5
    names = _CAMEL.sub("-", f"{element.get('class') or ''} {element.get('id') or ''}")
    if element.tag not in NAMED_TAGS or not names.strip():
        return 0.0
    if COMMENTS.search(names):
        return 0.6
    if FURNITURE.search(names):
        return 0.25
    return 0.15 if WHOLE_NAMES.intersection(names.lower().split()) else 0.0


def _is_hidden(element: Any) -> bool:
    if element.get("hidden") is not None or element.get("aria-hidden") == "true":
        return True
    style = (element.get("style") or "").replace(" ", "").lower()
    return "display:none" in style or "visibility:hidden" in style


def measure(root: Any) -> Measures:
    """Return how much text each element has, the elements within it included."""
    found: Measures = {}
    for element in reversed(list(root.iter())):  # children come before their parents
        text, linked, prose = _length(element.text), 0, 0
        for child in element:
            inner = found[child]
            text += inner.text + _length(child.tail)
            linked, prose = linked + inner.linked, prose + inner.prose
        if element.tag == "a":
            linked = text
        found[element] = Measure(text, linked, prose or _prose(element.tag, text, linked))
    return found


def _length(text: str | None) -> int:
    return len(" ".join(text.split())) if text else 0


def _prose(tag: Any, text: int, linked: int) -> int:
    if tag in ("p", "pre"):
        return text if text > 25 and linked < 0.5 * text else 0
    return text if tag in ("li", "dd", "td") and text > 60 and linked < 0.3 * text else 0


def _main(body: Any, measures: Measures) -> Any:
    best = _best_scored(body, measures)
    least = measures[best].prose if best is not None else 0
    for candidates in _candidates(body):
        if not candidates:
            continue
        found = _together(candidates, measures)
        if measures[found].prose >= max(LEAST, 0.6 * least):
            return _with_neighbours(found, measures)
    if best is None or least < 0.3 * measures[body].prose:
        return body
    return _with_neighbours(best, measures)


def _candidates(body: Any) -> Iterable[list[Any]]:
    """Yield elements that are the main content by what they say of themselves, the surest kind first."""
    inner = [each for each in body.iterdescendants() if each.tag not in ("body", "html")]
    names = {each: f"{each.get('class') or ''} {each.get('id') or ''}" for each in inner}
    yield _outermost(each for each in inner if "articleBody" in (each.get("itemprop") or ""))
    for pattern in CONTENT_NAMES:
        yield _outermost(each for each in inner if pattern.search(names[each]))
    yield _outermost(each for each in inner if each.tag == "article")
    yield _outermost(each for each in inner if each.tag == "main" or each.get("role") == "main")
    plain = {"content", "main", "article"}
    yield _outermost(
        each
        for each in inner
        if each.get("id") in plain or each.get("class") == "content" or "post" in (each.get("class") or "")
    )


def _outermost(elements: Iterable[Any]) -> list[Any]:
    found = list(elements)
    there = set(found)
    return [each for each in found if there.isdisjoint(each.iterancestors())]


def _together(candidates: list[Any], measures: Measures) -> Any:
    """Return the longest of some elements, or the one around them where several are long: a text in parts."""
    best = max(candidates, key=lambda each: measures[each].prose)
    long = [each for each in candidates if measures[each].prose >= 0.25 * measures[best].prose]
    if not 2 <= len(long) <= 8:
        return best
    around = best
    for _ in range(3):
        around = around.getparent()
        if around is None or around.tag in ("body", "html"):
            return best
        if set(long) <= set(around.iter()):
            together = sum(measures[each].own for each in long)
            return around if together >= 0.6 * measures[around].own else best
    return best


def _with_neighbours(element: Any, measures: Measures) -> Any:
    """Return the element around another as long as that adds mostly prose: a lead, or parts that stand beside it."""
    found = around = element
    for _ in range(4):
        around = around.getparent()
        if around is None or around.tag in ("body", "html"):
            break
        more = measures[around].own - measures[found].own
        if more >= 40:
            if measures[around].prose - measures[found].prose < 0.6 * more:
                break
            found = around
    return found


def _best_scored(body: Any, measures: Measures) -> Any:
    """Return the element with most prose near to it; commas tell sentences from labels."""
    scores: dict[Any, float] = {}
    for element in body.iter("p", "pre", "td", "blockquote", "li", "div"):
        own = element.tag in ("div", "td", "li")
        text = (element.text or "") + "".join(each.tail or "" for each in element) if own else element.text_content()
        length = _length(text)
        if length < 25:
            continue
        value = (1 + text.count(",") + min(length / 100, 3)) * (1 - measures[element].density)
        around = element if element.tag in ("div", "td") else element.getparent()
        for weight in (1.0, 0.5, 0.25):
            if around is None or around not in measures:
                break
            scores[around] = scores.get(around, 0.0) + value * weight
            around = around.getparent()
    return max(scores, key=lambda each: scores[each] * (1 - measures[each].density)) if scores else None


def _remove_link_lists(found: Any, measures: Measures) -> None:
    """Remove what is mostly links to elsewhere, unless much of the text would go with it."""
    whole = measures[found].text
    for element in list(found.iter("div", "ul", "ol", "section", "table", "p", "dl", "li", "header")):
        size = measures[element]
        if element is found or element.getparent() is None or not 0 < size.text < 0.3 * whole:
            continue
        is_line = element.tag in ("p", "li")
        if size.density > (0.8 if is_line else 0.55) and not (element.tag == "p" and size.text > 100):
            remove(element)


def remove(element: Any) -> None:
    """Remove an element from its tree, and leave the text that follows it."""
    parent, before = element.getparent(), element.getprevious()
    if parent is None:
        return
    if element.tail and before is not None:
        before.tail = (before.tail or "") + element.tail
    elif element.tail:
        parent.text = (parent.text or "") + element.tail
    parent.remove(element)
