"""`aule catalogue`: see what can be added, add and remove it, and keep the sources it comes from."""

from __future__ import annotations

from typing import Annotated, Any

from aule.contracts.errors import Conflict, Invalid
from aule.sdk.terminal import (
    Argument,
    Client,
    CommandGroup,
    Console,
    Option,
    TerminalMessages,
    Yes,
    act,
    locale,
    look,
    one_line,
    read_setting,
)

commands = CommandGroup(
    "catalogue",
    help="See what can be added, add and remove it, and keep the sources it comes from.",
    capabilities="additions",
)
say = TerminalMessages("aule.apps.additions.terminal").say

Entry = Annotated[str, Argument("The entry: source/kind/name, as the list shows it.")]
_STATES = ("available", "added", "update", "differs", "refused", "unknown", "told")


@commands.default
@commands.command("list")
async def list_(
    client: Client,
    console: Console,
    words: Annotated[list[str] | None, Argument("Words that it has.")] = None,
    kind: Annotated[str | None, Option("--kind", help="Only these: tool, mcp, template, agent, app, …")] = None,
    state: Annotated[str | None, Option("--state", help="Only these: available, added, update, differs, …")] = None,
) -> None:
    """List what can be added and what is here. Nothing is fetched for this."""
    if state is not None and state not in _STATES:
        raise Invalid(f"There is no state {state!r}.", field="state", candidates=list(_STATES))
    found = await client.get("/v1/catalogue", locale=locale())
    items = [each for each in found["items"] if _fits(each, words or [], kind, state)]
    console.result({**found, "items": items})
    rows = [(each["id"], say(each["state"]), each["version"], one_line(each["title"])) for each in items]
    console.table((say("entry"), say("state"), say("version"), say("title")), rows, empty=say("none"))
    for each in found["kinds"]:
        if each["how"] and (kind is None or each["kind"] == kind):
            console.say(f"{each['title']}: {each['how']}", "dim")


@commands.command()
async def show(client: Client, console: Console, entry: Entry) -> None:
    """Show an entry: what it will be able to do, where it is from, its hashes, and what it would change."""
    found = await _entry(client, entry)
    console.result(found)
    _tell(console, found)
    if found["text"]:
        console.document(found["difference"] or found["text"])


@commands.command()
async def add(client: Client, console: Console, entry: Entry, yes: Yes = False) -> None:
    """Show what an entry would add, and add exactly that after your yes."""
    await _add(client, console, entry, ("available", "differs", "update"), yes=yes)


@commands.command()
async def update(client: Client, console: Console, entry: Entry, yes: Yes = False) -> None:
    """Show what is different in an entry since you added it, and take exactly that over after your yes."""
    await _add(client, console, entry, ("update",), yes=yes)


@commands.command()
async def remove(client: Client, console: Console, entry: Entry, yes: Yes = False) -> None:
    """Remove something that is here; `aule undo` brings it back."""
    found = await _entry(client, entry)
    await _do(client, console, found, found["remove"], yes=yes)


@commands.command()
async def sources(
    client: Client,
    console: Console,
    words: Annotated[
        list[str] | None, Argument("list; add ID FOLDER-OR-ADDRESS; refresh ID; or remove ID. None: list.")
    ] = None,
    settings: Annotated[
        list[str] | None, Option("--with", help="To add: key=RW… (a public key of minisign), local=yes.")
    ] = None,
    yes: Yes = False,
) -> None:
    """List, add, refresh or remove sources. Nothing is fetched before you refresh one."""
    match words or ["list"]:
        case ["list"]:
            await _list_sources(client, console)
        case ["add", source, address]:
            body = {"id": source, "address": address, **_settings(settings or [])}
            made = await client.post("/v1/catalogue/sources", None, body)
            console.result(made)
            console.say(f"{made['id']}  {one_line(made['address'])}")
            console.say(say("ask_it", id=made["id"]), "dim")
        case ["refresh", source]:
            await _refresh(client, console, source)
        case ["remove", source]:
            params = {"source": source}
            shown = await look(client, "additions.remove_source", params)
            called = await act(client, console, "additions.remove_source", params, shown, yes=yes)
            console.result(called)
            console.say(say("removed", name=source))
        case _:
            known = "list, add ID ADDRESS, refresh ID, remove ID"
            raise Invalid(say("bad_sources"), field="words", hint=known)


