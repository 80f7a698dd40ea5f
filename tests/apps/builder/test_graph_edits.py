"""Edits of a workflow's graph: made whole or refused whole, with the step named (ST-20, ST-22)."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from aule.apps.builder.graph_edits import Edit, apply_edits, dependencies_of
from aule.contracts.errors import AuleError, Invalid, Problem
from aule.contracts.model import JsonObject
from aule.contracts.runs.workflow import Workflow
from aule.kernel.engine.graphs.check import check
from aule.kernel.workflows.document_reader import parse
from aule.kernel.workflows.document_writer import form_of

READ = TypeAdapter[list[Edit]](list[Edit])
PIPELINE = """\
id: newsletter
title: Newsletter
inputs: {topic: string}
state: {summary: string}
steps:
  - {id: collect, prompt: "Collect news on {{inputs.topic}}"}
  - {id: sum, prompt: "Sum up {{steps.collect.result}}", depends_on: [collect], writes: summary}
  - {id: good, if: 'steps.sum.status == "done" and "steps.sum" != ""', depends_on: [sum]}
  - id: each
    for_each: "{{steps.collect.result}}"
    depends_on: [collect]
    inputs: {text: {$from: sum.result}}
    steps:
      - {id: sum, prompt: "Shorten {{inputs.text}}"}
      - {id: keep, prompt: "Keep {{steps.sum.result}}", depends_on: sum}
    when: steps["sum"].result != ""
  - {id: publish, prompt: "Publish {{state.summary}}", depends_on: [good, each]}
output: "{{steps.sum.result}}"
canvas:
  positions: {sum: {x: 1, y: 2}, each/sum: {x: 3, y: 4}, summary: {x: 5, y: 6}}
  pins: {sum: {a: 1}}
