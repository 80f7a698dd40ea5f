"""Edits of a workflow's graph: pure functions on its document. All edits of a request are made, or none."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, assert_never, cast

from pydantic import Field

from aule.apps.builder.canvas_places import make_room
from aule.apps.builder.step_references import rewrite_step, rewrite_value, steps_seen, steps_seen_in
from aule.apps.builder.words import hint, say
from aule.contracts.errors import Invalid
from aule.contracts.model import JsonObject, Model

Place = Annotated[str, Field(min_length=1, max_length=520, description="A step's id; `outer/inner` for one inside.")]
_NAME = r"^[A-Za-z0-9_][A-Za-z0-9_-]{0,63}$"
MOST_EDITS = 200
KINDS = ("capability", "prompt", "ask", "if", "workflow", "steps")
_BELONGING = {
    "capability": ("params",),
    "prompt": ("agent", "tools", "max_turns"),
    "ask": ("options", "free_text"),
    "if": (),
    "workflow": ("inputs",),
    "steps": ("inputs", "takes", "state", "output"),
}
"""Keys that leave a step together with the key that says what it does."""


class AddStep(Model):
    """Add a step: before one, after one, between two, or as the last."""

    type: Literal["add_step"]
    step: JsonObject = Field(description="The step as a document has it: an id and one of capability, prompt, ask, …")
    before: Place | None = Field(default=None, description="It takes this step's dependencies, and comes before it.")
    after: Place | None = Field(default=None, description="It follows this step; what followed it follows the new one.")
    between: list[Place] | None = Field(default=None, min_length=2, max_length=2, description="Two connected steps.")


class RemoveStep(Model):
    """Remove a step; those that waited for it wait for what it waited for."""

    type: Literal["remove_step"]
    id: Place


class MoveStep(Model):
    """Move a step: its neighbours join, and it goes before or after another one, or to the end."""

    type: Literal["move_step"]
    id: Place
    before: Place | None = Field(default=None, description="It takes this step's dependencies, and comes before it.")
    after: Place | None = Field(default=None, description="It follows this step; what followed it then follows.")


class ChangeStep(Model):
    """Change fields of a step; null takes a field away."""

    type: Literal["change_step"]
    id: Place
    fields: JsonObject = Field(description="Fields as a document has them, without `id`.")


class RenameStep(Model):
    """Give a step another id; everything that refers to it is changed too."""

    type: Literal["rename_step"]
    id: Place
    to: str = Field(pattern=_NAME)


class Connect(Model):
    """Let a step wait for another one."""

    type: Literal["connect"]
    source: Place = Field(description="The step that comes first.")
    to: Place = Field(description="The step that waits for it.")


class Disconnect(Model):
    """Let a step no longer wait for another one."""

    type: Literal["disconnect"]
    source: Place
    to: Place


class SetOutput(Model):
    """Say what the workflow comes to; null means all that its steps share."""

    type: Literal["set_output"]
    output: Any = None


class SetTitle(Model):
    """Give the workflow another title; its id stays."""

    type: Literal["set_title"]
    title: str = Field(min_length=1, max_length=200)


class SetInput(Model):
    """Declare an input of the workflow, change its schema, or take it away with null."""

    type: Literal["set_input"]
    name: str = Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,63}$")
    schema_: JsonObject | str | None = Field(default=None, alias="schema", description="A type, or a JSON Schema.")


Edit = Annotated[
    AddStep | RemoveStep | MoveStep | ChangeStep | RenameStep | Connect | Disconnect | SetOutput | SetTitle | SetInput,
    Field(discriminator="type"),
]


@dataclass(frozen=True, slots=True)
class _Scope:
    """The steps of a graph, and what holds them: the document, or a step with steps of its own."""

    holder: JsonObject
    prefix: str
    locale: str

    @property
    def steps(self) -> list[JsonObject]:
        return cast("list[JsonObject]", self.holder["steps"])

    def number(self, id: str) -> int:
        for number, step in enumerate(self.steps):
            if step.get("id") == id:
                return number
        known = ", ".join(str(step.get("id")) for step in self.steps[:20])
        raise Invalid(
            say("unknown_step", self.locale, step=f"{self.prefix}{id}"),
            code="unknown_step",
            field=f"{self.prefix}{id}",
            hint=hint("unknown_step", self.locale, known=known),
        )

    def step(self, id: str) -> JsonObject:
        return self.steps[self.number(id)]

    def refuse_taken(self, id: Any) -> None:
        if any(step.get("id") == id for step in self.steps):
            raise refusal("step_exists", self.locale, step=f"{self.prefix}{id}")


def apply_edits(form: JsonObject, edits: Sequence[Edit], locale: str = "en") -> JsonObject:
    """Return a document after all edits; raise `Invalid` that names the step where one cannot be made."""
    edited = copy.deepcopy(form)
    for edit in edits:
        _apply(edited, edit, locale)
    return edited


def refusal(key: str, locale: str, **values: object) -> Invalid:
    """Return the error of an edit that cannot be made; it names the step."""
    return Invalid(say(key, locale, **values), code=key, field=str(values.get("step", "")) or None)


def dependencies_of(step: JsonObject) -> list[str]:
    """Return the steps that a step of a document waits for."""
    given: Any = step.get("depends_on") or []
    return [given] if isinstance(given, str) else list(cast("list[str]", given))


def _apply(form: JsonObject, edit: Edit, locale: str) -> None:
    match edit:
        case AddStep():
            _add(form, edit, locale)
        case RemoveStep():
            _remove(*_found(form, edit.id, locale))
        case MoveStep():
            _move(form, edit, locale)
        case ChangeStep():
            _change(*_found(form, edit.id, locale), edit.fields)
        case RenameStep():
            _rename(form, edit, locale)
        case Connect():
            scope, source, to = _both(form, edit.source, edit.to, locale)
            _connect(scope, source, to)
        case Disconnect():
            scope, source, to = _both(form, edit.source, edit.to, locale)
            _disconnect(scope, source, to)
        case SetOutput() | SetTitle() | SetInput():
            _set(form, edit)
        case _:
            assert_never(edit)


def _set(form: JsonObject, edit: SetOutput | SetTitle | SetInput) -> None:
    match edit:
        case SetOutput():
            _put(form, "output", edit.output)
        case SetTitle():
            form["title"] = edit.title
        case SetInput():
            inputs: JsonObject = {**form.get("inputs", {})}
            _put(inputs, edit.name, edit.schema_)
            _put(form, "inputs", inputs or None)


def _found(form: JsonObject, place: str, locale: str) -> tuple[_Scope, str]:
    """Return the graph that a place is in, and the id there."""
    holder, prefix = form, ""
    *outer, id = place.split("/")
    for name in outer:
        inner = _Scope(holder, prefix, locale).step(name)
        prefix = f"{prefix}{name}/"
        if not isinstance(inner.get("steps"), list):
            raise refusal("no_steps_inside", locale, step=prefix.rstrip("/"))
        holder = inner
    return _Scope(holder, prefix, locale), id


def _both(form: JsonObject, one: str, other: str, locale: str) -> tuple[_Scope, str, str]:
    scope, id = _found(form, one, locale)
    second, other_id = _found(form, other, locale)
    scope.number(id)
    second.number(other_id)
    if scope.prefix != second.prefix:
        raise refusal("different_graphs", locale, step=one, other=other)
    return scope, id, other_id


def _add(form: JsonObject, edit: AddStep, locale: str) -> None:
    places = [each for each in (edit.before, edit.after, edit.between) if each is not None]
    if len(places) > 1:
        raise refusal("one_place", locale, step=edit.step.get("id"))
    step = dict(edit.step)
    match places:
        case [list()]:
            first, second = cast("list[str]", places[0])
            scope, source, to = _both(form, first, second, locale)
            scope.refuse_taken(step.get("id"))
            _insert_between(scope, step, source, to)
        case [str()] if edit.before is not None:
            scope, before = _found(form, edit.before, locale)
            scope.refuse_taken(step.get("id"))
            _insert_before(scope, step, before)
        case [str()]:
            scope, after = _found(form, cast("str", edit.after), locale)
            scope.refuse_taken(step.get("id"))
            _insert_after(scope, step, after)
        case _:
            scope = _Scope(form, "", locale)
            scope.refuse_taken(step.get("id"))
            scope.steps.append(step)
    _stand(form, scope, str(step.get("id")))


def _stand(form: JsonObject, scope: _Scope, id: str) -> None:
    """Let a step stand on the canvas where it stands in the graph."""
    make_room(form, scope.prefix, {str(each.get("id")): dependencies_of(each) for each in scope.steps}, id)


def _insert_before(scope: _Scope, step: JsonObject, before: str) -> None:
    number = scope.number(before)
    follower = scope.steps[number]
    _depend(step, [*dependencies_of(step), *dependencies_of(follower)])
    _depend(follower, [str(step.get("id"))])
    scope.steps.insert(number, step)


def _insert_after(scope: _Scope, step: JsonObject, after: str) -> None:
    number = scope.number(after)
    id = str(step.get("id"))
    own = dependencies_of(step)
    for each in scope.steps:
        if after in dependencies_of(each) and each.get("id") not in own:
            _depend(each, [id if name == after else name for name in dependencies_of(each)])
    _depend(step, [*own, after])
    scope.steps.insert(number + 1, step)


def _insert_between(scope: _Scope, step: JsonObject, source: str, to: str) -> None:
    follower = scope.step(to)
    if source not in dependencies_of(follower):
        raise refusal("not_connected", scope.locale, step=source, other=to)
    id = str(step.get("id"))
    _depend(step, [*dependencies_of(step), source])
    _depend(follower, [id if name == source else name for name in dependencies_of(follower)])
    scope.steps.insert(scope.number(to), step)


def _remove(scope: _Scope, id: str) -> None:
    number = scope.number(id)
    removed = scope.steps[number]
    users = [str(each.get("id")) for each in scope.steps if each is not removed and id in steps_seen(each)]
    if id in steps_seen_in(scope.holder.get("output")):
        users.append("output")
    if users:
        raise refusal("step_in_use", scope.locale, step=f"{scope.prefix}{id}", users=", ".join(users))
    if len(scope.steps) == 1:
        raise refusal("last_step", scope.locale, step=f"{scope.prefix}{id}")
    _take_out(scope, number)


def _take_out(scope: _Scope, number: int) -> JsonObject:
    """Take a step out of its graph; those that waited for it wait for what it waited for."""
    removed = scope.steps.pop(number)
    id, before = removed.get("id"), dependencies_of(removed)
    for each in scope.steps:
        names = dependencies_of(each)
        if id in names:
            place = names.index(id)
            _depend(each, [*names[:place], *before, *names[place + 1 :]])
    return removed


def _move(form: JsonObject, edit: MoveStep, locale: str) -> None:
    if edit.before is not None and edit.after is not None:
        raise refusal("one_place", locale, step=edit.id)
    target = edit.before or edit.after
    scope, id = _found(form, edit.id, locale)
    number = scope.number(id)
    to = None if target is None else _both(form, edit.id, target, locale)[2]
    if to == id:
        raise refusal("circle", locale, step=edit.id, other=edit.id)
    step = _take_out(scope, number)
    _depend(step, [])
    if to is None:
        used = {name for each in scope.steps for name in dependencies_of(each)}
        _depend(step, [str(each.get("id")) for each in scope.steps if each.get("id") not in used])
        scope.steps.append(step)
    elif edit.before is not None:
        _insert_before(scope, step, to)
    else:
        _insert_after(scope, step, to)
    _stand(form, scope, id)


def _change(scope: _Scope, id: str, fields: JsonObject) -> None:
    step = scope.step(id)
    if "id" in fields:
        raise refusal("rename_instead", scope.locale, step=f"{scope.prefix}{id}")
    kinds = [name for name in KINDS if fields.get(name) is not None]
    for name in KINDS if kinds else ():
        if name not in kinds and step.pop(name, None) is not None:
            for key in _BELONGING[name]:
                step.pop(key, None)
    if "if" in kinds:
        step.pop("when", None)
    for name, value in fields.items():
        _put(step, name, value)


def _rename(form: JsonObject, edit: RenameStep, locale: str) -> None:
    scope, old = _found(form, edit.id, locale)
    step, new = scope.step(old), edit.to
    if new == old:
        return
    scope.refuse_taken(new)

    def rename(name: str) -> str:
        return new if name == old else name

    for number, each in enumerate(scope.steps):
        renamed = rewrite_step(each, rename)
        if dependencies_of(each):
            renamed["depends_on"] = [rename(name) for name in dependencies_of(each)]
        if each is step:
            renamed["id"] = new
        scope.steps[number] = renamed
    if "output" in scope.holder:
        scope.holder["output"] = rewrite_value(scope.holder["output"], rename)
    _rename_on_canvas(form, f"{scope.prefix}{old}", f"{scope.prefix}{new}")


def _rename_on_canvas(form: JsonObject, old: str, new: str) -> None:
    canvas: Any = form.get("canvas")
    for part in ("positions", "pins"):
        drawn: Any = cast("JsonObject", canvas).get(part) if isinstance(canvas, dict) else None
        if isinstance(drawn, dict):
            canvas[part] = {
                f"{new}{key[len(old) :]}" if key == old or key.startswith(f"{old}/") else key: value
                for key, value in cast("JsonObject", drawn).items()
            }


def _connect(scope: _Scope, source: str, to: str) -> None:
    step = scope.step(to)
    if source in dependencies_of(step):
        raise refusal("already_connected", scope.locale, step=source, other=to)
    if source == to or to in _all_before(scope, source):
        raise refusal("circle", scope.locale, step=source, other=to)
    _depend(step, [*dependencies_of(step), source])


def _disconnect(scope: _Scope, source: str, to: str) -> None:
    step = scope.step(to)
    if source not in dependencies_of(step):
        raise refusal("not_connected", scope.locale, step=source, other=to)
    _depend(step, [name for name in dependencies_of(step) if name != source])


def _all_before(scope: _Scope, id: str) -> set[str]:
    by_id = {str(step.get("id")): step for step in scope.steps}
    found: set[str] = set()
    left = [id]
    while left:
        for name in dependencies_of(by_id.get(left.pop(), {})):
            if name not in found:
                found.add(name)
                left.append(name)
    return found


def _depend(step: JsonObject, names: Sequence[str]) -> None:
    _put(step, "depends_on", list(dict.fromkeys(names)) or None)


def _put(holder: JsonObject, key: str, value: Any) -> None:
    if value is None:
        holder.pop(key, None)
    else:
        holder[key] = value
