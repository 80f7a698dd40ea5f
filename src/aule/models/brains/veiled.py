"""A brain elsewhere, behind the veil: no prompt reaches it, and no answer comes back, any other way."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Collection
from contextlib import aclosing
from dataclasses import replace
from typing import cast

from aule.contracts.access.capability import Capability, Result
from aule.contracts.access.veil import EVERY_APP
from aule.contracts.events.facts import CallRequested
from aule.contracts.talk.brain import Attached, Brain, Entry, Piece, Prompt, Said, Speech, Thought, Wish, Wished
from aule.contracts.talk.catalog import Tier
from aule.models.brains.veil import Restoring, Veil

Veils = Callable[[Collection[str]], Awaitable[Veil]]
"""Gives the veil as it is now; given names are hidden too for the apps that are named."""


class VeiledBrain:
    """Stands for a brain elsewhere; what the veil hides, it neither hears nor says."""

    def __init__(self, brain: Brain, veils: Veils) -> None:
        self.provider = brain.provider
        self.model = brain.model
        self.tier: Tier = brain.tier
        self.context_length = brain.context_length
        self._brain = brain
        self._veils = veils

    async def respond(self, prompt: Prompt) -> AsyncGenerator[Piece]:
        """Answer, piece by piece."""
        veil = await self._veils(prompt.apps | _called(prompt))
        shown = prompt if veil.is_empty else hidden(prompt, veil)
        if shown != prompt:  # it is about what an app hides, whoever talks: then a given name alone says who is meant
            veil = await self._veils({EVERY_APP})
            shown = hidden(prompt, veil)
        pieces = cast(AsyncGenerator[Piece], self._brain.respond(shown))
        async with aclosing(pieces if veil.is_empty else restored(pieces, veil, prompt)) as heard:
            async for piece in heard:
                yield piece


def hidden(prompt: Prompt, veil: Veil) -> Prompt:
    """Return a prompt as it may leave this machine."""
    return replace(
        prompt,
        system=veil.hide(prompt.system),
        history=tuple(_entry(each, veil) for each in prompt.history),
        tools=tuple(_tool(each, veil) for each in prompt.tools),
        shape=veil.hide_data(prompt.shape),
    )


async def restored(pieces: AsyncGenerator[Piece], veil: Veil, prompt: Prompt) -> AsyncGenerator[Piece]:
    """Yield what a model says, as people here read it; a token may come in several pieces."""
    mouth = _Mouth(veil, in_json=prompt.shape is not None)
    async with aclosing(pieces) as heard:
        async for piece in heard:
            for each in mouth.say(piece):
                yield each
    for each in mouth.rest():
        yield each


class _Mouth:
    """Says what a model says, with the words put back; what it speaks and what it thinks are two texts."""

    def __init__(self, veil: Veil, *, in_json: bool) -> None:
        self._veil = veil
        self._said = Restoring(veil, in_json=in_json)
        self._thought = Restoring(veil)

    def say(self, piece: Piece) -> list[Piece]:
        match piece:
            case Speech(delta=delta):
                return [*_told(Thought, self._thought.rest()), *_told(Speech, self._said.read(delta))]
            case Thought(delta=delta):
                return [*_told(Speech, self._said.rest()), *_told(Thought, self._thought.read(delta))]
            case Wish(call=call):
                return [*self.rest(), Wish(_call(call, self._veil.restore_data))]
            case _:
                return [*self.rest(), piece]

    def rest(self) -> list[Piece]:
        return [*_told(Thought, self._thought.rest()), *_told(Speech, self._said.rest())]


def _told(kind: type[Speech] | type[Thought], text: str) -> list[Piece]:
    return [kind(text)] if text else []


def _called(prompt: Prompt) -> frozenset[str]:
    """Return the apps whose capabilities were used in what is told."""
    calls = [call for each in prompt.history if isinstance(each, Wished) for call in each.calls]
    return frozenset(call.capability.replace("__", ".").partition(".")[0] for call in calls)


def _tool(tool: Capability, veil: Veil) -> Capability:
    """Return a tool as it may be told of: people name workflows and agents as they like."""
    told = veil.hide(tool.description)
    return tool if told == tool.description else tool.model_copy(update={"description": told})


def _entry(entry: Entry, veil: Veil) -> Entry:
    if isinstance(entry, Said):
        return replace(
            entry, text=veil.hide(entry.text), attached=tuple(_attached(each, veil) for each in entry.attached)
        )
    if isinstance(entry, Wished):
        calls = tuple(_call(each, veil.hide_data) for each in entry.calls)
        return replace(entry, calls=calls, text=veil.hide(entry.text))
    result = Result.model_validate(veil.hide_data(entry.result.model_dump(mode="json")))
    return replace(entry, result=result)


def _attached(attached: Attached, veil: Veil) -> Attached:
    return Attached(
        ref=veil.hide(attached.ref),
        title=veil.hide(attached.title),
        text=None if attached.text is None else veil.hide(attached.text),
        note=veil.hide(attached.note),
        path=None if attached.path is None else veil.hide(attached.path),
    )


def _call(call: CallRequested, change: Callable[[object], object]) -> CallRequested:
    return call.model_copy(update={"params": change(call.params)})
