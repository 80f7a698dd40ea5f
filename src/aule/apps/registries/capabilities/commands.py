"""Running a command that needs package registries: in the box, with one way out that leads to them and nowhere else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, Unpack

from pydantic import Field

from aule.apps.registries import queries
from aule.apps.registries.app import registries as app
from aule.apps.registries.catalogue import chosen, hosts_of, needed_by, registries_of, shown_hosts
from aule.apps.registries.environment import environment_of
from aule.apps.registries.records import Id, Registry
from aule.apps.registries.start import WayOut, WaysOut, is_allowed
from aule.apps.registries.words import hint, risks, say
from aule.contracts.access.approval import Reached
from aule.contracts.events.facts import CallConnected
from aule.sdk import Approve, Command, Context, Effect, Model, Preview, Runtime, errors
from aule.sdk.commands import LONGEST_S, WELL, CommandLine, CommandOptions, Ran, end_of, said_codes, told_of
from aule.sdk.registries import ConnectionRecord, RegistryProxy, Visit, ask_about_leaving, refuse_leaving
from aule.sdk.system import ByHand

DEFAULT_S = 180
MOST_TOLD = 40
Registries = Annotated[
    list[Id],
    Field(max_length=20, description="The registries it needs, by id; empty: those that the programs in it ask."),
]


class Connections(Model):
    """What passed between a command and one server, or what was refused."""

    host: str
    end: Literal["closed", "refused", "cut"]
    """`cut`: a limit was reached, nothing came for too long, or it was revoked meanwhile."""
    why: str = ""
    count: int = 1
    up: int = 0
    down: int = 0


class Installed(Ran):
    """How a command ended that could reach package registries, and what it reached."""

    connections: list[Connections] = Field(default=[], description="Which servers it reached, and what was refused.")


async def _show(
    context: Context,
    command: str,
    registries: Registries = [],  # noqa: B006 (it is only read)
    folder: str = ".",
    timeout_s: float = DEFAULT_S,
    env: dict[str, str] | None = None,
    **more: Unpack[CommandOptions],
) -> Preview:
    sandbox = await context.sandbox()
    await refuse_leaving(context, sandbox.level)
    wanted = _wanted(context, command, registries)
    new = await _unknown(context, wanted)
    given = "".join(f"{name}={value!r} " for name, value in sorted((env or {}).items()))
    hints = risks(wanted, context.locale)
    hints += [say("allows_from_now_on", context.locale)] if new else []
    hints.append(say("undone_whole" if context.bound.is_free else "bounded", context.locale))
    return Command(
        command=f"{given}{command}",
        folder=context.workspace.check(folder),
        level=sandbox.level.value,
        timeout_s=timeout_s,
        hints=[*hints, *said_codes(context, more.get("ok_exit_codes", WELL))],
        reaches=[
            Reached(title=each.title, hosts=shown_hosts(each), is_new=each in new, is_own=each.is_own)
            for each in wanted
        ],
    )


@app.capability(
    effect=Effect.EXEC,
    title={"en": "Install packages", "pt": "Instalar pacotes"},
    category="tools",
    targets=["command", "registries", "folder", "env"],
    reversible=True,
    unspoken=True,
    approval=Approve.ALWAYS,
    preview=_show,
    runtime=Runtime.BOX,
    timeout_s=LONGEST_S + 60,
)
async def run_command(
    context: Context,
    command: Annotated[str, "A command line for bash, such as `npm install`.", Field(min_length=1, max_length=20_000)],
    registries: Registries = [],  # noqa: B006 (it is only read)
    folder: Annotated[str, "The folder of the workspace it runs in; `.` is the workspace itself."] = ".",
    timeout_s: Annotated[
        float, Field(gt=0, le=LONGEST_S, description="Seconds after which it is stopped.")
    ] = DEFAULT_S,
    env: Annotated[dict[str, str] | None, "Environment variables to set."] = None,
    **more: Unpack[CommandOptions],
) -> Installed:
    """Run a command line that installs packages: in the sandbox, where it reaches package registries and nothing else.

    Use `core.exec` for everything that needs no package from elsewhere, such as tests.
    """
    ways: WaysOut = context.own
    wanted = _wanted(context, command, registries)
    new = await _unknown(context, wanted)
    await refuse_leaving(context, (await context.sandbox()).level)
    names = ", ".join(each.title for each in wanted)
    await ask_about_leaving(context, is_known=not new, note=say("asks", context.locale, names=names))
    if context.recheck is not None:  # what was shown still holds; the consent that follows is part of it
        await context.recheck()
        context.recheck = None
    if new:
        ids = [each.id for each in new]
        await ways.kernel.call(
            "registries.allow", {"registries": ids}, project=context.project.id, locale=context.locale, by_hand=ByHand()
        )
    record, seen = ConnectionRecord(context), _Seen()

    def told(visit: Visit) -> None:
        record.add(_fact(context, visit))
        seen.add(visit)

    proxy = RegistryProxy([host for each in wanted for host in hosts_of(each)], told)
    line = CommandLine(command, folder, timeout_s, {**(env or {}), **environment_of(wanted)}, answer=proxy.answer)
    async with ways.opened(WayOut(context.project.id, wanted, proxy)):
        ran = await context.execute(line)
    installed = Installed(**dict(told_of(ran)), connections=seen.told)
    _warn(context, seen)
    return await end_of(context, command, ran, more.get("ok_exit_codes", WELL), installed)


def _wanted(context: Context, command: str, ids: Sequence[str]) -> list[Registry]:
    """Return the registries a command is to reach; raise where none is named and none is plain."""
    known = registries_of(context.settings)
    picked = chosen(ids or needed_by(command, known), known, context.locale)
    if not picked:
        raise errors.Invalid(
            say("none_plain", context.locale),
            code="no_registry",
            field="registries",
            candidates=sorted(known),
            hint=hint("none_plain", context.locale, ids=", ".join(sorted(known))),
        )
    return picked


async def _unknown(context: Context, wanted: Sequence[Registry]) -> list[Registry]:
    """Return the registries that the owner has not allowed in this project as they are now."""
    allowed = await queries.consents(context.reading, context.project.id)
    return [each for each in wanted if not is_allowed(each, allowed.get(each.id))]


def _fact(context: Context, visit: Visit) -> CallConnected:
    return CallConnected(
        id=context.call.id,
        host=visit.host,
        port=visit.port,
        end=visit.end,
        why=visit.why,
        up=visit.up,
        down=visit.down,
        duration_ms=round(visit.seconds * 1000, 1),
    )


class _Seen:
    """The connections of one command, those to one server together."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str, str], Connections] = {}

    @property
    def told(self) -> list[Connections]:
        """The connections, in the order they were first made."""
        return list(self._found.values())[:MOST_TOLD]

    def add(self, visit: Visit) -> None:
        """Take one connection in."""
        end = {"closed": "closed", "refused": "refused", "unreachable": "refused"}.get(visit.end, "cut")
        why = visit.why or ("" if end == "closed" else visit.end)
        before = self._found.get((visit.host, end, why))
        if before is None and len(self._found) >= MOST_TOLD:
            return
        made = Connections.model_validate(
            {"host": visit.host, "end": end, "why": why, "up": visit.up, "down": visit.down}
            if before is None
            else {
                **before.model_dump(),
                "count": before.count + 1,
                "up": before.up + visit.up,
                "down": before.down + visit.down,
            }
        )
        self._found[(visit.host, end, why)] = made


def _warn(context: Context, seen: _Seen) -> None:
    """Tell what the command was refused."""
    refused = [f"{each.host} ({each.why})" for each in seen.told if each.end != "closed"]
    if refused:
        more = ", …" if len(refused) > 5 else ""
        context.warn("registry_refused", f"{say('refused', context.locale)} {', '.join(refused[:5])}{more}")
