"""What a capability takes out of a sentence: by its schema alone, and by what its app says of it."""

from __future__ import annotations

from datetime import date
from typing import Any, Literal

from aule.contracts.access.capability import Capability
from aule.sdk import App, Effect
from aule.understanding.filling.fields import FieldBook, FieldKind, Frame, frame_of
from aule.understanding.filling.filler import Said, fill, missing
from aule.understanding.sentence import Wording
from aule.understanding.values.marks import find_marks

TODAY = date(2026, 3, 18)
BOOK = FieldBook.of(
    """
    [things.bed]
    nouns = "bed|canteiro"
    [params.bed_title]
    kind = "name"
    of = "bed"
    label = { en = "bed", pt = "canteiro" }
    question = { en = "Which bed?", pt = "Qual canteiro?" }
    [params.litres]
    kind = "number"
    nouns = "litro|litros|litre|litres"
    [params."garden.pour.soil"]
    kind = "choice"
    [params."garden.pour.soil".choices]
    dry = "seco|seca"
    [frames]
    "garden.pour" = "bed"
    """
)


def pouring() -> Capability:
    """A capability of an app nobody here knows."""
    garden = App("garden")

    @garden.capability(effect=Effect.WRITE, title={"en": "Water a bed", "pt": "Regar um canteiro"})
    async def pour(
        bed_title: str, litres: float = 1, soil: Literal["dry", "wet"] | None = None, due_date: str = ""
    ) -> str:
        """Give water to a bed of the garden."""
        return f"{bed_title} {litres} {soil} {due_date}"

    return garden.capabilities[0].capability


def filled(frame: Frame, said: str) -> dict[str, Any]:
    """What a sentence fills."""
    wording = Wording(said)
    return fill(frame, Said(wording, find_marks(wording, TODAY), TODAY)).values


def test_a_schema_alone_tells_what_kind_each_parameter_is() -> None:
    frame = frame_of(pouring())
    assert (frame.name, frame.titles) == ("garden.pour", {"en": "Water a bed", "pt": "Regar um canteiro"})
    assert not frame.is_harmless
    assert {each.name: (each.kind, each.is_required) for each in frame.fields} == {
        "bed_title": (FieldKind.NAME, True),
        "litres": (FieldKind.NUMBER, False),
        "soil": (FieldKind.CHOICE, False),
        "due_date": (FieldKind.DAY, False),
    }


def test_a_capability_nobody_described_takes_its_values_out_of_a_sentence() -> None:
    frame = frame_of(pouring())
    assert filled(frame, "water the bed Herbs with 3 litres tomorrow, it is dry") == {
        "bed_title": "Herbs",
        "litres": 3,
        "soil": "dry",
        "due_date": "2026-03-19",
    }
    assert filled(frame, 'water the bed "Old roses" on 2026-03-20') == {
        "bed_title": "Old roses",
        "due_date": "2026-03-20",
    }


def test_what_an_app_says_of_its_parameters_counts_before_the_schema() -> None:
    frame = frame_of(pouring(), BOOK)
    assert (frame.thing, frame.nouns) == ("bed", ("canteiro", "bed"))
    assert filled(frame, "rega o canteiro Ervas com 3 litros, tá seco") == {
        "bed_title": "Ervas",
        "litres": 3,
        "soil": "dry",
    }


def test_a_required_value_that_nobody_said_is_missing() -> None:
    frame = frame_of(pouring(), BOOK)
    lacking = missing(frame, {"litres": 3})
    assert lacking is not None
    assert (lacking.name, dict(lacking.question)) == ("bed_title", {"en": "Which bed?", "pt": "Qual canteiro?"})
    assert missing(frame, {"bed_title": "Ervas"}) is None


def test_a_book_with_another_keeps_what_that_one_does_not_say() -> None:
    own = FieldBook.of('[things.bed]\nnouns = "plot"')
    both = BOOK.with_own(own)
    assert (both.things, both.params, both.frames) == ({"bed": {"nouns": "plot"}}, BOOK.params, BOOK.frames)
