"""The rendered prompt of a turn, word for word, and what it costs."""

from __future__ import annotations

from pathlib import Path

from aule.contracts.project import Project
from aule.contracts.talk.messages import Message
from aule.kernel.agents.personas import builtin_personas
from aule.kernel.agents.prompt import instructions, window
from aule.text.words import tokens

HOME = Project(id="home", name="Home", root="/home", created_at="2026-11-15T10:00:00.000Z")


def test_the_instructions_read_as_written_and_stay_short() -> None:
    """Prompts are files; a change to one is seen here."""
    text = instructions(builtin_personas()[0], HOME, "Sunday, 2026-11-15", "pt-BR", [])
    assert tokens(text) < 450
    assert text == Path(__file__).with_name("turn_prompt.txt").read_text()


def test_the_window_keeps_the_latest_and_folds_the_rest() -> None:
    """OS-8."""
    messages = [
        Message(
            id=f"m{n}", conversation="c", role="user" if n % 2 == 0 else "assistant", content=f"{n} " + "x" * 350, ts=""
        )
        for n in range(10)
    ]
    view = window(messages, 350)
    assert (view.dropped, len(view.entries)) == (7, 5)
    assert view.summary.splitlines()[0].startswith("- person: 0")
