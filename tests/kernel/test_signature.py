"""Parameters that may be absent, and numbers as people write them (K-2)."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict, Unpack

import pytest
from pydantic import BaseModel
from tests.kernel.club import open_club

from aule.contracts.access.capability import Approve, Effect
from aule.contracts.errors import Invalid
from aule.kernel.capabilities.context.context import Context
from aule.kernel.capabilities.registry import Registered
from aule.kernel.capabilities.signature import read_signature


class Deep(BaseModel):
    """Something inside a list."""

    x: float | None = None


async def deep(items: list[Deep], either: int | float | None = None) -> int:
    """Take nested numbers."""
    return len(items)


def capability(name: str) -> Registered:
    return next(each for each in open_club().app.capabilities if each.capability.name == f"club.{name}")


def test_keywords_of_a_typed_dict_are_parameters_that_may_be_absent() -> None:
    """K-2: what was not given is not there; null is null."""
    edit = capability("edit").signature
    assert edit.params == {
        "additionalProperties": False,
        "properties": {
            "id": {"description": "Which member.", "type": "string"},
            "name": {"description": "What they are called.", "type": "string"},
            "score": {
                "anyOf": [{"type": "number"}, {"type": "null"}],
                "description": "How they stand; null: nobody knows.",
            },
        },
        "required": ["id"],
        "type": "object",
    }
    assert edit.bind({"id": "m-1"}).values == edit.bind({"id": "m-1"}).json == {"id": "m-1"}
    assert edit.bind({"id": "m-1", "score": None}).values == {"id": "m-1", "score": None}


@pytest.mark.parametrize(
    ("given", "bound"),
    [
        ({"items": [{"x": "7,5"}, {"x": None}]}, {"items": [{"x": 7.5}, {"x": None}], "either": None}),
        ({"items": [], "either": "7,5"}, {"items": [], "either": 7.5}),
        ({"items": [], "either": "7"}, {"items": [], "either": 7}),
    ],
)
def test_a_number_that_may_be_null_is_read_as_people_write_it(given: dict[str, Any], bound: dict[str, Any]) -> None:
    """K-2: one lossless coercion each, where several types would do as well."""
    result = read_signature(deep).bind(given)
    assert result.json == bound
    assert [warning.code for warning in result.warnings] == ["coerced"]
    read_signature(deep).check(given, late=[])


@pytest.mark.parametrize(
    ("given", "code", "field"),
    [
        ({}, "missing_param", "items"),
        ({"items": [{"x": "much"}]}, "invalid_param", "items.0.x"),
        ({"items": [], "either": "much"}, "invalid_param", "either"),
        ({"items": [], "eiter": 1}, "unknown_param", "eiter"),
    ],
)
def test_what_cannot_be_read_is_named_by_its_place(given: dict[str, Any], code: str, field: str) -> None:
    """K-2: the names of types that were tried are no places."""
    with pytest.raises(Invalid) as caught:
        read_signature(deep).bind(given)
    assert (caught.value.problem.code, caught.value.problem.field) == (code, field)


def test_keywords_without_a_typed_dict_are_no_parameters() -> None:
    class Inherited(TypedDict):
        must: int

    async def loose(context: Context, **more: int) -> None: ...

    async def fine(context: Context, **more: Unpack[Inherited]) -> None: ...

    with pytest.raises(TypeError, match="plain type annotation"):
        read_signature(loose)
    fine.__annotations__["more"] = Unpack[Inherited]
    assert read_signature(fine).params["required"] == ["must"]


def test_what_many_give_is_described_once() -> None:
    """A start does not wait for the same schema again and again; notes that cannot be told apart do not stop it."""

    async def one() -> Deep: ...

    async def other() -> Deep: ...

    async def noted() -> Annotated[int, {"any": "note"}]: ...

    assert read_signature(one).returns is read_signature(other).returns
    noted.__annotations__["return"] = Annotated[int, {"any": "note"}]
    assert read_signature(noted).returns == {"type": "integer"}


def test_parameters_make_an_effect_stronger_and_never_weaker() -> None:
    """K-3: a batch that removes something is a removal, with all the care that takes."""
    batch = capability("batch")
    gentle = batch.called_with({"actions": [{"type": "greet"}]}).capability
    harsh = batch.called_with({"actions": [{"type": "greet"}, {"type": "remove"}]}).capability
    assert (gentle.effect, gentle.approval) == (Effect.WRITE, Approve.PLAN)
    assert (harsh.effect, harsh.approval) == (Effect.DELETE, Approve.ALWAYS)
