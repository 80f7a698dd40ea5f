"""A club for the kernel's tests: members in a dict, edited, renamed and removed as an app's records are."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Required, TypedDict, Unpack

from aule.contracts.access.agent import Agent, Allowed
from aule.contracts.access.capability import Effect
from aule.contracts.errors import Ambiguous, Match
from aule.contracts.model import Model
from aule.sdk import (
    App,
    Cascade,
    Context,
    Download,
    FieldChange,
    Preview,
    Reading,
    RecipeCall,
    RecordChange,
    Records,
    Slot,
    SlotKind,
    errors,
)


class Edit(TypedDict, total=False):
    """What to change about a member; what is left out stays."""

    id: Required[Annotated[str, "Which member."]]
    name: Annotated[str, "What they are called."]
    score: Annotated[float | None, "How they stand; null: nobody knows."]


class Settings(Model):
    """How the list is made; a name the core has too."""

    limit: int


class Roster(Model):
    """Who is in the club."""

    names: list[str]
    settings: Settings
    today: str
    locale: str


@dataclass
class Club:
    """The app, its members by id, and what it was asked."""

    app: App
    members: dict[str, str]
    heard: list[tuple[Sequence[str], int]] = field(default_factory=list[tuple[Sequence[str], int]])
    edits: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])

    def find(self, wanted: str, field: str) -> str:
        """The id of the one who is meant."""
        if wanted in self.members:
            return wanted
        found = [id for id, name in self.members.items() if name == wanted]
        if len(found) > 1:
            matches = [Match(id=id, title=self.members[id], path="Club › Team", status="active") for id in found]
            raise Ambiguous(f"There are {len(found)} called {wanted!r}.", field=field, matches=matches)
        if not found:
            raise errors.NotFound(f"There is nobody called {wanted!r}.", field=field)
        return found[0]


def open_club(*names: str) -> Club:
    """A fresh club with these members, `m-1`, `m-2`, …"""
    app = App("club", name={"en": "Club", "pt": "Clube"})
    club = Club(app, {f"m-{number}": name for number, name in enumerate(names or ("Ana", "Bia"), start=1)})
    _keeps(club)
    _batches(club)
    _shows(club)
    _speaks(club)
    return club


def _keeps(club: Club) -> None:
    app, members = club.app, club.members

    async def show_edit(context: Context, **fields: Unpack[Edit]) -> Preview:
        id = club.find(fields["id"], "id")
        changes = [FieldChange(name=key, after=value) for key, value in fields.items() if key != "id"]
        change = RecordChange(op="update", kind="member", id=id, title=members[id], fields=changes)
        return Records(summary=f"Edit {members[id]}", records=[change], total=1)

    @app.capability(effect=Effect.WRITE, reversible=True, preview=show_edit)
    async def edit(context: Context, **fields: Unpack[Edit]) -> dict[str, Any]:
        """Edit a member."""
        club.edits.append(dict(fields))
        id = club.find(fields["id"], "id")
        members[id] = fields.get("name", members[id])
        return {"id": id, **{key: value for key, value in fields.items() if key != "id"}}

    async def show_remove(context: Context, name: str) -> Preview:
        id = club.find(name, "name")
        gone = Cascade(counts={"payment": 3}, examples=["March"])
        change = RecordChange(op="delete", kind="member", id=id, title=members[id], path=["Team"], cascade=gone)
        return Records(summary=f"Remove {members[id]}", records=[change], total=1, confirm=members[id])

    @app.capability(effect=Effect.DELETE, reversible=True, preview=show_remove)
    async def remove(context: Context, name: str) -> str:
        """Remove a member."""
        return members.pop(club.find(name, "name"))

    @app.capability(effect=Effect.READ)
    async def look_up(name: str) -> str:
        """Look a member up."""
        return club.find(name, "name")


def _batches(club: Club) -> None:
    app, members = club.app, club.members

    def effect_of_batch(actions: list[dict[str, Any]]) -> Effect:
        return Effect.DELETE if any(action.get("type") == "remove" for action in actions) else Effect.READ

    async def show_batch(context: Context, actions: list[dict[str, Any]]) -> Preview:
        ids = [club.find(each["data"]["member"], f"actions.{n}.data.member") for n, each in enumerate(actions)]
        changes = [RecordChange(op="link", kind="member", id=id, title=members[id]) for id in ids]
        return Records(summary="A batch", records=changes, total=len(changes))

    @app.capability(effect=Effect.WRITE, reversible=True, preview=show_batch, effect_of=effect_of_batch)
    async def batch(context: Context, actions: list[dict[str, Any]]) -> list[str]:
        """Do several things at once."""
        return [club.find(each["data"]["member"], "actions") for each in actions]


def _shows(club: Club) -> None:
    app, members = club.app, club.members

    @app.view("roster")
    async def roster(reading: Reading, limit: int = 10, only: list[str] = []) -> Roster:  # noqa: B006
        """Who is in the club."""
        names = [name for name in members.values() if not only or name in only]
        today = reading.today.isoformat()
        return Roster(names=names[:limit], settings=Settings(limit=limit), today=today, locale=reading.locale)

    @app.download("cards")
    async def cards(reading: Reading, broken: bool = False) -> Download:
        """The cards of all members."""

        async def chunks() -> AsyncGenerator[bytes]:
            if broken:
                raise errors.NotFound("There are no cards.")
            for name in members.values():
                yield f"{name}\n".encode()

        return Download("cards of é.txt", "text/plain", chunks())


def _speaks(club: Club) -> None:
    app, members = club.app, club.members

    async def told(reading: Reading, heard: Sequence[str], budget: int) -> str:
        club.heard.append((list(heard), budget))
        if "BURST" in members.values():
            raise RuntimeError("a bug")
        return "\n".join(members.values())

    keeper = Agent(id="keeper", name="Keeper", persona_text="You keep the club.", capabilities=Allowed(allow=["*"]))
    app.agent(keeper, context=told)
    app.recipe(
        "remove_member",
        title={"en": "Remove a member", "pt": "Remover um membro"},
        examples={"en": ["remove the member Ana"], "pt": ["remova o membro Ana", "exclua o membro Ana do clube"]},
        slots={"name": Slot(kind=SlotKind.TEXT, markers=["membro", "member"])},
        calls=[RecipeCall(capability="club.remove", params={"name": "{name}"})],
        reply={"en": "Gone.", "pt": "Removido."},
    )