"""


class Anything:
    """Knows every capability and every agent."""

    def problem_with(self, capability: str, params: JsonObject) -> Problem | None:
        """Find nothing."""
        return None

    def has_agent(self, id: str) -> bool:
        """Know everybody."""
        return True


def pipeline() -> JsonObject:
    """Return the document of a workflow with all that refers to steps."""
    each = PIPELINE.replace("    depends_on: [collect]\n    inputs", "    depends_on: [collect, sum]\n    inputs")
    return form_of(parse(each))


def edit(form: JsonObject, *edits: JsonObject) -> JsonObject:
    """Return a document after edits, as it is kept."""
    return form_of(workflow_in(apply_edits(form, READ.validate_python(list(edits)))))


def workflow_in(form: JsonObject) -> Workflow:
    """Return the workflow of a document."""
    return parse(json.dumps(form))


def waits(form: JsonObject) -> dict[str, list[str]]:
    """Return what each step waits for."""
    return {step["id"]: dependencies_of(step) for step in form["steps"]}


def test_a_step_added_before_another_takes_its_dependencies() -> None:
    """ST-22: adding a review before publishing rewires both."""
    review = {"id": "review", "prompt": "Review"}
    added = edit(pipeline(), {"type": "add_step", "step": review, "before": "publish"})
    assert waits(added)["review"] == ["good", "each"] and waits(added)["publish"] == ["review"]
    assert list(waits(added)) == ["collect", "sum", "good", "each", "review", "publish"]


def test_a_moved_step_joins_its_neighbours_and_stands_in_its_new_place() -> None:
    """ST-22: everything else keeps its order and its place in the drawing."""
    steps = [
        {"id": "a", "prompt": "A"},
        *({"id": at, "prompt": at, "depends_on": [by]} for at, by in ("ba", "cb", "dc")),
    ]
    line: JsonObject = {"id": "line", "steps": steps}

    def moved(**to: str) -> list[tuple[str, list[str]]]:
        after = edit(line, {"type": "move_step", "id": "b", **to})
        return [(step["id"], dependencies_of(step)) for step in after["steps"]]

    assert moved(before="d") == [("a", []), ("c", ["a"]), ("b", ["c"]), ("d", ["b"])]
    assert moved(after="d") == [("a", []), ("c", ["a"]), ("d", ["c"]), ("b", ["d"])]
    assert moved() == moved(after="d")
    for refused in ({"before": "b"}, {"before": "a", "after": "c"}):
        with pytest.raises(Invalid):
            moved(**refused)


def test_a_step_that_comes_between_others_has_room_on_the_canvas() -> None:
    """ST-22: what follows moves on where it is tight, and a step whose neighbours stand nowhere stands nowhere."""
    drawn = pipeline()
    places: JsonObject = {"sum": {"x": 0, "y": 0}, "good": {"x": 300, "y": 10}, "publish": {"x": 600, "y": 20}}
    drawn["canvas"] = {"positions": places}
    added = {"type": "add_step", "step": {"id": "new", "prompt": "N"}, "before": "good"}
    moved = {"good": {"x": 624, "y": 10}, "publish": {"x": 924, "y": 20}}
    assert edit(drawn, added)["canvas"]["positions"] == {**places, **moved, "new": {"x": 312, "y": 10}}
    places.pop("sum")
    assert edit(drawn, added)["canvas"]["positions"] == places


def test_a_step_added_after_or_between_stands_in_the_line() -> None:
    """ST-22: what followed the step follows the new one; between two, only their own edge is split."""
    new = {"id": "new", "prompt": "New"}
    after = edit(pipeline(), {"type": "add_step", "step": new, "after": "collect"})
    assert waits(after) == {
        "collect": [],
        "new": ["collect"],
        "sum": ["new"],
        "good": ["sum"],
        "each": ["new", "sum"],
        "publish": ["good", "each"],
    }
    between = edit(pipeline(), {"type": "add_step", "step": new, "between": ["good", "publish"]})
    assert waits(between)["publish"] == ["new", "each"] and waits(between)["new"] == ["good"]
    inner = edit(pipeline(), {"type": "add_step", "step": new, "before": "each/keep"})
    assert [step["id"] for step in inner["steps"][3]["steps"]] == ["sum", "new", "keep"]


def test_renaming_follows_every_reference_and_no_other() -> None:
    """ST-20: templates, bindings, conditions, output, positions and pins; texts and inner steps stay."""
    renamed = edit(pipeline(), {"type": "rename_step", "id": "sum", "to": "digest"})
    text = json.dumps(renamed)
    by_id = {step["id"]: step for step in renamed["steps"]}
    assert by_id["good"]["if"] == 'steps.digest.status == "done" and "steps.sum" != ""'
    assert by_id["each"]["when"] == 'steps["digest"].result != ""'
    assert by_id["each"]["inputs"] == {"text": {"$from": "digest.result"}}
    assert [step["id"] for step in by_id["each"]["steps"]] == ["sum", "keep"]
    assert "Keep {{steps.sum.result}}" in text and renamed["output"] == "{{steps.digest.result}}"
    assert set(renamed["canvas"]["positions"]) == {"digest", "each/sum", "summary"}
    assert set(renamed["canvas"]["pins"]) == {"digest"}
    assert edit(renamed, {"type": "rename_step", "id": "digest", "to": "sum"}) == pipeline()


@pytest.mark.parametrize(
    ("refused", "code", "named"),
    [
        ({"type": "remove_step", "id": "sum"}, "step_in_use", "good, each, output"),
        ({"type": "remove_step", "id": "each/sum"}, "step_in_use", "each/sum"),
        ({"type": "remove_step", "id": "nobody"}, "unknown_step", "nobody"),
        ({"type": "remove_step", "id": "good/inner"}, "no_steps_inside", "good"),
        ({"type": "rename_step", "id": "sum", "to": "good"}, "step_exists", "good"),
        ({"type": "connect", "source": "publish", "to": "collect"}, "circle", "collect"),
        ({"type": "connect", "source": "sum", "to": "sum"}, "circle", "sum"),
        ({"type": "connect", "source": "collect", "to": "sum"}, "already_connected", "sum"),
        ({"type": "connect", "source": "collect", "to": "each/sum"}, "different_graphs", "each/sum"),
        ({"type": "disconnect", "source": "collect", "to": "publish"}, "not_connected", "publish"),
        ({"type": "change_step", "id": "sum", "fields": {"id": "other"}}, "rename_instead", "sum"),
        ({"type": "add_step", "step": {"id": "sum", "prompt": "x"}}, "step_exists", "sum"),
        ({"type": "add_step", "step": {"id": "n"}, "before": "sum", "after": "sum"}, "one_place", "n"),
        ({"type": "add_step", "step": {"id": "n"}, "between": ["collect", "publish"]}, "not_connected", "publish"),
    ],
)
def test_an_edit_that_cannot_be_made_names_the_step_and_changes_nothing(
    refused: dict[str, Any], code: str, named: str
) -> None:
    """ST-20: all edits or none: one that was made before the refused one is not kept either."""
    form = pipeline()
    before = copy.deepcopy(form)
    first = {"type": "rename_step", "id": "publish", "to": "send"}
    if "publish" in json.dumps(refused):
        first = {"type": "set_input", "name": "more", "schema": "string"}
    with pytest.raises(Invalid) as error:
        edit(form, first, refused)
    assert error.value.problem.code == code and named in error.value.problem.message
    assert form == before


def test_a_step_that_is_removed_joins_its_neighbours_and_can_be_added_back() -> None:
    """ST-20: removing and adding back between the same steps gives the same graph."""
    form = pipeline()
    step = next(each for each in form["steps"] if each["id"] == "good")
    removed = edit(form, {"type": "remove_step", "id": "good"})
    assert waits(removed)["publish"] == ["sum", "each"]
    bare = {name: value for name, value in step.items() if name != "depends_on"}
    back = edit(removed, {"type": "add_step", "step": bare, "between": ["sum", "publish"]})
    assert waits(back) == waits(form)


def test_another_kind_takes_the_keys_of_the_old_one_away() -> None:
    """ST-20: a step that becomes a question keeps its place and loses what only an agent has."""
    form = edit(pipeline(), {"type": "change_step", "id": "publish", "fields": {"max_turns": 3, "title": "Out"}})
    asks = edit(form, {"type": "change_step", "id": "publish", "fields": {"ask": "Publish?", "options": ["yes"]}})
    last = asks["steps"][-1]
    assert last == {
        "id": "publish",
        "title": "Out",
        "ask": "Publish?",
        "options": ["yes"],
        "depends_on": ["good", "each"],
    }
    assert "title" not in edit(asks, {"type": "change_step", "id": "publish", "fields": {"title": None}})["steps"][-1]


def test_inputs_and_the_output_are_set_and_taken_away() -> None:
    """ST-20: what a workflow is given and what it comes to are edits like others."""
    form = edit(
        pipeline(), {"type": "set_input", "name": "tone", "schema": "string"}, {"type": "set_output", "output": None}
    )
    assert form["inputs"] == {"topic": "string", "tone": "string"} and "output" not in form
    assert edit(form, {"type": "set_input", "name": "tone", "schema": None})["inputs"] == {"topic": "string"}


IDS = st.sampled_from(["a", "b", "c", "d", "e", "new"])
EDITS = st.one_of(
    st.builds(
        lambda id, place, where: {"type": "add_step", "step": {"id": id, "prompt": f"Do {id}"}, where: place},
        IDS,
        IDS,
        st.sampled_from(["before", "after"]),
    ),
    st.builds(lambda id: {"type": "remove_step", "id": id}, IDS),
    st.builds(lambda id, to: {"type": "rename_step", "id": id, "to": to}, IDS, IDS),
    st.builds(lambda one, two: {"type": "connect", "source": one, "to": two}, IDS, IDS),
    st.builds(
        lambda id, other: {"type": "change_step", "id": id, "fields": {"prompt": f"See {{{{steps.{other}.result}}}}"}},
        IDS,
        IDS,
    ),
)
LINE = """\
id: line
steps:
  - {id: a, prompt: A}
  - {id: b, prompt: "B {{steps.a.result}}", depends_on: a}
  - {id: c, prompt: C, depends_on: b}
  - {id: d, prompt: "D {{steps.b.result}}", depends_on: [c]}
