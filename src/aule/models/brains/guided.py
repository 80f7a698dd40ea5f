"""Tier 1 in a conversation: the front understands first, and a small model is asked small questions only.

Where the front is sure, the answer is that of the recipes, and the model is not asked. Where it is unsure, the model
chooses among what the front thinks possible. What is outside of everything that can be done here, it answers in words.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import replace
from functools import cache
from importlib import resources
from typing import Any, cast

from aule.contracts.access.capability import Capability, Result
from aule.contracts.errors import AuleError, TooLarge
from aule.contracts.events.facts import CallRequested
from aule.contracts.runs.run import Usage
from aule.contracts.talk.brain import (
    Asked,
    Brain,
    Entry,
    Heard,
    Observed,
    Piece,
    Prompt,
    Said,
    Speech,
    Spent,
    Wish,
    Wished,
)
from aule.contracts.talk.catalog import Tier
from aule.contracts.talk.understanding import Act, Understood, UnderstoodCall, Verdict
from aule.models.brains.shapes import check_object, parse_object
from aule.models.builtin.brain import ASK, PLAN
from aule.models.builtin.language import Language, language_of
from aule.models.builtin.wishes import attached
from aule.text.words import headline, tokens
from aule.understanding.deeds import asks, clashes, deeds_in
from aule.understanding.filling.fields import frame_of
from aule.understanding.sentence import Wording

DEADLINE = 10.0
"""Seconds a choice may take; a later answer is not waited for."""
MOST_READINGS = 5
MOST_TOKENS = 400
"""What a prompt may take; what the person says and attaches now is never cut, and may be longer."""
CHOICE_TOKENS = 64
TALK_TOKENS = 512
"""Of an answer in words; the smallest models go on for ever."""
CUT = "answer_cut"
LONGEST_WORDS = 300
"""Characters of the person's words that a choice is asked about."""
LONGEST_LINE = 100
NONE = "none"
_LANGUAGES: dict[Language, str] = {"pt": "Portuguese", "en": "English"}


class Guided:
    """A brain made of two: one without a model, which goes first, and a small model."""

    tier: Tier = 1

    def __init__(self, front: Brain, model: Brain, *, seconds: float = DEADLINE) -> None:
        self.provider = model.provider
        self.model = model.model
        self.context_length = model.context_length
        self._front = front
        self._model = model
        self._seconds = seconds

    async def respond(self, prompt: Prompt) -> AsyncGenerator[Piece]:
        """Answer a person, the front first; anything that no person said is for the small model alone."""
        pieces = self._answer(prompt) if is_said(prompt) else self._model.respond(prompt)
        async with aclosing(cast("AsyncGenerator[Piece]", pieces)) as heard:
            async for piece in heard:
                yield piece

    async def _answer(self, prompt: Prompt) -> AsyncGenerator[Piece]:
        opening = replace(prompt, history=_opening(prompt.history))
        since = prompt.history[len(opening.history) :]
        first = await _all(self._front, opening)
        offer = _offer(first, prompt)
        if not since and offer is None and _is_outside(first, prompt):
            for piece in first:
                if isinstance(piece, Heard):
                    yield piece
            async with aclosing(self._talk(prompt)) as heard:
                async for piece in heard:
                    yield piece
            return
        if since:
            chosen = None if offer is None else chosen_before(offer, since)
            first = await _all(self._front, prompt if chosen is None else answered(prompt, chosen))
        elif offer is not None:
            first = await self._choose(prompt, offer, first)
        for piece in first:
            yield piece

    async def _talk(self, prompt: Prompt) -> AsyncGenerator[Piece]:
        """Yield the model's answer in words; where it does not come to an end, what it said until then."""
        try:
            async with aclosing(cast("AsyncGenerator[Piece]", self._model.respond(talk(prompt)))) as heard:
                async for piece in heard:
                    yield piece
        except TooLarge as error:
            if error.problem.code != CUT:
                raise
            yield Speech("…")
            yield Spent(Usage(model_calls=1))

    async def _choose(self, prompt: Prompt, offer: Understood, buttons: Sequence[Piece]) -> list[Piece]:
        """Return what follows from the model's choice, as if the person had chosen.

        Without one, the choice is theirs.
        """
        pieces, spent = buttons, [Spent(Usage(model_calls=1))]
        heard: list[Piece] = []
        try:
            async with asyncio.timeout(self._seconds):
                await _hear(self._model, choice(prompt, offer), heard)
        except (AuleError, TimeoutError):
            said: list[Piece] = []
        else:
            said = heard
            spent = [each for each in said if isinstance(each, Spent)]
        if (chosen := _read(said, offer)) is not None:
            pieces = _taken(offer, chosen, await _all(self._front, answered(prompt, chosen)))
        asked = [each for each in heard if isinstance(each, Asked)]
        return [*asked, *(each for each in pieces if not isinstance(each, Spent)), *spent]


