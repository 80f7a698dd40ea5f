"""The recipes of the core app fit its capabilities, in both languages."""

from __future__ import annotations

import re
from datetime import date

import pytest

from aule.apps.core import core
from aule.boot.parts import books_of
from aule.contracts.plans.recipe import Recipe
from aule.sdk import SlotKind
from aule.understanding.filling.fields import frame_of
from aule.understanding.filling.filler import Said, fill
from aule.understanding.sentence import Wording
from aule.understanding.values.marks import find_marks

CAPABILITIES = {item.capability.name: item for item in core.capabilities}


@pytest.fixture(params=core.recipes, ids=lambda recipe: recipe.id)
def recipe(request: pytest.FixtureRequest) -> Recipe:
    """Each recipe in turn."""
    return request.param


def test_everything_is_said_in_both_languages_with_six_examples_or_more(recipe: Recipe) -> None:
    """K-13: user-facing text follows the person's language."""
    said = [recipe.title, recipe.examples, *(slot.question for slot in recipe.slots.values() if slot.question)]
    said += [recipe.reply] if recipe.reply else []
    assert [set(words) for words in said] == [{"pt", "en"}] * len(said)
    for sentences in recipe.examples.values():
        assert len(set(sentences)) == len(sentences) >= 6


def test_every_call_fits_a_capability(recipe: Recipe) -> None:
    for call in recipe.calls:
        schema = CAPABILITIES[call.capability].capability.params
        assert set(call.params) <= set(schema["properties"])
        required = set(schema.get("required", ()))
        sure = {name for name, value in call.params.items() if recipe.slots[value.strip("{}")].required}
        assert required <= sure


def test_a_required_slot_has_a_question(recipe: Recipe) -> None:
    assert all(slot.question for slot in recipe.slots.values() if slot.required)
    assert all(slot.kind in SlotKind for slot in recipe.slots.values())


def test_a_reply_looks_up_only_what_there_is(recipe: Recipe) -> None:
    returned = CAPABILITIES[recipe.calls[-1].capability].capability.returns["properties"]
    for template in recipe.reply.values():
        for path in re.findall(r"\{([\w.]+)\}", template):
            first, *rest = path.split(".")
            assert first in recipe.slots if not rest else (first, rest[0]) == ("result", "data") and rest[1] in returned


@pytest.mark.parametrize(
    ("id", "sentence", "expected"),
    [
        ("create_note", "crie uma nota chamada Feira: uva e pera", {"title": "Feira", "text": "uva e pera"}),
        (
            "create_note",
            'make a note "Garden" saying "water the roses"',
            {"title": "Garden", "text": "water the roses"},
        ),
        ("create_note", "anote: regar as rosas", {"text": "regar as rosas"}),
        ("create_note", "write a note about the new roof", {"title": "new roof"}),
        ("read_note", "leia a nota Feira", {"title": "Feira"}),
        ("read_file", "o que está escrito em docs/guia.md?", {"path": "docs/guia.md"}),
        ("list_files", "what is in the folder src/?", {"path": "src/"}),
        ("search_files", 'procure "pera" nos arquivos', {"pattern": "pera"}),
        ("search_files", "search for roses in the files", {"pattern": "roses"}),
        ("write_file", "crie o arquivo a/b.txt: pão e leite", {"path": "a/b.txt", "content": "pão e leite"}),
        ("write_file", 'save "hi" to the file x.txt', {"path": "x.txt", "content": "hi"}),
        ("remember", "lembre que eu moro em Recife", {"content": "eu moro em Recife"}),
        ("recall", "what do you remember about the roof?", {"query": "roof"}),
    ],
)
def test_what_a_sentence_says_fills_the_call_of_its_recipe(id: str, sentence: str, expected: dict[str, str]) -> None:
    recipe, today, wording = next(each for each in core.recipes if each.id == id), date(2026, 1, 2), Wording(sentence)
    called = CAPABILITIES[recipe.calls[0].capability].capability
    frame = frame_of(called, books_of([core])()["core"])
    assert fill(frame, Said(wording, find_marks(wording, today), today)).values == expected


def test_no_two_recipes_share_an_example() -> None:
    sentences = [s for recipe in core.recipes for examples in recipe.examples.values() for s in examples]
    assert len(set(sentences)) == len(sentences)
