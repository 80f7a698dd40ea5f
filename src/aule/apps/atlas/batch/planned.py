"""What a batch of actions comes to: action by action, which rows it writes and what a person is shown of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from aule.apps.atlas.batch.aliases import Action
from aule.apps.atlas.batch.draft import Draft, Written
from aule.apps.atlas.batch.subjects import Naming
from aule.apps.atlas.capabilities import cycles
from aule.apps.atlas.rows import references
from aule.apps.atlas.rows.kinds import KINDS, PLANS
from aule.apps.atlas.rows.queries import Row
from aule.apps.atlas.rows.references import Resolved
from aule.apps.atlas.words import noun_in, say
from aule.sdk import RecordChange, errors


@dataclass(frozen=True, slots=True)
class Planned:
    """One action that can be done."""

    action: Action
    op: str
    row: Row
    """What it is about, as it becomes."""
    shown: list[RecordChange]
    before: dict[str, Any] | None
    after: dict[str, Any] | None
    """The fields that change, for the log (A2.8)."""
    warnings: list[str]
    writes: list[Written] = field(default_factory=list[Written])
    goes: int = 0
    """How many rows go to the trash."""
    is_by_part: bool = False
    """Whether a row that goes was found by a part of its title only."""


@dataclass(slots=True)
class Batch:
    """A batch while it is planned."""

    draft: Draft
    types: list[str]
    """Of its actions, in order."""
    planned: list[Planned | None] = field(default_factory=list[Planned | None])
    """By index; none: that action cannot be done."""
    failed: dict[int, errors.AuleError] = field(default_factory=dict[int, errors.AuleError])

    @property
    def locale(self) -> str:
        """The language of the person."""
        return self.draft.moment.locale

    @property
    def done(self) -> list[Planned]:
        """The actions that can be done, in order."""
        return [each for each in self.planned if each is not None]

    async def scope(self, action: Action) -> str | None:
        """Return the id of the cycle an action's words are about: its `plan_id`, else the default one."""
        if action.data.get("plan_id") is not None:
            return (await self.cycle(action)).id
        default = cycles.default_cycle(await self.draft.cycles(), self.draft.moment.today)
        return None if default is None else default.id

    async def cycle(self, action: Action) -> Row:
        """Return the cycle an action names by `plan_id`."""
        wanted = _words(action, "plan_id")
        return (await references.resolve(self.draft, PLANS, wanted, field=action.at("plan_id"))).row

    async def meant(self, action: Action, naming: Naming, inside: Naming | None = None) -> Resolved:
        """Return the one row an action names; one of the ways of naming it must be used.

        Where the action names something by `inside`, a title is looked for only in that.
        """
        found = await self.meant_if_named(action, naming, inside)
        if found is None:
            noun = KINDS[naming.kind].noun
            first = naming.title if naming.title in action.paths else naming.id
            raise errors.Invalid(
                say(
                    "which_is_missing",
                    self.locale,
                    noun=noun_in(noun, self.locale),
                ),
                code="missing_param",
                field=action.at(first),
                hint=f"Say {' or '.join(repr(name) for name in naming.fields)}.",
            )
        return found

    async def meant_if_named(self, action: Action, naming: Naming, inside: Naming | None = None) -> Resolved | None:
        """Return the one row an action names, if it names one."""
        if naming.ref is not None and action.data.get(naming.ref) is not None:
            return await self._made_before(action, naming.kind, action.data[naming.ref], naming.ref)
        if action.data.get(naming.id) is not None:
            return await references.by_id(
                self.draft, naming.kind, _words(action, naming.id), field=action.at(naming.id)
            )
        if action.data.get(naming.title) is not None:
            parent = None if inside is None else await self.meant_if_named(action, inside)
            return await references.resolve(
                self.draft,
                naming.kind,
                _words(action, naming.title),
                field=action.at(naming.title),
                cycle=await self.scope(action),
                parent=None if parent is None else parent.row,
            )
        return None

    async def several(self, action: Action, naming: Naming, ids: str, refs: str) -> list[Resolved]:
        """Return the rows an action names in two lists: by reference, and by the index of earlier actions."""
        found: list[Resolved] = []
        for place, wanted in enumerate(listed(action, ids)):
            if not isinstance(wanted, str):
                raise _not_text(action, f"{ids}.{place}")
            at = f"{action.at(ids)}.{place}"
            cycle = await self.scope(action)
            found.append(await references.resolve(self.draft, naming.kind, wanted, field=at, cycle=cycle))
        for place, index in enumerate(listed(action, refs)):
            found.append(await self._made_before(action, naming.kind, index, f"{refs}.{place}"))
        return list({each.row.key: each for each in found}.values())

    async def _made_before(self, action: Action, kind: str, index: Any, name: str) -> Resolved:
        """Return what an earlier action of this batch made or edited (AT-13)."""
        if isinstance(index, str) and index.isascii() and index.isdigit():
            index = int(index)
        noun, at = KINDS[kind].noun, action.at(name)
        if not isinstance(index, int) or isinstance(index, bool) or not 0 <= index < action.index:
            raise errors.Invalid(
                f"{name!r} of action {action.index} must be the index of an earlier action.",
                code="invalid_param",
                field=at,
                hint="Actions are counted from 0 and may only refer backwards.",
            )
        earlier = self.planned[index]
        if earlier is None:
            raise errors.Invalid(
                f"Action {action.index} needs action {index}, which cannot be done.",
                code="invalid_param",
                field=at,
                hint=f"Mend action {index} first.",
            )
        if earlier.row.kind != kind or earlier.row.deleted is not None:
            raise errors.Invalid(
                f"{name!r} of action {action.index} must refer to a {noun}; action {index} is {earlier.action.type!r}.",
                code="invalid_param",
                field=at,
                hint=f"Give the index of an action that makes a {noun}.",
            )
        row = await self.draft.row(kind, earlier.row.id) or earlier.row
        above = await self.draft.ancestors([row])
        return Resolved(row, references.Level.ID, references.path_of(row, above))


def listed(action: Action, name: str) -> list[Any]:
    """Return a field that holds a list; left out it is empty."""
    value = action.data.get(name)
    if value is None:
        return []
    if not isinstance(value, list):
        raise errors.Invalid(
            f"{name!r} must be a list.", code="invalid_param", field=action.at(name), hint="Put it into brackets: […]."
        )
    return value  # pyright: ignore[reportUnknownVariableType]


def _words(action: Action, name: str) -> str:
    value = action.data[name]
    if not isinstance(value, str) or not value.strip():
        raise _not_text(action, name)
    return value


def _not_text(action: Action, name: str) -> errors.Invalid:
    return errors.Invalid(
        f"{name!r} of action {action.index} must be an id or a title.",
        code="invalid_param",
        field=action.at(name),
        hint="Such as 'kr-11', or a part of its title.",
    )