def is_said(prompt: Prompt) -> bool:
    """Tell whether a person said it in a conversation: not a question with a shape, and not the task of a sub-agent."""
    return prompt.shape is None and prompt.dialogue is not None and bool(_opening(prompt.history))


def choice(prompt: Prompt, offer: Understood) -> Prompt:
    """Return the question which of several things is meant: titles and the person's own words, never ids."""
    tools = {each.name: each for each in prompt.tools}
    language = _language(prompt)
    lines = [
        f"{number}. {_line(each, tools.get(each.capability), language)}"
        for number, each in enumerate(offer.others, start=1)
    ]
    words = headline(" ".join(offer.words.split()), LONGEST_WORDS)
    asked = _text("choices.md").replace("{readings}", "\n".join(lines)).replace("{words}", words)
    return Prompt(
        system=_text("choose.md"),
        history=(Said("user", asked),),
        tools=(),
        locale=prompt.locale,
        max_tokens=CHOICE_TOKENS,
        shape=_shape(offer),
        apps=prompt.apps,
    )


def talk(prompt: Prompt) -> Prompt:
    """Return what was said, for an answer in plain words: with as much of the talk before as fits."""
    system = _text("talk.md").replace("{language}", _LANGUAGES[_language(prompt)])
    *earlier, last = (each for each in prompt.history if isinstance(each, Said))
    left = MOST_TOKENS - tokens(system) - tokens(_text("data.md")) - tokens(last.text)
    fitting: list[Said] = []
    for each in reversed(earlier):
        left -= tokens(each.text)
        if left < 0:
            break
        fitting.insert(0, replace(each, attached=()))
    while fitting and fitting[0].role != "user":  # many models take no talk that begins with an answer
        fitting.pop(0)
    return Prompt(system, (*fitting, last), (), prompt.locale, prompt.max_tokens or TALK_TOKENS, apps=prompt.apps)


def answered(prompt: Prompt, title: str) -> Prompt:
    """Return a prompt as it were if the person had been offered a choice, and had chosen."""
    opening = _opening(prompt.history)
    given = Observed("choice", ASK, Result(ok=True, data={"option": title}))
    return replace(prompt, history=(*opening, given, *prompt.history[len(opening) :]))


def chosen_before(offer: Understood, since: Sequence[Entry]) -> str | None:
    """Return which reading the model chose earlier in this turn, by what was wished then.

    None where the person was asked.
    """
    calls = next((entry.calls for entry in since if isinstance(entry, Wished)), ())
    for call in calls:
        names = _names(call)
        for each in offer.others:
            is_asked = call.capability == ASK and str(call.params.get("question", "")).startswith(f"{each.title}: ")
            if each.capability in names or is_asked:
                return each.title
    return None


def _names(call: CallRequested) -> list[str]:
    """Return the capabilities that a call comes to: its own, and those of a plan of single calls."""
    steps: list[Any] = call.params.get("calls", []) if call.capability == PLAN else []
    return [call.capability, *(str(step["capability"]) for step in steps)]


