"""Style sheets of web pages, as far as they hide something: by class, by id and by element."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])", re.IGNORECASE)
"""What hides a text, in a style of its own or a rule of a sheet."""
MOST_STYLE = 2_000_000
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_RULE = re.compile(r"([^{}]*)\{([^{}]*)\}")
_SELECTOR = re.compile(r"(?P<tag>[a-z][a-z0-9]*)?(?P<by>[.#])?(?P<name>[\w-]+)?$", re.IGNORECASE)


@dataclass(slots=True)
class HiddenParts:
    """What the style sheets of a page hide. Rules with conditions (print, narrow screens, hovering) hide nothing."""

    rules: set[tuple[str, str, str]] = field(default_factory=set[tuple[str, str, str]])
    """Element, `.` or `#`, and name; each may be empty."""

    @classmethod
    def of(cls, sheets: Iterable[str]) -> HiddenParts:
        """Read style sheets; what they cannot mean to somebody who looks at the page is left out."""
        found = cls()
        text = _COMMENT.sub("", "\n".join(sheets)[:MOST_STYLE])
        for selectors, body in _RULE.findall(_without_conditions(text)):
            if HIDDEN.search(body):
                for each in selectors.split(","):
                    match = _SELECTOR.fullmatch(each.strip())
                    if match is not None and (match["name"] or match["tag"]):
                        found.rules.add(((match["tag"] or "").lower(), match["by"] or "", match["name"] or ""))
        return found

    def hold(self, element: Any) -> bool:
        """Tell whether an element is hidden; a page as a whole never is: scripts show it once it is loaded."""
        if element.tag in ("html", "body"):
            return False
        style = element.get("style") or ""
        if element.get("hidden") is not None or (style and HIDDEN.search(style)):
            return True
        if not self.rules:
            return False
        tag = element.tag if isinstance(element.tag, str) else ""
        names = [("", "")]
        names += [(".", each) for each in (element.get("class") or "").split()]
        names += [("#", element.get("id"))] if element.get("id") else []
        return any((of, by, name) in self.rules for by, name in names for of in ("", tag) if of or name)


def _without_conditions(text: str) -> str:
    """Return style sheets without the blocks of `@media` and the like, which hold rules of their own."""
    kept: list[str] = []
    depth, start, place = 0, 0, 0
    while (at := text.find("@", place)) >= 0:
        opening = text.find("{", at)
        ending = text.find(";", at)
        if opening < 0 or 0 <= ending < opening:  # a line without a block: `@import …;`
            place = at + 1 if ending < 0 else ending + 1
            continue
        kept.append(text[start:at])
        depth, place = 1, opening + 1
        for brace in re.finditer(r"[{}]", text[place:]):
            depth += 1 if brace[0] == "{" else -1
            if depth == 0:
                place += brace.end()
                break
        else:
            place = len(text)
        start = place
    return "".join([*kept, text[start:]])
