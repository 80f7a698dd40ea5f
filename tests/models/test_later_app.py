"""An app that came after the head was trained: what it can do is understood by what it says of itself."""

from __future__ import annotations

import pytest
from tests.models.conftest import asked, hear, still_ambient

from aule.boot.apps import installed_apps
from aule.boot.parts import books_of
from aule.contracts.talk.brain import Heard
from aule.models.builtin.brain import Builtin
from aule.sdk import App, Effect

garden = App("garden")


@garden.capability(effect=Effect.WRITE, title={"en": "Water the plants", "pt": "Regar as plantas"})
async def pour(bed: str, liters: int = 1) -> str:
    """Give water to the plants of a garden bed."""
    return f"{bed}: {liters}"


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("regar as plantas do canteiro norte", "garden.pour"),
        ("could you water the plants of the herb bed with 5 liters?", "garden.pour"),
        ("que horas são?", "core.now"),
    ],
)
async def test_what_a_new_app_can_do_is_understood_at_once(words: str, wanted: str) -> None:
    apps = [*installed_apps(), garden]
    brain = Builtin(list, still_ambient(), books=books_of(apps))
    tools = [each.capability for app in apps for each in app.capabilities]
    try:
        pieces = await hear(brain, asked(words, *tools, locale="pt-BR"))
    finally:
        await brain.close()
    [told] = [piece.understood for piece in pieces if isinstance(piece, Heard)]
    assert [call.capability for call in told.calls] == [wanted]
