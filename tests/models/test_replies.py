"""Replies: look-ups only, and data put plainly."""

from __future__ import annotations

from typing import Any

import pytest

from aule.contracts.access.capability import Result
from aule.models.builtin.replies import LONGEST, plain, render


@pytest.mark.parametrize(
    ("template", "data", "text"),
    [
        ("Wrote {path}.", None, "Wrote a.md."),
        ("{result.data.n} lines", {"n": 0}, "0 lines"),
        ("{result.data.items.1.title}", {"items": [{"title": "x"}, {"title": "y"}]}, "y"),
        ("Notes:\n{result.data}", [{"title": "A", "path": "a.md"}, {"title": "B"}], "Notes:\n- A: a.md\n- B"),
        ("Notes:\n{result.data}", [], "Notes:\n(nothing)"),
        ("{result.data.missing}", {}, None),
        ("{path.__class__}", {}, None),
        ("{result.data.__class__}", {}, None),
        ("{0} {{x}} {not closed", {}, "{0} {{x}} {not closed"),
    ],
)
def test_a_template_looks_up_and_evaluates_nothing(template: str, data: Any, text: str | None) -> None:
    filled = {"path": "a.md"}
    if text is not None and "{{x}}" in template:
        filled["x"] = "1"
        text = text.replace("{{x}}", "{1}")
    assert render(template, filled, Result(ok=True, data=data), "en") == text


def test_what_a_slot_holds_is_not_a_template() -> None:
    filled = {"content": "{secret} and {result.data}"}
    assert render("Kept: {content}", filled, Result(ok=True, data="x"), "en") == "Kept: {secret} and {result.data}"


def test_data_without_a_template_reads_plainly() -> None:
    assert plain({"path": "a", "size": 3}, "en") == "- path: a\n- size: 3"
    assert plain({"total": 2, "entries": [{"name": "a"}, {"name": "b"}]}, "pt") == "- a\n- b"
    assert plain([{"a": 1, "b": True}], "pt") == "- a: 1, b: sim"
    assert plain(None, "pt") == "(nada)"
    assert plain(list(range(40)), "en").endswith("- 29\n… and 10 more")
    long = plain("x" * 10_000, "en")
    assert len(long) < LONGEST + 100 and "cut" in long