def _opening(history: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return the talk up to what the person said last."""
    for index in range(len(history), 0, -1):
        entry = history[index - 1]
        if isinstance(entry, Said) and entry.role == "user":
            return tuple(history[:index])
    return ()


def _offer(pieces: Sequence[Piece], prompt: Prompt) -> Understood | None:
    """Return what the model may choose from, where the front is unsure.

    What the words speak against is for the person alone: no model makes a removal of a question, or of an addition.
    """
    told = _told(pieces)
    if told is None or told.decision is not Verdict.CHOOSE or told.act is Act.NOT_MEANT:
        return None  # who was misunderstood chooses for themselves
    wording = Wording(told.words)
    deeds, is_question = deeds_in(wording), asks(wording)
    frames = {
        each.name: frame_of(each) for each in prompt.tools if each.name in {call.capability for call in told.others}
    }
    fitting = [each for each in told.others if not clashes(frames[each.capability], deeds, is_question=is_question)][
        :MOST_READINGS
    ]
    return told.model_copy(update={"others": fitting}) if fitting else None


def _is_outside(pieces: Sequence[Piece], prompt: Prompt) -> bool:
    """Tell whether nothing that can be done here is meant: neither an action, nor one with what is attached."""
    told = _told(pieces)
    if told is not None:
        return told.decision is Verdict.OUTSIDE
    return bool(attached(prompt.history)) and not any(isinstance(each, Wish) for each in pieces)


def _told(pieces: Sequence[Piece]) -> Understood | None:
    return next((each.understood for each in pieces if isinstance(each, Heard)), None)


def _taken(offer: Understood, title: str, pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces that follow from a choice.

    What was understood now, and questions that say what they are about.
    """
    call = next(each for each in offer.others if each.title == title)
    told = offer.model_copy(
        update={
            "decision": Verdict.DO if call.missing is None else Verdict.ASK,
            "calls": [call],
            "others": [each for each in offer.others if each is not call],
        }
    )
    return [Heard(told), *(_about(piece, title) for piece in pieces)]


def _about(piece: Piece, title: str) -> Piece:
    """Return a question with the title of what it is about.

    The person did not choose that, and it is found again by it.
    """
    if not isinstance(piece, Wish) or piece.call.capability != ASK:
        return piece
    params = {**piece.call.params, "question": f"{title}: {piece.call.params.get('question', '')}"}
    return Wish(piece.call.model_copy(update={"params": params}))


def _read(pieces: Sequence[Piece], offer: Understood) -> str | None:
    """Return the title that was chosen; none where the answer is that none is meant, or is none of those allowed."""
    text = "".join(each.delta for each in pieces if isinstance(each, Speech))
    try:
        decided = parse_object(text)
        check_object(decided, _shape(offer))
    except ValueError:
        return None
    return None if decided["choice"] == NONE else offer.others[int(decided["choice"]) - 1].title


def _shape(offer: Understood) -> dict[str, Any]:
    numbers = [str(number) for number in range(1, len(offer.others) + 1)]
    return {
        "type": "object",
        "properties": {"choice": {"type": "string", "enum": [*numbers, NONE]}},
        "required": ["choice"],
        "additionalProperties": False,
    }


def _line(call: UnderstoodCall, tool: Capability | None, language: Language) -> str:
    """A reading in one line: its title, what it does as far as that is told in their language, and what they said."""
    does = headline(tool.description.partition(". ")[0].rstrip(".")) if tool is not None and language == "en" else ""
    said = "; ".join(f"{each.label}: {each.said}" for each in call.values if each.said)
    return headline(" – ".join(" ".join(part.split()) for part in (call.title, does, said) if part), LONGEST_LINE)


def _language(prompt: Prompt) -> Language:
    last = _opening(prompt.history)[-1]
    return language_of(prompt.locale, last.text if isinstance(last, Said) else "")


async def _all(brain: Brain, prompt: Prompt) -> list[Piece]:
    pieces: list[Piece] = []
    await _hear(brain, prompt, pieces)
    return pieces


async def _hear(brain: Brain, prompt: Prompt, into: list[Piece]) -> None:
    """Add the pieces of a response to a list as they come, so that those before a failure are known."""
    async with aclosing(cast("AsyncGenerator[Piece]", brain.respond(prompt))) as heard:
        async for piece in heard:
            into.append(piece)


@cache
def _text(name: str) -> str:
    return (resources.files("aule.models") / "prompts" / name).read_text("utf-8").strip()
