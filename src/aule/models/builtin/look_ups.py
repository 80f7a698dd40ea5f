"""Look-ups without a model: when apps are asked for an answer from what they keep, and how it is put."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from aule.contracts.talk.brain import Attached, Observed
from aule.contracts.talk.look_up import LookUp
from aule.contracts.talk.understanding import Verdict
from aule.models.brains.shapes import object_of, text_of
from aule.models.builtin import memories
from aule.models.builtin.wishes import Turned
from aule.text.messages import Language
from aule.understanding.deeds import asks
from aule.understanding.sentence import Wording


def params_of(look_up: LookUp, question: str, attached: Sequence[Attached]) -> Iterator[dict[str, Any]]:
    """Yield what a look-up is called with: once for each thing beside the words that it can be narrowed to."""
    kinds = (each.ref.partition(":")[::2] for each in attached)
    narrowed = [{look_up.attached[kind]: id} for kind, id in kinds if kind in look_up.attached]
    for beside in narrowed or [{}]:
        yield {look_up.question: question, **beside}


def is_half_answered(turned: Turned, results: Sequence[Observed], places: Mapping[str, LookUp]) -> bool:
    """Tell whether what was read answers a question only by half, so that other places are worth a look.

    Memory that knows nothing of it is no answer. Nor is what was read without regard to some of the words: *when is
    the exam?* is not answered by what is scheduled.
    """
    best = turned.found.best
    if turned.found.decision is not Verdict.DO or best is None or not best.frame.is_harmless or turned.found.also:
        return False
    if len(results) != 1 or not results[0].result.ok or results[0].capability in places or not _is_question(turned):
        return False
    if results[0].capability == memories.SEARCH:
        return memories.is_unknown(results[0].result.data, turned.words)
    return bool(turned.told.unused)


def is_found(entry: Observed) -> bool:
    """Tell whether a look-up answers the question."""
    return entry.result.ok and object_of(entry.result.data).get("found") is True


def is_near(entry: Observed) -> bool:
    """Tell whether a look-up found something near the question, which its answer then says."""
    return entry.result.ok and object_of(entry.result.data).get("is_near") is True


def answer_in(entry: Observed) -> str:
    """Return what a look-up says without a model; nothing where it failed."""
    return (text_of(object_of(entry.result.data).get("answer")) or "") if entry.result.ok else ""


def joined(
    read: str, looked: Sequence[Observed], places: Mapping[str, LookUp], language: Language, *, is_of_memory: bool
) -> str:
    """Return what was read and what was looked up besides, as one answer: what answers the question comes first.

    Where memory knew nothing, it is also said what came near elsewhere, or that nothing did.
    """
    found = [answer_in(each) for each in looked if is_found(each)]
    if not is_of_memory:
        return "\n\n".join([*found, read])
    if found:
        return "\n\n".join(found)
    near = [answer_in(each) for each in looked if is_near(each)]
    return "\n\n".join([read, *(near or nothing_of(looked, places, language))])


def nothing_of(looked: Sequence[Observed], places: Mapping[str, LookUp], language: Language) -> list[str]:
    """Return what is said of places that were looked in and had nothing."""
    names = dict.fromkeys(each.capability for each in looked)
    return [said for name in names if (said := places[name].nothing.get(language))]


def _is_question(turned: Turned) -> bool:
    return asks(Wording(turned.words)) or turned.words.rstrip().endswith("?")
