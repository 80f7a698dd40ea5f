"""Canvases: how a workflow is drawn is a part of its document, and never of what runs (ST-20, ST-22)."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from aule.contracts.errors import Invalid
from aule.contracts.runs.canvas import MOST_NOTES, MOST_PIN_VALUES, Canvas, Note, Point
from aule.contracts.runs.workflow import Workflow
from aule.kernel.engine.graphs.envelope import content_hash_of
from aule.kernel.workflows.canvases import fit_canvas, notes_on_canvas
from aule.kernel.workflows.document_reader import parse, whole_document
from aule.kernel.workflows.document_writer import document, form_of

PLAIN = parse("""\
id: drawn
steps:
  - {id: look, capability: core.list_dir}
  - id: inside
    steps: [{id: now, capability: core.now}]
    depends_on: look
""")
WORDS = some.text(some.characters(exclude_categories=("Cs",), exclude_characters="\x00"), max_size=40)
PLACES = some.sampled_from(["look", "inside", "inside/now", "_inputs", "_output"])
NUMBERS = some.floats(-1_000_000, 1_000_000, allow_nan=False, allow_infinity=False)
POINTS = some.builds(Point, x=NUMBERS, y=NUMBERS)
VALUES = some.recursive(
    some.none()
    | some.booleans()
    | some.integers(-(2**53) + 1, 2**53 - 1)
    | some.floats(allow_nan=False, allow_infinity=False)
    | WORDS,
    lambda inner: some.lists(inner, max_size=4) | some.dictionaries(WORDS, inner, max_size=4),
    max_leaves=12,
)
NOTES = some.lists(
    some.builds(
        Note,
        id=some.from_regex(r"[A-Za-z0-9_][A-Za-z0-9_-]{0,20}", fullmatch=True),
        text=WORDS,
        at=POINTS,
        width=some.floats(0.5, 10_000),
        color=some.sampled_from(["amber", "blue", "rose"]),
    ),
    max_size=4,
    unique_by=lambda note: note.id,
)
CANVASES = some.builds(
    Canvas,
    positions=some.dictionaries(PLACES, POINTS, max_size=5),
    notes=NOTES,
    pins=some.dictionaries(PLACES, VALUES, max_size=3),
)


def drawn(canvas: Canvas | None) -> Workflow:
    """Return the workflow with a canvas."""
    return PLAIN.model_copy(update={"canvas": canvas})


@settings(deadline=None, max_examples=150)
@given(CANVASES)
def test_a_canvas_comes_back_from_yaml_and_json_as_it_was(canvas: Canvas) -> None:
    """ST-22: nothing is lost between the views."""
    workflow = drawn(canvas if canvas != Canvas() else None)
    assert parse(document(workflow)) == workflow
    assert parse(document(workflow, "json")) == workflow
    assert parse(workflow.model_dump_json()) == workflow
    assert whole_document(workflow, "yaml") == document(workflow)


@settings(deadline=None, max_examples=50)
@given(CANVASES)
def test_a_canvas_changes_nothing_of_what_runs(canvas: Canvas) -> None:
    """ST-20: the graph, its bytes and the hash of an approval are the same with and without a drawing."""
    saved = fit_canvas(drawn(canvas), None)
    assert content_hash_of(saved.graph) == content_hash_of(PLAIN.graph)
    assert saved.graph.model_dump_json() == PLAIN.graph.model_dump_json()
    form = form_of(saved)
    assert list(form)[-1] == "canvas" or saved.canvas is None
    assert {key: value for key, value in form.items() if key != "canvas"} == form_of(PLAIN)


def test_a_workflow_that_was_kept_before_there_were_canvases_loads() -> None:
    old = json.loads(PLAIN.model_dump_json())
    del old["canvas"]
    assert Workflow.model_validate_json(json.dumps(old)) == PLAIN
    assert "canvas" not in document(PLAIN)


def test_what_is_drawn_of_steps_that_are_gone_is_told_and_left_out() -> None:
    at = Point(x=1, y=2)
    canvas = Canvas(positions={"look": at, "gone": at, "inside/gone": at}, pins={"gone": 1, "inside/now": 2})
    assert [finding.code for finding in notes_on_canvas(drawn(canvas))] == ["canvas_without_step"] * 3
    kept = Canvas(positions={"look": at}, pins={"inside/now": 2})
    assert fit_canvas(drawn(canvas), None).canvas == kept
    assert fit_canvas(drawn(Canvas(pins={"gone": 1})), None).canvas is None


def test_a_document_without_a_canvas_keeps_the_one_there_is_and_an_empty_one_takes_it_away() -> None:
    current = drawn(Canvas(positions={"look": Point(x=1, y=2)}))
    assert fit_canvas(PLAIN, current).canvas == current.canvas
    assert fit_canvas(drawn(Canvas()), current).canvas is None


NOTE = {"id": "n", "at": {"x": 0, "y": 0}}
HOSTILE: list[tuple[str, Any]] = [
    ("positions", {"look": {"x": 1e9, "y": 0}}),
    ("positions", {"look": {"x": "1", "y": 0}}),
    ("positions", {"look": {"x": 1, "y": 0, "z": 3}}),
    ("positions", {"": {"x": 1, "y": 0}}),
    ("positions", {"x" * 1_000: {"x": 1, "y": 0}}),
    ("positions", [1]),
    ("notes", [NOTE | {"id": f"n{number}"} for number in range(10_000)]),
    ("notes", [NOTE, NOTE]),
    ("notes", [NOTE | {"text": "x" * 4_001}]),
    ("notes", [NOTE | {"width": -1}]),
    ("notes", [NOTE | {"color": "url(javascript:alert(1))"}]),
    ("pins", {"look": "x" * 1_000_000}),
    ("pins", {"look": [0] * 30_000, "inside": [1] * (MOST_PIN_VALUES - 10_000)}),
    ("pins", {"look": json.loads("[" * 40 + "]" * 40)}),
    ("surprise", 1),
]


@pytest.mark.parametrize(("key", "value"), HOSTILE, ids=[f"{key}-{number}" for number, (key, _) in enumerate(HOSTILE)])
def test_a_hostile_canvas_is_refused_with_its_place(key: str, value: Any) -> None:
    form = {**form_of(PLAIN), "canvas": {key: value}}
    with pytest.raises(Invalid) as refused:
        parse(json.dumps(form))
    assert (refused.value.problem.code, "canvas" in (refused.value.problem.field or "")) == ("invalid_workflow", True)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e400", ".nan", ".inf"])
def test_what_is_no_number_is_refused(number: str) -> None:
    for text in (
        f'{{"id": "a", "steps": [{{"id": "x", "if": "true"}}], "canvas": {{"pins": {{"x": {number}}}}}}}',
        f"id: a\nsteps: [{{id: x, if: 'true'}}]\ncanvas: {{positions: {{x: {{x: {number}, y: 0}}}}}}\n",
    ):
        with pytest.raises(Invalid):
            parse(text)
    with pytest.raises(ValueError, match="finite number"):
        Point(x=math.nan, y=0)
    with pytest.raises(ValueError, match="It is no JSON"):
        Canvas(pins={"x": [math.inf]})


def test_as_much_as_a_canvas_may_hold_is_read_back() -> None:
    """A document that was written is never refused for the notes and samples in it."""
    notes = [Note(id=f"n{number}", at=Point(x=number, y=0)) for number in range(MOST_NOTES)]
    rows = [{"id": number} for number in range(4_000)]
    workflow = drawn(Canvas(notes=notes, pins={"look": rows, "inside": rows, "_output": rows[:1_900]}))
    assert parse(document(workflow)) == workflow
