"""`aule understand`: how words are understood without a model, and by which of them."""

from __future__ import annotations

import json as documents
from typing import TYPE_CHECKING, Annotated, Any

from aule.contracts.errors import Invalid, NotFound
from aule.terminal.client import Client
from aule.terminal.commands import Argument, Option, command
from aule.terminal.console import Console
from aule.terminal.language import locale_of
from aule.text.messages import Messages

if TYPE_CHECKING:
    from aule.terminal.answers import AppInfo, LearnedSentence, Understood, UnderstoodCall, UnderstoodValue

_say = Messages("aule.cli.commands", "understand.toml").say


@command()
async def understand(  # noqa: PLR0913 (a command line's options are its parameters)
    client: Client,
    console: Console,
    words: Annotated[list[str] | None, Argument("What somebody would say.")] = None,
    app: Annotated[str | None, Option(help="As if this app were open, by its id.")] = None,
    after: Annotated[str | None, Option(metavar="CONVERSATION", help="As if said in this conversation.")] = None,
    learned: Annotated[bool, Option("--learned", help="List the sentences you let this machine keep.")] = False,
    forget: Annotated[str | None, Option(metavar="SENTENCE", help="Remove one of them.")] = None,
) -> None:
    """See how words are understood without a model. Nothing is done, and nothing is recorded."""
    said = " ".join(words or []).strip()
    locale = locale_of(said or forget or "")
    if learned or forget is not None:
        await _show_learned(client, console, forget, locale)
        return
    if not said:
        raise Invalid(_say("no_words", locale), hint=_say("no_words_hint", locale))
    agent = None if app is None else await _agent_of(client, app, locale)
    body: dict[str, Any] = {"words": said, "agent": agent, "conversation_id": after, "locale": locale}
    found: Understood = await client.post("/v1/understand", None, body)
    console.result(found)
    _show(console, found, locale)


async def _show_learned(client: Client, console: Console, forget: str | None, locale: str) -> None:
    """Show the sentences that were kept, or remove one."""
    if forget is not None:
        gone: LearnedSentence = await client.delete("/v1/understand/learned", said=forget)
        console.result(gone)
        console.say(_say("forgotten", locale, said=gone["said"], means=gone["means"]))
        return
    found: list[LearnedSentence] = await client.get("/v1/understand/learned")
    console.result(found)
    for each in found:
        console.say(f"“{each['said']}”  →  {each['means']}  ({each['learned_at']})")
    if not found:
        console.say(_say("none_learned", locale))


async def _agent_of(client: Client, app: str, locale: str) -> str | None:
    """Who is asked where an app is open; none for an app without an agent of its own."""
    apps: list[AppInfo] = (await client.get("/v1/apps"))["items"]
    chosen = next((each for each in apps if each["id"] == app), None)
    if chosen is None:
        known = [each["id"] for each in apps]
        raise NotFound(_say("no_app", locale, app=app), hint=_say("no_app_hint", locale), candidates=known)
    return next(iter(chosen["agents"]), None)


def _show(console: Console, found: Understood, locale: str) -> None:
    console.say(f"{_say(found['act'], locale)} · {_say(found['decision'], locale)}", "bold")
    for call in found["calls"]:
        _show_call(console, call, locale)
    if found["others"]:
        console.say(_say("others", locale) if found["calls"] else "")
    for call in found["others"]:
        _show_call(console, call, locale, style="dim")
    if found["unused"]:
        console.say(_say("unused", locale, words=", ".join(found["unused"])), "yellow")


def _show_call(console: Console, call: UnderstoodCall, locale: str, style: str | None = None) -> None:
    console.say(f"{call['title']}  ({call['capability']}, {call['share']:.0%})", style)
    width = max((len(value["label"]) for value in call["values"]), default=0)
    for value in call["values"]:
        console.say(f"  {value['label'].ljust(width)}  {_in_words(value['value'])}{_source(value, locale)}", style)
    if call["missing"] is not None:
        console.say(f"  {_say('missing', locale, label=call['missing'])}", "yellow")


def _source(value: UnderstoodValue, locale: str) -> str:
    """Where a value comes from: the words it was read from, or an earlier turn."""
    if value["inherited"] or not value["said"]:
        return f"  ({_say('inherited', locale)})" if value["inherited"] else ""
    note = f"  {value['note']}" if value["note"] else ""
    return f"  ← “{value['said']}”{note}"


def _in_words(value: Any) -> str:
    return value if isinstance(value, str) else documents.dumps(value, ensure_ascii=False)
