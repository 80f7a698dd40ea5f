"""Recipes as data: what a file says is what the kernel gets, and what is wrong in it is named."""

from __future__ import annotations

import pytest

from aule.contracts.plans.recipe import Recipe, RecipeCall, Slot, SlotKind
from aule.sdk.recipes import recipes_in

FILE = """
[shared]
told = { pt = "{result.data.text}", en = "{result.data.text}" }
note = ["nota", "note"]
day = { kind = "date", markers = ["em", "on"] }

[[recipe]]
id = "read"
title = { pt = "Ler", en = "Read" }
calls = [{ capability = "core.read_note", params = { title = "{title}" } }]
reply = "@told"

[recipe.examples]
pt = ["leia a nota compras"]
en = ["read the note groceries"]

[recipe.slots.title]
kind = "text"
markers = ["a", "@note", "chamada"]

[recipe.slots.day]
as = "@day"
"""


def test_what_is_shared_is_put_in_its_place() -> None:
    told = {"pt": "{result.data.text}", "en": "{result.data.text}"}
    assert recipes_in("core", FILE, where="here") == [
        Recipe(
            id="read",
            app="core",
            title={"pt": "Ler", "en": "Read"},
            examples={"pt": ["leia a nota compras"], "en": ["read the note groceries"]},
            slots={
                "title": Slot(kind=SlotKind.TEXT, markers=["a", "nota", "note", "chamada"]),
                "day": Slot(kind=SlotKind.DATE, markers=["em", "on"]),
            },
            calls=[RecipeCall(capability="core.read_note", params={"title": "{title}"})],
            reply=told,
        )
    ]


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (FILE.replace('reply = "@told"', 'reply = "@tolld"'), "'read' in here names 'tolld'"),
        (FILE.replace('kind = "text"', 'kind = "words"'), "'read' in here cannot be read"),
        (FILE.replace("calls = ", "plans = "), "'read' in here cannot be read"),
    ],
)
def test_what_is_wrong_is_told_with_the_recipe_and_its_file(wrong: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        recipes_in("core", wrong, where="here")
