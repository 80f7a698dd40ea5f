"""Sentences: guidelines and interrupts in the words of people, for cards, prompts and files."""

from __future__ import annotations

from typing import assert_never

from aule.contracts.access.guidelines import (
    EFFECT_PREFIX,
    AgentInterrupt,
    AskRule,
    CiteRule,
    FilesRule,
    Guideline,
    LanguageRule,
    LengthRule,
    MentionRule,
    NeverRule,
    OmitRule,
    SaidRule,
)
from aule.text.messages import Messages

say = Messages("aule.kernel.conduct").say


def sentence_of(rule: Guideline, locale: str) -> str:
    """Return a guideline as a sentence."""
    match rule:
        case NeverRule(what=what):
            return say("never", locale, what=what_in_words(what, locale))
        case AskRule(what=what):
            return say("ask", locale, what=what_in_words(what, locale))
        case FilesRule(paths=paths):
            return say("files", locale, paths=", ".join(paths))
        case LanguageRule(language=language):
            said = say("language", locale, language=say(f"language_{language}", locale))
        case LengthRule(words=words):
            said = say("length", locale, words=words)
        case MentionRule(text=text):
            said = say("mention", locale, text=text)
        case OmitRule(text=text):
            said = say("omit", locale, text=text)
        case CiteRule():
            said = say("cite", locale)
        case SaidRule(when=when, do=do):
            return say("said_when", locale, when=when, do=do) if when else do
        case _:
            assert_never(rule)
    return say("asked", locale, asked=rule.asked, rule=said[:1].lower() + said[1:]) if rule.asked else said


def sentence_of_interrupt(interrupt: AgentInterrupt, locale: str) -> str:
    """Return an interrupt as a sentence."""
    return say(f"interrupt_{interrupt.moment}", locale, what=what_in_words(interrupt.what, locale))


def what_in_words(what: str, locale: str) -> str:
    """Return which calls a rule is about, in words."""
    if what == "*":
        return say("anything", locale)
    if what.startswith(EFFECT_PREFIX):
        return say(f"effect_{what.removeprefix(EFFECT_PREFIX)}", locale)
    return what
