"""Rules in people's words that can be checked: `never deletes anything` becomes a rule about deleting.

Only what is said plainly is read; everything else stays a rule in free words.
"""

from __future__ import annotations

import re

from aule.contracts.access.guidelines import AskRule, Guideline, LengthRule, NeverRule, SaidRule
from aule.text.words import fold

_DEEDS: tuple[tuple[str, str], ...] = (
    ("effect:delete", r"(?:apag|delet|exclu|remov|eliminar?|erase)\w*"),
    ("effect:exec", r"(?:execut\w*|rod[ae]r?|runs?|running) (?:\w+ )?(?:comandos?|commands?|codigo|code|scripts?)"),
    (
        "effect:external",
        r"(?:acess\w*|us[ae]r?|entr\w+ n|uses?|access\w*|go(?:es)? on|browses?) ?(?:[oa] |the )?(?:internet|web|rede)",
    ),
    ("effect:write", r"(?:escrev|alter|modific|edit|grav|muda|writ|chang|modif)\w*"),
)
_NEVER = r"\b(?:nunca|jamais|nem|nao (?:pode|deve)|sem(?= \w+r\b)|never|nor|must not|may not|cannot|without)\b"
_ASK = (
    r"\b(?:pergunt\w+|pec[ae]\w*|pede|confirm\w+|consult\w+|avis\w+|asks?|checks? with)"
    r" (?:\w+ ){0,3}?(?:antes de|before)\b"
)
_WORDS = re.compile(r"(?:no maximo|ate|at most|up to|no more than) (\d{1,5}) (?:palavras|words)")
_CLAUSE = re.compile(r"[;,.\n]+|\b(?:e|mas|and|but)\b(?= (?:nunca|jamais|nao|sempre|pergunt|never|always|asks?|must))")
_NEAR = r"(?: \w+){0,2}? "
"""At most two words may stand between `never` and what is never done."""


def rules_in(text: str) -> list[Guideline]:
    """Return the rules that can be checked, of all that a text says."""
    found: list[Guideline] = []
    for clause in _CLAUSE.split(fold(text)):
        said = f" {' '.join(clause.split())} "
        found += [rule for rule in _rules_of(said) if rule not in found]
    return found


def rule_of(sentence: str) -> list[Guideline]:
    """Return a sentence as rules: checked ones where it says nothing else, and itself where nothing checks it."""
    return rules_in(sentence) or [SaidRule(rule="said", do=sentence.strip())]


def _rules_of(said: str) -> list[Guideline]:
    rules: list[Guideline] = []
    for what, deed in _DEEDS:
        if re.search(f"{_NEVER}{_NEAR}{deed}", said):
            rules.append(NeverRule(rule="never", what=what))
        elif re.search(f"{_ASK}{_NEAR}{deed}", said):
            rules.append(AskRule(rule="ask", what=what))
    if (length := _WORDS.search(said)) and int(length[1]) >= 5:
        rules.append(LengthRule(rule="length", words=min(int(length[1]), 20_000)))
    return rules