output: "{{steps.c.result}}"
"""


@settings(max_examples=200, deadline=None)
@given(st.lists(EDITS, max_size=12))
def test_any_sequence_of_edits_leaves_a_graph_that_checks_or_is_refused_whole(edits: list[JsonObject]) -> None:
    """ST-20, ST-22: structure never breaks: only a reference that a request writes itself can be wrong."""
    form = form_of(parse(LINE))
    for each in edits:
        before = copy.deepcopy(form)
        try:
            after = edit(form, each)
        except AuleError:
            assert form == before
            continue
        findings = check(workflow_in(after).graph, Anything())
        if each["type"] == "change_step" and findings:
            continue  # the whole check refuses it: a step looked at one that is not before it
        assert findings == [], (each, findings)
        form = after


@settings(max_examples=100, deadline=None)
@given(IDS.filter(lambda id: id in "abcd"), st.sampled_from(["before", "after"]), IDS.filter(lambda id: id in "abcd"))
def test_a_step_added_anywhere_and_removed_again_leaves_the_graph_as_it_was(
    place: str, where: str, renamed: str
) -> None:
    """ST-20: adding, renaming and removing are each other's inverse."""
    form = form_of(parse(LINE))
    step = {"id": "extra", "prompt": "Extra"}
    added = edit(form, {"type": "add_step", "step": step, where: place})
    assert edit(added, {"type": "remove_step", "id": "extra"}) == form
    there = edit(added, {"type": "rename_step", "id": renamed, "to": "zz"})
    assert edit(there, {"type": "rename_step", "id": "zz", "to": renamed}) == added
