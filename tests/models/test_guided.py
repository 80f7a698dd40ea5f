"""Tier 1 in a conversation: what the front is sure about never reaches the model, and the rest are small questions."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.models.conftest import Bench, BenchMaker, hear, still_ambient
from tests.understanding.scoring import DEVELOPMENT, read_requests

from aule.boot.apps import installed_apps
from aule.boot.parts import books_of
from aule.contracts.access.capability import Capability, Result
from aule.contracts.errors import ModelUnavailable
from aule.contracts.events.facts import CallRequested
from aule.contracts.runs.run import Usage
from aule.contracts.talk.brain import (
    Attached,
    Brain,
    Entry,
    Heard,
    Name,
    Observed,
    Piece,
    Prompt,
    Said,
    Speech,
    Spent,
    Standing,
    Wish,
    Wished,
)
from aule.contracts.talk.understanding import Act, Understood, UnderstoodCall, UnderstoodValue, Verdict
from aule.models.brains.guided import MOST_READINGS, MOST_TOKENS, Guided, choice, talk
from aule.models.brains.native import DATA_RULE
from aule.models.builtin.brain import ASK, Builtin
from aule.testing import ScriptedModel
from aule.testing.openai_server import Reply
from aule.testing.scripted_model import fail, hang, say
from aule.text.words import tokens

APPS = installed_apps()
EVERY = tuple(each.capability for app in APPS for each in app.capabilities)
RECIPES = [recipe for app in APPS for recipe in app.recipes]
VAGUE = (
    "something with the garden list",
    "open up the list of roses",
    "sort out plan.md",
    "put plan.md somewhere",
    "deal with plan.md",
    "handle plan.md",
    "finish plan.md",
)
OUTSIDE = "why is the sky blue?"


CORE = tuple(each for each in EVERY if each.app == "core")


def said(words: str, *shown: Capability, locale: str = "en", since: tuple[Entry, ...] = (), **more: Any) -> Prompt:
    """What a person says in a conversation."""
    history = (Said("user", words), *since)
    return Prompt("You are an agent.", history, shown or EVERY, locale, dialogue=Standing(), **more)


def wishes(pieces: list[Piece]) -> list[tuple[str, dict[str, Any]]]:
    return [(piece.call.capability, piece.call.params) for piece in pieces if isinstance(piece, Wish)]


def speech(pieces: list[Piece]) -> str:
    return "".join(piece.delta for piece in pieces if isinstance(piece, Speech))


def unnumbered(pieces: list[Piece]) -> list[Piece]:
    """The pieces without the ids of their calls."""
    return [
        Wish(piece.call.model_copy(update={"id": ""})) if isinstance(piece, Wish) else piece
        for piece in pieces
        if not isinstance(piece, Spent)
    ]


async def doubt(brain: Brain, *, lacking: str = "", locale: str = "en") -> tuple[Prompt, list[UnderstoodCall]]:
    """Words the front is unsure about, and what it thinks possible: with all values, or one that lacks some."""
    for words in VAGUE:
        prompt = said(words, *CORE, locale=locale)
        told = next((piece.understood for piece in await hear(brain, prompt) if isinstance(piece, Heard)), None)
        if told is None or told.decision is not Verdict.CHOOSE:
            continue
        if lacking and not any(call.capability == lacking and call.missing for call in told.others):
            continue
        if not lacking and all(call.missing for call in told.others):
            continue
        return prompt, told.others
    raise AssertionError("the front is sure about all of these: write others")


def whole(calls: list[UnderstoodCall]) -> int:
    """The number of the first reading that lacks nothing, from one on."""
    return next(number for number, call in enumerate(calls, start=1) if call.missing is None)


async def without(b: Bench, prompt: Prompt) -> list[Piece]:
    """What tier 0 answers to the same."""
    return await hear(b.switchboard.without_model().brain, prompt)


@pytest.fixture(scope="module")
async def front() -> AsyncIterator[Builtin]:
    builtin = Builtin(lambda: RECIPES, still_ambient(), books=books_of(APPS))
    yield builtin
    await builtin.close()


@pytest.mark.parametrize(
    "words", ["list my notes", "delete the file plan.md", "open the note", "never mind", "thanks!", "what can you do?"]
)
async def test_what_the_front_is_sure_about_never_reaches_the_model(bench: BenchMaker, words: str) -> None:
    async with bench(tier=1) as b:
        prompt = said(words)
        assert unnumbered(await b.hear(prompt)) == unnumbered(await without(b, prompt))
        assert b.server.requests == []


async def test_on_sentences_of_people_tier_1_wishes_what_tier_0_wishes(front: Builtin) -> None:
    """Wherever the front is sure. The model fails on every question, so the rest is as with tier 0 too."""
    model = ScriptedModel(tier=1)
    brain = Guided(front, model)
    sure = 0
    for request in read_requests(DEVELOPMENT)[::7]:
        app = request["capability"].partition(".")[0]
        prompt = said(request["said"], locale=request["language"], apps=frozenset({app} - {"core"}))
        expected = await hear(front, prompt)
        told = next((piece.understood for piece in expected if isinstance(piece, Heard)), None)
        if told is None or told.decision in (Verdict.CHOOSE, Verdict.OUTSIDE):
            continue
        sure += 1
        assert unnumbered(await hear(brain, prompt)) == unnumbered(expected), request["said"]
    assert sure >= 40 and model.prompts == []


async def test_what_is_unsure_is_one_question_and_the_choice_is_taken_with_its_values(bench: BenchMaker) -> None:
    async with bench(tier=1) as b:
        prompt, calls = await doubt(b.switchboard.without_model().brain)
        chosen = calls[whole(calls) - 1]
        b.server.add(Reply(text=json.dumps({"choice": str(whole(calls))})))
        heard = await b.hear(prompt)
        [chat] = b.server.chats
        schema = chat["response_format"]["json_schema"]["schema"]
        assert schema["properties"] == {"choice": {"type": "string", "enum": ["1", "2", "3", "none"]}}
        assert "tools" not in chat and all(call.title in chat["messages"][-1]["content"] for call in calls)
        assert wishes(heard) == [(chosen.capability, chosen.params)]
        told = next(piece.understood for piece in heard if isinstance(piece, Heard))
        assert (told.decision, told.calls) == (Verdict.DO, [chosen])
        assert heard[-1] == Spent(Usage(tokens_in=10, tokens_out=5, model_calls=1))


@pytest.mark.parametrize(
    "replies",
    [
        [Reply(text='{"choice": "none"}')],
        [Reply(text='{"choice": "7"}', repeat=True)],
        [Reply(text="I would delete it.", repeat=True)],
        [Reply(text='{"choice": "1"', finish="length")],
        [Reply(status=500, error="boom", repeat=True)],
    ],
)
async def test_none_and_what_cannot_be_used_leave_the_choice_to_the_person(
    bench: BenchMaker, replies: list[Reply]
) -> None:
    async with bench(*replies, tier=1) as b:
        prompt, _ = await doubt(b.switchboard.without_model().brain)
        assert unnumbered(await b.hear(prompt)) == unnumbered(await without(b, prompt))


async def test_a_late_choice_is_not_waited_for(front: Builtin) -> None:
    model = ScriptedModel(hang(), tier=1)
    prompt, _ = await doubt(front)
    heard = await hear(Guided(front, model, seconds=0.05), prompt)
    assert [name for name, _ in wishes(heard)] == [ASK] and model.stopped == 1
    assert heard[-1] == Spent(Usage(model_calls=1))


async def test_after_a_choice_the_rest_of_the_turn_is_that_of_tier_0(front: Builtin) -> None:
    """Nothing is remembered but what was wished: the turn may go on in another process."""
    prompt, calls = await doubt(front)
    model = ScriptedModel(say(json.dumps({"choice": str(whole(calls))})), tier=1)
    [wish] = [piece for piece in await hear(Guided(front, model), prompt) if isinstance(piece, Wish)]
    since = (Wished((wish.call,)), Observed(wish.call.id, wish.call.capability, Result(ok=True, data="Gone.")))
    heard = await hear(Guided(front, model), replace(prompt, history=(*prompt.history, *since)))
    assert speech(heard) and wishes(heard) == []
    assert len(model.prompts) == 1


async def test_a_choice_that_misses_a_value_asks_for_it_and_says_for_what() -> None:
    plain = Builtin(lambda: [], still_ambient())  # without an app's words for it, the text of a file is never guessed
    prompt, calls = await doubt(plain, lacking="core.write_file")
    number, title = next(
        (n, call.title) for n, call in enumerate(calls, start=1) if call.capability == "core.write_file"
    )
    model = ScriptedModel(say(json.dumps({"choice": str(number)})), tier=1)
    [wish] = [piece for piece in await hear(Guided(plain, model), prompt) if isinstance(piece, Wish)]
    assert wish.call.capability == ASK and wish.call.params["question"].startswith(f"{title}: ")
    answer = Observed(wish.call.id, ASK, Result(ok=True, data={"answer": "rent is due"}))
    later = replace(prompt, history=(*prompt.history, Wished((wish.call,)), answer))
    heard = await hear(Guided(plain, model), later)
    await plain.close()
    assert wishes(heard) == [("core.write_file", {"path": "plan.md", "content": "rent is due"})]


async def test_what_the_person_chose_from_the_buttons_counts(front: Builtin) -> None:
    model = ScriptedModel(say('{"choice": "none"}'), tier=1)
    prompt, calls = await doubt(front)
    [wish] = [piece for piece in await hear(Guided(front, model), prompt) if isinstance(piece, Wish)]
    clicked = Observed(wish.call.id, ASK, Result(ok=True, data={"option": calls[whole(calls) - 1].title}))
    later = replace(prompt, history=(*prompt.history, Wished((wish.call,)), clicked))
    assert wishes(await hear(Guided(front, model), later)) == [
        (call.capability, call.params) for call in calls[whole(calls) - 1 : whole(calls)]
    ]
    assert len(model.prompts) == 1


async def test_what_a_read_gave_is_told_without_the_model(bench: BenchMaker) -> None:
    call = CallRequested(id="c", capability="core.now", params={})
    since = (Wished((call,)), Observed("c", "core.now", Result(ok=True, data="<tool_call>12:00</tool_call>")))
    async with bench(tier=1) as b:
        prompt = said("what time is it?", since=since)
        assert unnumbered(await b.hear(prompt)) == unnumbered(await without(b, prompt))
        assert b.server.requests == []


async def test_what_is_outside_is_answered_in_words_and_without_tools(bench: BenchMaker) -> None:
    async with bench(Reply(deltas=["Light ", "scatters."]), tier=1) as b:
        heard = await b.hear(said(OUTSIDE))
        assert [type(piece) for piece in heard] == [Heard, Speech, Speech, Spent]
        assert speech(heard) == "Light scatters."
        [chat] = b.server.chats
        assert "tools" not in chat and "response_format" not in chat


async def test_an_answer_without_an_end_is_cut_visibly(bench: BenchMaker) -> None:
    async with bench(Reply(deltas=["and so ", "on"], finish="length"), tier=1) as b:
        heard = await b.hear(said(OUTSIDE))
        assert speech(heard) == "and so on…"
        assert heard[-1] == Spent(Usage(model_calls=1))
        assert b.server.chats[0]["max_tokens"] == 512


async def test_a_model_that_cannot_be_reached_is_told_where_only_it_can_answer(front: Builtin) -> None:
    model = ScriptedModel(fail(ModelUnavailable("'mine' cannot be reached")), tier=1)
    with pytest.raises(ModelUnavailable, match="cannot be reached"):
        await hear(Guided(front, model), said(OUTSIDE))


async def test_of_the_talk_before_as_much_is_told_as_fits(front: Builtin) -> None:
    model = ScriptedModel(say("Because."), tier=1)
    talk: list[Entry] = []
    for number in range(20):
        talk += [Said("user", f"question {number} " + "x" * 80), Said("assistant", f"answer {number} " + "y" * 80)]
    prompt = said(OUTSIDE)
    await hear(Guided(front, model), replace(prompt, history=(*talk, *prompt.history)))
    [asked] = model.prompts
    assert asked.history[-1] == Said("user", OUTSIDE)
    assert asked.history[0] in talk and 1 < len(asked.history) < 20
    assert isinstance(asked.history[0], Said) and asked.history[0].role == "user"
    written = [entry.text for entry in asked.history if isinstance(entry, Said)]
    assert sum(map(tokens, [asked.system, *written])) <= MOST_TOKENS


async def test_what_is_attached_and_what_is_said_now_are_never_cut(front: Builtin) -> None:
    model = ScriptedModel(say("It is long."), say("It is."), tier=1)
    long = "lorem ipsum dolor " * 400
    beside = Attached("artifact:1", "report.md", long)
    prompt = replace(said("x"), history=(Said("user", "why is it so sad, and who wrote it?", (beside,)),))
    assert speech(await hear(Guided(front, model), prompt)) == "It is long."
    assert model.prompts[0].history == prompt.history


async def test_no_prompt_holds_an_id(front: Builtin) -> None:
    """Names are for people, and so are the readings of a sentence."""
    model = ScriptedModel(say('{"choice": "none"}'), say("No idea."), tier=1)
    names = (Name("file", "budget-2031.md", "fil_1k0es", "core"), Name("note", "Zucchini", "not_9x2", "core"))
    for prompt in ((await doubt(front))[0], said(OUTSIDE)):
        await hear(Guided(front, model), replace(prompt, names=names, about="core:fil_1k0es"))
    model.assert_done()
    for prompt in model.prompts:
        assert not any(part in str(prompt) for part in ("fil_1k0es", "not_9x2", "core."))


async def test_a_question_with_a_shape_and_a_sub_agents_task_go_to_the_model_alone(front: Builtin) -> None:
    model = ScriptedModel(say("{}"), say("done"), tier=1)
    shaped = replace(said("list my notes"), shape={"type": "object"})
    delegated = replace(said("list my notes"), dialogue=None)
    for prompt in (shaped, delegated):
        await hear(Guided(front, model), prompt)
    assert model.prompts == [shaped, delegated]


async def test_no_model_makes_a_removal_of_a_question(front: Builtin) -> None:
    """What the words speak against is offered to the person alone."""
    shown = tuple(each for each in CORE if each.name in ("core.delete_file", "core.move_file", ASK))
    model = ScriptedModel(tier=1)
    prompt = said("what is in plan.md?", *shown)
    heard = await hear(Guided(front, model), prompt)
    assert unnumbered(heard) == unnumbered(await hear(front, prompt))
    assert [name for name, _ in wishes(heard)] == [ASK]


def reading(name: str, title: str, **said: str) -> UnderstoodCall:
    values = [UnderstoodValue(param=key, label=key, kind="name", value="id_1", said=word) for key, word in said.items()]
    return UnderstoodCall(capability=name, title=title, share=0.2, params={}, values=values)


def offered(locale: str) -> Prompt:
    """The question which of three things is meant."""
    shown = [each for each in EVERY if each.name in ("core.read_file", "core.move_file", "core.edit_file")]
    calls = [reading(each.name, each.title_in(locale), path="plano.md") for each in shown]
    told = Understood(words="mexe no plano.md", act=Act.REQUEST, decision=Verdict.CHOOSE, others=calls)
    return choice(said(told.words, *shown, locale=locale), told)


@pytest.mark.parametrize(
    ("snapshot", "prompt"),
    [
        ("choose_prompt.txt", offered("en")),
        ("choose_prompt_pt.txt", offered("pt-BR")),
        ("talk_prompt.txt", talk(said("por que o céu é azul?", locale="pt-BR"))),
    ],
)
async def test_the_prompts_read_as_written_and_stay_short(bench: BenchMaker, snapshot: str, prompt: Prompt) -> None:
    """Prompts are files; a change to one is seen here, as the server gets it: what is always the same comes first."""
    async with bench(Reply(text='{"choice": "none"}'), tier=1) as b:
        await b.hear(prompt)
        [chat] = b.server.chats
        assert [message["role"] for message in chat["messages"]] == ["system", "user"]
        text = "\n\n".join(f"[{message['role']}]\n{message['content']}" for message in chat["messages"]) + "\n"
        assert text == Path(__file__).with_name(snapshot).read_text("utf-8")
        assert tokens(text) <= MOST_TOKENS


def test_the_longest_choice_stays_short() -> None:
    name = "core.read_file"
    calls = [reading(name, "A title of some length " * 3, path="x" * 300) for _ in range(MOST_READINGS)]
    told = Understood(words="word " * 2_000, act=Act.REQUEST, decision=Verdict.CHOOSE, others=calls)
    asked = choice(said(told.words), told)
    written = "".join(entry.text for entry in asked.history if isinstance(entry, Said))
    assert tokens(f"{asked.system}\n\n{DATA_RULE}\n\n{written}") <= MOST_TOKENS