def _settings(settings: list[str]) -> dict[str, Any]:
    """Return what is said of a source beside its address."""
    told = [read_setting(each, ("key", "local")) for each in settings]
    return {each.name: each.is_yes if each.name == "local" else each.value for each in told}


async def _list_sources(client: Client, console: Console) -> None:
    found = await client.get("/v1/catalogue/sources", locale=locale())
    console.result(found)
    rows = [
        (
            each["id"],
            str(each["entries"]),
            say(f"signature_{each['signature'] or 'unasked'}"),
            each["fetched_at"] or "",
            one_line(each["address"]),
        )
        for each in found["items"]
    ]
    heads = (say("source"), say("entries"), say("signature"), say("asked"), say("address"))
    console.table(heads, rows, empty=say("none"))


async def _refresh(client: Client, console: Console, source: str) -> None:
    params = {"source": source}
    shown = await look(client, "additions.refresh_source", params)
    called = await act(client, console, "additions.refresh_source", params, shown, yes=True)
    console.result(called)
    told: dict[str, Any] = called["result"]["data"]
    console.say(say(f"signature_{told['signature']}"))
    for key in ("new", "changed", "gone", "not_usable"):
        for name in told[key]:
            console.say(f"{say(key)}  {one_line(name)}")


async def _add(client: Client, console: Console, entry: str, states: tuple[str, ...], *, yes: bool) -> None:
    found = await _entry(client, entry)
    call = found["add"] if found["state"] in states else None
    if call is not None and not console.as_json:
        _tell(console, found)
        if found["difference"]:
            console.document(found["difference"])
    await _do(client, console, found, call, yes=yes)


async def _do(client: Client, console: Console, found: dict[str, Any], call: Any, *, yes: bool) -> None:
    if call is None:
        raise Conflict(
            found["why"] or say("nothing_to_do", name=found["name"], state=say(found["state"])),
            code=f"entry_{found['state']}",
        )
    shown = await look(client, call["capability"], call["params"])
    called = await act(client, console, call["capability"], call["params"], shown, yes=yes)
    console.result(called)
    console.say(say("done", name=found["name"]))
    if found["page"]:
        console.say(say("page", page=found["page"]), "dim")


def _tell(console: Console, found: dict[str, Any]) -> None:
    console.say(f"{one_line(found['title'])}  {found['version']}  {say(found['state'])}", "bold")
    told = [found["description"], *found["reaches"], found["why"], *found["notes"]]
    for line in told:
        if line:
            console.say(one_line(line))
    effects = ", ".join(found["effects"])
    facts = {
        "effects": effects,
        "source": f"{found['source']}  {found['address']}",
        "hash": found["sha256"] or found["digest"],
        "signature": say(f"signature_{found['signature'] or 'unasked'}"),
        "license": found["license"],
        "homepage": found["homepage"] or "",
    }
    for name, value in facts.items():
        if value:
            console.say(f"  {say(name)}: {one_line(value)}", "dim")


async def _entry(client: Client, entry: str) -> dict[str, Any]:
    parts = entry.split("/")
    if len(parts) != 3:
        raise Invalid(
            f"{entry!r} is not of the form source/kind/name.", field="entry", hint="List them: aule catalogue"
        )
    return await client.get(f"/v1/catalogue/entries/{entry}", locale=locale())


def _fits(each: dict[str, Any], words: list[str], kind: str | None, state: str | None) -> bool:
    told = f"{each['id']} {each['title']} {each['description']}".casefold()
    wanted = all(word.casefold() in told for word in words)
    return wanted and kind in (None, each["kind"]) and state in (None, each["state"])
