"""Recipes as data: a TOML file beside the app that says, in example sentences, what it can do with no model at all.

    [shared]                      # what several recipes say, by name; `"@told"` stands for it
    told = { pt = "{result.data.text}", en = "{result.data.text}" }
    note = ["nota", "a nota", "note", "the note"]

    [[recipe]]
    id = "read_note"
    title = { pt = "Ler uma nota", en = "Read a note" }
    calls = [{ capability = "core.read_note", params = { title = "{title}" } }]
    reply = "@told"

    [recipe.examples]
    pt = ["leia a nota compras"]
    en = ["read the note groceries"]

    [recipe.slots.title]
    kind = "text"
    markers = ["@note", "chamada", "called"]      # a list in a list is taken in place

    [recipe.slots.day]
    as = "@day"                   # a table that is shared as a whole

A recipe has `calls`, made at once, or a `plan`, which a person approves first; the keys are those of `Recipe`, `Slot`
and `PlanTemplate`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, cast

from pydantic import ValidationError

from aule.contracts.plans.recipe import Recipe


def read_recipes(app: str, package: str, file: str) -> list[Recipe]:
    """Return the recipes of an app that a file of its package holds."""
    return recipes_in(app, files(package).joinpath(file).read_text(encoding="utf-8"), where=f"{file!r} of {package!r}")


def recipes_in(app: str, text: str, *, where: str) -> list[Recipe]:
    """Return the recipes of an app that a text holds; an error names the recipe and where it stands."""
    document = tomllib.loads(text)
    shared = cast("dict[str, Any]", document.get("shared", {}))
    recipes: list[Recipe] = []
    for number, written in enumerate(document["recipe"], 1):
        name = written.get("id", f"number {number}")
        try:
            recipes.append(Recipe.model_validate({**_filled(written, shared), "app": app}))
        except KeyError as error:
            raise ValueError(f"the recipe {name!r} in {where} names {error}, which nothing there shares") from None
        except ValidationError as error:
            raise ValueError(f"the recipe {name!r} in {where} cannot be read: {error}") from error
    return recipes


def _filled(value: Any, shared: Mapping[str, Any]) -> Any:
    """Return a value with what is shared put in place of its names."""
    match value:
        case str() if value.startswith("@"):
            return _filled(shared[value[1:]], shared)
        case {"as": str(name), **others} if not others:
            return _filled(name, shared)
        case dict():
            return {key: _filled(each, shared) for key, each in cast("dict[str, Any]", value).items()}
        case list():
            filled: list[Any] = []
            for each in cast("list[Any]", value):
                found: Any = _filled(each, shared)
                is_shared_list = isinstance(each, str) and isinstance(found, list)
                filled += cast("list[Any]", found) if is_shared_list else [found]
            return filled
        case _:
            return value
