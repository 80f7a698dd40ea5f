"""Whether a run did what was expected: one pure function for each expectation, and none that guesses."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, assert_never

from aule.apps.evaluations.expectations import (
    AsksPerson,
    Calls,
    Cites,
    Expectation,
    HandsOver,
    InLanguage,
    Judged,
    Mentions,
    MostCost,
    MostSeconds,
    MostTokens,
    MostWords,
    NeverCalls,
    NeverMentions,
    NeverWrites,
    Shaped,
)
from aule.apps.evaluations.observation import Observation
from aule.apps.evaluations.records import TrialCheck, TriedCall
from aule.apps.evaluations.words import say
from aule.contracts.access.capability import Capability, Effect
from aule.contracts.access.guidelines import AnswerRule, LanguageRule, MentionRule, OmitRule
from aule.sdk.agents import concerns, what_in_words
from aule.sdk.trials import broken_rules, problems_with
from aule.text.words import fold

LOOKING = frozenset({str(Effect.READ), str(Effect.NAVIGATE)})
HANDING = frozenset({"core.delegate", "teams.ask", "teams.handoff"})
"""Calls by which an agent lets somebody else work."""
_RECEIVERS = ("to", "team", "agent")
Found = tuple[bool | None, str]


def check(expectation: Expectation, seen: Observation, known: Mapping[str, Capability], locale: str) -> TrialCheck:
    """Return what an expectation came to; a judgement by a model is left open."""
    passed, why = _found(expectation, seen, known, locale)
    by_model = isinstance(expectation, Judged)
    sentence = sentence_of_expectation(expectation, locale)
    return TrialCheck(expectation=expectation, sentence=sentence, passed=passed, why=why, by_model=by_model)


def _found(expectation: Expectation, seen: Observation, known: Mapping[str, Capability], locale: str) -> Found:
    match expectation:
        case Calls() | NeverCalls() | NeverWrites() | AsksPerson() | HandsOver():
            return _of_calls(expectation, seen, known, locale)
        case Mentions() | NeverMentions() | InLanguage() | Cites() | Shaped():
            return _of_answer(expectation, seen, locale)
        case MostWords() | MostTokens() | MostCost() | MostSeconds():
            return _of_amount(expectation, seen, locale)
        case Judged():
            return None, say("why_no_model", locale)
        case _:
            assert_never(expectation)


def _of_answer(
    expectation: Mentions | NeverMentions | InLanguage | Cites | Shaped, seen: Observation, locale: str
) -> Found:
    match expectation:
        case Mentions(text=text):
            return _of_rule(MentionRule(rule="mention", text=text), seen, locale)
        case NeverMentions(text=text):
            return _of_rule(OmitRule(rule="omit", text=text), seen, locale)
        case InLanguage(language=language):
            return _of_rule(LanguageRule(rule="language", language=language), seen, locale)
        case Cites(document=document):
            return _cited(document, seen, locale)
        case Shaped(shape=shape):
            return _fitting(shape, seen, locale)


def _of_amount(expectation: MostWords | MostTokens | MostCost | MostSeconds, seen: Observation, locale: str) -> Found:
    amounts = {
        "words": len(seen.answer.split()),
        "tokens": seen.tokens,
        "cost": seen.usage.cost,
        "seconds": seen.seconds,
    }
    value, most = amounts[expectation.expects], expectation.most
    return value <= most, say(f"why_{expectation.expects}", locale, value=f"{value:g}", most=f"{most:g}")


def _of_calls(
    expectation: Calls | NeverCalls | NeverWrites | AsksPerson | HandsOver,
    seen: Observation,
    known: Mapping[str, Capability],
    locale: str,
) -> Found:
    match expectation:
        case Calls(what=what):
            found = [call for call in seen.calls if _is_about(what, call, known)]
            return bool(found), _named(found, locale)
        case NeverCalls(what=what):
            found = [call for call in seen.calls if _is_about(what, call, known)]
            return not found, _named(found, locale)
        case NeverWrites():
            found = [call for call in seen.calls if call.effect not in LOOKING]
            return not found, _named(found, locale)
        case AsksPerson():
            found = [call for call in seen.calls if call.asks]
            return bool(found), _named(found, locale)
        case HandsOver(to=to):
            found = [call for call in seen.calls if call.capability in HANDING and _goes_to(call.params, to)]
            return bool(found), _named(found, locale)


def _is_about(what: str, call: TriedCall, known: Mapping[str, Capability]) -> bool:
    capability = known.get(call.capability)
    return what in ("*", call.capability) if capability is None else concerns(what, capability)


def _goes_to(params: Mapping[str, Any], to: str) -> bool:
    if not to:
        return True
    briefs = params.get("briefs")
    told: list[Any] = [params, *(briefs if isinstance(briefs, list) else [])]  # pyright: ignore[reportUnknownArgumentType]
    named = [each.get(name) for each in told if isinstance(each, Mapping) for name in _RECEIVERS]  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    return any(isinstance(each, str) and fold(each) == fold(to) for each in named)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]


def _of_rule(rule: AnswerRule, seen: Observation, locale: str) -> Found:
    """Hold an answer against the same rule that a guideline of an agent would be."""
    if not seen.answer.strip():
        return False, say("why_no_answer", locale)
    keeps = not broken_rules([rule], seen.answer, cites=False)
    return keeps, say("why_kept" if keeps else "why_broken", locale)


def _cited(document: str, seen: Observation, locale: str) -> Found:
    cited = [each for each in seen.passages if each.mark and f"[{each.mark}]" in seen.answer]
    named = [each.title for each in cited if fold(document) in fold(each.title)]
    words = ", ".join(dict.fromkeys(each.title for each in cited))
    return bool(named), say("why_cited", locale, titles=words) if cited else say("why_cited_none", locale)


def _fitting(shape: dict[str, Any], seen: Observation, locale: str) -> Found:
    try:
        value = json.loads(_without_fence(seen.answer))
    except (ValueError, RecursionError):
        return False, say("why_no_json", locale)
    wrong = next(iter(problems_with(value, shape)), None)
    return wrong is None, say("why_kept", locale) if wrong is None else wrong[:500]


def _without_fence(answer: str) -> str:
    text = answer.strip()
    if text.startswith("```") and text.endswith("```"):
        return text[3:-3].partition("\n")[2]
    return text


def _named(calls: Sequence[TriedCall], locale: str) -> str:
    if not calls:
        return say("why_no_call", locale)
    shown = [" ".join([call.capability, *call.targets])[:200] for call in calls[:5]]
    return say("why_calls", locale, calls="; ".join(dict.fromkeys(shown)))


def sentence_of_expectation(expectation: Expectation, locale: str) -> str:
    """Return an expectation as a sentence."""
    match expectation:
        case Calls(what=what) | NeverCalls(what=what):
            return say(f"expects_{expectation.expects}", locale, what=what_in_words(what, locale))
        case Mentions(text=text) | NeverMentions(text=text):
            return say(f"expects_{expectation.expects}", locale, text=text)
        case InLanguage(language=language):
            return say(f"expects_language_{language}", locale)
        case MostWords(most=most) | MostTokens(most=most) | MostCost(most=most) | MostSeconds(most=most):
            return say(f"expects_{expectation.expects}", locale, most=f"{most:g}")
        case Cites(document=named) | HandsOver(to=named):
            key = f"expects_{expectation.expects}"
            return say(f"{key}_named", locale, named=named) if named else say(key, locale)
        case Judged(criterion=criterion, min_score=score):
            return say("expects_judged", locale, criterion=criterion, score=f"{score:g}")
        case NeverWrites() | AsksPerson() | Shaped():
            return say(f"expects_{expectation.expects}", locale)
        case _:
            assert_never(expectation)
