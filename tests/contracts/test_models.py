"""Stored things are read quickly and mean the same: empty defaults are nobody else's, and a preview knows its kind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from aule.contracts.access import approval
from aule.contracts.access.approval import (
    Approval,
    ApprovalKind,
    Binding,
    Cascade,
    Choices,
    Command,
    FileDiff,
    Patch,
    Preview,
    RecordChange,
    Records,
    Table,
    TableCount,
    Text,
)
from aule.contracts.events import facts as events
from aule.contracts.model import Model
from aule.contracts.runs import graph, run

DIFF = FileDiff(path="a.md", diff="+a", added=1, removed=0)
PREVIEWS: list[Preview] = [
    DIFF,
    Patch(files=[DIFF], added=1, removed=0),
    Command(command="ls", level="none", timeout_s=1),
    Table(columns=["text", "question"], rows=[[1, 2]], total=1),
    Text(text="diff"),
    Choices(question="Which?"),
    Cascade(counts={"text": 1}),
    Records(summary="one", records=[RecordChange(op="create", kind="objective", title="text")], total=1),
    Records(summary="many", records=[], tables=[TableCount(name="counts", create=2)], total=2),
]


def asking(preview: Preview) -> Approval:
    binds = Binding(content_hash="sha256:0")
    return Approval(
        id="apr_1",
        kind=ApprovalKind.STEP,
        run="run_1",
        subject="call:call_1",
        title="May it?",
        preview=preview,
        options=[],
        binds=binds,
        created_at="2026-01-01T00:00:00.000Z",
    )


@pytest.mark.parametrize("preview", PREVIEWS, ids=lambda preview: str(preview.type))
def test_a_preview_is_read_as_what_it_was_however_little_was_written(preview: Preview) -> None:
    """The log leaves out what goes without saying, which includes the word for a preview's kind."""
    asked = asking(preview)
    for text in (asked.model_dump_json(), asked.model_dump_json(exclude_defaults=True)):
        read = Approval.model_validate_json(text)
        assert read == asked
        assert type(read.preview) is type(preview)


def test_each_kind_of_preview_is_tried() -> None:
    assert {type(preview) for preview in PREVIEWS} == set(approval.Preview.__args__)  # pyright: ignore[reportAttributeAccessIssue]


def models() -> Iterator[type[Model]]:
    """The contracts of the rooms that are read most."""
    for room in (approval, events, graph, run):
        for thing in vars(room).values():
            if isinstance(thing, type) and issubclass(thing, Model) and thing is not Model:
                yield thing


def test_schemas_say_what_is_meant_where_an_empty_list_or_object_is_left_out() -> None:
    for model in models():
        schema = model.model_json_schema()
        shown = schema.get("properties") or schema["$defs"][model.__name__]["properties"]
        for name, field in model.model_fields.items():
            if field.default in ([], {}):
                assert shown[name]["default"] == field.default, f"{model.__name__}.{name}"


def test_what_one_run_is_given_is_no_other_runs() -> None:
    first, second = (
        run.Run.model_validate({"id": "run_1", "kind": "turn", "project": "home", "started_at": ""}) for _ in range(2)
    )
    first.allowed.append(["core.*"])
    assert second.allowed == []
    assert "allowed" not in second.model_dump(exclude_defaults=True)
    assert run.Run.model_fields["allowed"].default == []
