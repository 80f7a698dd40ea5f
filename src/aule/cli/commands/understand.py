"""`aule understand`: how words are understood without a model, and by which of them."""

from __future__ import annotations

import json as documents
from functools import partial
from typing import Annotated, Any

import typer

from aule.cli.command import Json, perform
from aule.contracts.errors import Invalid, NotFound
from aule.contracts.talk.understanding import Act, LearnedSentence, Understood, UnderstoodCall, UnderstoodValue, Verdict
from aule.terminal.client import Client
from aule.terminal.console import Console
from aule.terminal.language import locale_of

app = typer.Typer()

_WORDS: dict[str, tuple[str, str]] = {
    Act.REQUEST: ("a request", "um pedido"),
    Act.FOLLOW_UP: ("a follow-up", "uma continuação"),
    Act.CORRECTION: ("a correction of what waits", "uma correção do que espera"),
    Act.ANSWER: ("an answer", "uma resposta"),
    Act.PICK: ("a choice among what was listed", "uma escolha do que foi listado"),
    Act.UNDO: ("take it back", "desfazer"),
    Act.REDO: ("do again what was taken back", "refazer"),
    Act.STOP: ("stop", "parar"),
    Act.GO_ON: ("go on", "seguir em frente"),
    Act.SMALL_TALK: ("small talk", "conversa"),
    Act.HELP: ("a call for help", "um pedido de ajuda"),
    Act.NOT_MEANT: ("not what was meant", "não era isso"),
    Verdict.DO: (
        "it is clear: a look happens, a change shows its card",
        "está claro: consulta é feita, mudança vira card",
    ),
    Verdict.ASK: ("something is missing and would be asked", "falta algo, que seria perguntado"),
    Verdict.CHOOSE: ("it is not clear: these would be offered", "não está claro: estas opções seriam oferecidas"),
    Verdict.OUTSIDE: ("nothing here can do that", "nada aqui faz isso"),
    Verdict.TALK: ("no call is needed", "não pede nenhuma chamada"),
    "missing": ("missing: {label}", "falta: {label}"),
    "inherited": ("from before, or from the screen", "de antes, ou da tela"),
    "others": ("It may also mean:", "Também pode ser:"),
    "unused": ("Not used: {words}", "Não usei: {words}"),
    "no_words": ("There is nothing to understand.", "Não há nada para entender."),
    "no_words_hint": (
        'For example: aule understand "show my notes"',
        'Por exemplo: aule understand "mostra minhas notas"',
    ),
    "forgotten": ("Forgotten: “{said}” no longer means {means}.", "Esquecida: “{said}” não quer mais dizer {means}."),
    "none_learned": (
        "No sentence was learned. Say “that's not what I meant” after an answer to teach one.",
        "Nenhuma frase foi aprendida. Diga “não era isso” depois de uma resposta para ensinar uma.",
    ),
    "no_app": ("There is no app {app!r}.", "Não há o app {app!r}."),
    "no_app_hint": ("Choose one of these.", "Escolha um destes."),
}


@app.command()
def understand(
    words: Annotated[list[str] | None, typer.Argument(help="What somebody would say.")] = None,
    app: Annotated[str | None, typer.Option(help="As if this app were open, by its id.")] = None,
    after: Annotated[str | None, typer.Option(metavar="CONVERSATION", help="As if said in this conversation.")] = None,
    learned: Annotated[bool, typer.Option("--learned", help="List the sentences you let this machine keep.")] = False,
    forget: Annotated[str | None, typer.Option(metavar="SENTENCE", help="Remove one of them.")] = None,
    json: Json = False,
) -> None:
    """See how words are understood without a model. Nothing is done, and nothing is recorded."""
    said = " ".join(words or []).strip()
    locale = locale_of(said or forget or "")
    if learned or forget is not None:
        perform(partial(_learned, forget, locale), as_json=json)
        return

    async def understanding(client: Client, console: Console) -> None:
        if not said:
            raise Invalid(_say(locale, "no_words"), hint=_say(locale, "no_words_hint"))
        agent = None if app is None else await _agent_of(client, app, locale)
        body: dict[str, Any] = {"words": said, "agent": agent, "conversation_id": after, "locale": locale}
        found = await client.post("/v1/understand", Understood, body)
        console.result(found)
        _show(console, found, locale)

    perform(understanding, as_json=json)


async def _learned(forget: str | None, locale: str, client: Client, console: Console) -> None:
    """Show the sentences that were kept, or remove one."""
    if forget is not None:
        gone = await client.delete("/v1/understand/learned", LearnedSentence, said=forget)
        console.result(gone)
        console.say(_say(locale, "forgotten", said=gone.said, means=gone.means))
        return
    found = await client.get("/v1/understand/learned", list[LearnedSentence])
    console.result(found)
    for each in found:
        console.say(f"“{each.said}”  →  {each.means}  ({each.learned_at})")
    if not found:
        console.say(_say(locale, "none_learned"))


async def _agent_of(client: Client, app: str, locale: str) -> str | None:
    """Who is asked where an app is open; none for an app without an agent of its own."""
    from aule.contracts.views import AppInfo, Page  # only where an app is named

    apps = (await client.get("/v1/apps", Page[AppInfo])).items
    chosen = next((each for each in apps if each.id == app), None)
    if chosen is None:
        known = [each.id for each in apps]
        raise NotFound(_say(locale, "no_app", app=app), hint=_say(locale, "no_app_hint"), candidates=known)
    return next(iter(chosen.agents), None)


def _show(console: Console, found: Understood, locale: str) -> None:
    console.say(f"{_say(locale, found.act)} · {_say(locale, found.decision)}", "bold")
    for call in found.calls:
        _show_call(console, call, locale)
    if found.others:
        console.say(_say(locale, "others") if found.calls else "")
    for call in found.others:
        _show_call(console, call, locale, style="dim")
    if found.unused:
        console.say(_say(locale, "unused", words=", ".join(found.unused)), "yellow")


def _show_call(console: Console, call: UnderstoodCall, locale: str, style: str | None = None) -> None:
    console.say(f"{call.title}  ({call.capability}, {call.share:.0%})", style)
    width = max((len(value.label) for value in call.values), default=0)
    for value in call.values:
        console.say(f"  {value.label.ljust(width)}  {_in_words(value.value)}{_source(value, locale)}", style)
    if call.missing is not None:
        console.say(f"  {_say(locale, 'missing', label=call.missing)}", "yellow")


def _source(value: UnderstoodValue, locale: str) -> str:
    """Where a value comes from: the words it was read from, or an earlier turn."""
    if value.inherited or not value.said:
        return f"  ({_say(locale, 'inherited')})" if value.inherited else ""
    note = f"  {value.note}" if value.note else ""
    return f"  ← “{value.said}”{note}"


def _in_words(value: Any) -> str:
    return value if isinstance(value, str) else documents.dumps(value, ensure_ascii=False)


def _say(locale: str, key: str, **values: Any) -> str:
    return _WORDS[key][locale == "pt-BR"].format(**values)
