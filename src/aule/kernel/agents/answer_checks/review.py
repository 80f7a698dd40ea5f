"""Answer review: a model's answer is held against its agent's guidelines before anybody sees it."""

from __future__ import annotations

from collections.abc import Sequence

from aule.contracts.access.agent import Agent
from aule.contracts.access.guidelines import AnswerRule, CiteRule
from aule.contracts.errors import GuidelineBroken, ModelUnavailable
from aule.contracts.events.facts import TurnRefused, TurnStepped
from aule.contracts.runs.run import Run
from aule.kernel.agents.transcript import Transcript
from aule.kernel.capabilities.context.passage_marks import PassageMarks
from aule.kernel.capabilities.words import say as call_words
from aule.kernel.conduct.answer_rules import answer_rules, broken_rules
from aule.kernel.conduct.sentences import say, sentence_of

MOST_REWRITES = 2
"""How often an answer that breaks a checked guideline is asked for again."""


def rules_for(agent: Agent, transcript: Transcript, tier: int | None = None) -> list[AnswerRule]:
    """Return the guidelines that the answer of a turn is held to.

    Replies of recipes (tier 0) are the system's own words, and what answers under a schema is no talk: they are held
    to none.
    """
    if tier == 0 or transcript.shape is not None:
        return []
    return answer_rules(agent.guidelines, transcript.ask)


async def find_broken(rules: Sequence[AnswerRule], answer: str, run: Run, marks: PassageMarks) -> list[AnswerRule]:
    """Return the guidelines that an answer breaks; one that says nothing breaks none."""
    if not rules or not answer.strip():
        return []
    known = await marks.of(run) if any(isinstance(rule, CiteRule) for rule in rules) else ()
    return broken_rules(rules, answer, cites=any(f"[{each.mark}]" in answer for each in known))


def refused(step: TurnStepped, broken: Sequence[AnswerRule], locale: str) -> tuple[TurnStepped, TurnRefused]:
    """Return the facts that an answer was held back: the response without its text, and why nobody sees that."""
    rules = [sentence_of(rule, locale) for rule in broken]
    correction = say("rewrite", locale, rules=" ".join(rules))
    fact = TurnRefused(step=step.step, text=step.text, rules=rules, correction=correction)
    return step.model_copy(update={"text": ""}), fact


def broken_error(agent: Agent, fact: TurnRefused, locale: str) -> GuidelineBroken:
    """Return the error of a turn whose model did not come to an answer that keeps the rules."""
    return GuidelineBroken(say("broken", locale, agent=agent.name, rules=" ".join(fact.rules)))


def refuse_silence(transcript: Transcript, locale: str) -> None:
    """Fail a turn whose model returned no text; for a shaped answer the reader reports it."""
    if transcript.answer.strip() or transcript.shape is not None:
        return
    words = "answer_empty_after_calls" if transcript.results else "answer_empty"
    message = call_words(words, locale)
    raise ModelUnavailable(message, code="invalid_output", hint="Ask again, or another model.")
