"""Changes of an agent in people's words: rules that are added, dropped or allowed again.

Whatever is not one of these is kept as a rule in free words, which the card shows as said, not checked.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from aule.apps.studio.spoken_rules import clauses, deed_in, rule_of
from aule.apps.studio.words import hint, say
from aule.contracts.access.guidelines import (
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
from aule.sdk import Agent, errors
from aule.sdk.agents import sentence_of
from aule.text.words import fold, words

_DROP = re.compile(
    r"^\W*(?:(?:tir|remov|apag|exclu|delet|elimin)\w{1,3}|drop|delete|remove|take)"
    r"(?: out| away)?\b(?P<what>.*?\b(?:(?P<rule>regras?|limites?|diretriz(?:es)?|rules?|limits?|guidelines?)"
    r"|permissao|permissoes|direitos?|permissions?|rights?)\b.*)$"
)
_MAY = re.compile(
    r"^\W*(?:agora |now )?(?:ja )?(?:pode|podera|volta a|may|can|is (?:now )?allowed to)\b(?! (?:so|only)\b)"
)
_ALL = re.compile(r"\b(?:todas|todos|all)\b")
_ORDINALS = (
    r"primeir|first",
    r"segund|second",
    r"terceir|third",
    r"quart|fourth",
    r"quint|fifth",
    r"sext|sixth",
    r"setim|seventh",
    r"oitav|eighth",
    r"non[ao]\b|ninth",
    r"decim|tenth",
)
_DEED_TOPICS = ((r"comandos?|commands?|scripts?", "effect:exec"), (r"internet|web", "effect:external"))
_TOPICS = (
    (r"ingles|portugues|idioma|lingua|english|portuguese|language", LanguageRule),
    (r"palavras|tamanho|words|length", LengthRule),
    (r"fontes?|citar|sources?|cite|citing", CiteRule),
    (r"arquivos|pastas?|files|folders?", FilesRule),
)
SHORTEST_TOPIC = 4
"""Letters of a word by which a rule in free words is found."""


@dataclass(frozen=True, slots=True)
class SpokenChange:
    """What a sentence changes in an agent's rules."""

    added: list[Guideline]
    dropped: frozenset[int]
    """The numbers of rules it has no more, counted from 1."""


def change_in(text: str, agent: Agent, locale: str) -> SpokenChange:
    """Return what a sentence changes in an agent's rules; raise `NotFound` where it drops a rule that is not there."""
    if (drop := _DROP.match(fold(text))) is not None:
        if drop["rule"] is not None:
            return SpokenChange([], _dropped(drop["what"], agent, locale))
        if (deed := deed_in(drop["what"])) is not None:
            return SpokenChange([NeverRule(rule="never", what=deed)], frozenset())
    added: list[Guideline] = []
    dropped: set[int] = set()
    for clause in clauses(text):
        rules, deed = rule_of(clause), deed_in(clause)
        is_allowed = _MAY.match(fold(clause)) is not None and deed is not None
        lifted = _about_deed(deed, agent) if is_allowed and not any(isinstance(rule, AskRule) for rule in rules) else []
        dropped |= set(lifted)
        added += [] if lifted else rules
    return SpokenChange(added, frozenset(dropped))


def _dropped(what: str, agent: Agent, locale: str) -> frozenset[int]:
    """Return the numbers of the rules that words like *rule 2*, *the last rule* or *the rule about English* mean."""
    count = len(agent.guidelines)
    if _ALL.search(what) is not None and count:
        return frozenset(range(1, count + 1))
    numbers = {int(number) for number in re.findall(r"\b\d{1,2}\b", what)}
    numbers |= {place for place, word in enumerate(_ORDINALS, start=1) if re.search(rf"\b(?:{word})", what)}
    numbers |= {count} if re.search(r"\b(?:ultim[ao]|last)\b", what) else set[int]()
    deed = deed_in(what) or next((deed for topic, deed in _DEED_TOPICS if re.search(rf"\b(?:{topic})\b", what)), None)
    found = numbers or set(_about_deed(deed, agent)) or _about_topic(what, agent)
    if not found or not found <= set(range(1, count + 1)):
        rules = [f"{place}. {sentence_of(rule, locale)}" for place, rule in enumerate(agent.guidelines, start=1)]
        told = say("no_such_rule", locale, name=agent.name, rules=" ".join(rules) or say("no_rules", locale))
        raise errors.NotFound(told, hint=hint("no_such_rule", locale), candidates=rules[:8])
    return frozenset(found)


def _about_deed(deed: str | None, agent: Agent) -> list[int]:
    return [
        place
        for place, rule in enumerate(agent.guidelines, start=1)
        if isinstance(rule, NeverRule | AskRule) and rule.what == deed
    ]


def _about_topic(what: str, agent: Agent) -> set[int]:
    kinds = tuple(kind for topic, kind in _TOPICS if re.search(rf"\b(?:{topic})\b", what))
    content = {word for word in words(what) if len(word) >= SHORTEST_TOPIC}
    return {
        place
        for place, rule in enumerate(agent.guidelines, start=1)
        if isinstance(rule, kinds) or content & set(words(_text_of(rule)))
    }


def _text_of(rule: Guideline) -> str:
    match rule:
        case SaidRule(when=when, do=do):
            return f"{when} {do}"
        case MentionRule(text=text) | OmitRule(text=text):
            return text
        case _:
            return ""
