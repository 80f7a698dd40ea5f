"""Mentions of agents: which agent a sentence names, and the sentence with a sign in its place.

Patterns can then say `delete @`, whatever the agent is called.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from aule.contracts.talk.brain import Name
from aule.text.words import fold

SIGN = "@"
KIND = r"(?:a[gj]e?n?te?|assi?s?tente?|assistant)"
"""What people call an agent, mistyped as well."""
_ARTICLE = r"(?:\b(?:o|a|the) )?(?:\b(?:meu|minha|my) )?"
_BEGINS, _ENDS = r"(?<![\w./@-])[\"“']?", r"[\"”']?(?!\w|[./-]\w)"
_UNNAMED = re.compile(rf"{_ARTICLE}\b(?:agente?|assistente|assistant)\b(?! (?:d[eao]s?|of)\b)")
_STRANGER = re.compile(
    r"(?i:\b(?:(?:o|a|the) )?(?:(?:meu|my) )?agente? (?:(?:chamado|called) )?)"
    r"(?:[\"“'](?P<quoted>[^\"”'\n]{1,80})[\"”']"
    r"|(?P<proper>[A-ZÀ-Þ0-9][\w-]*(?: [A-ZÀ-Þ0-9][\w-]*)*)|(?P<plain>[^\W\d_][\w-]*))(?![./]\w)"
)
_NO_NAME = re.compile(
    r"(?:que|q|para|pra|pro|de|da|do|das|dos|e|com|no|na|a|o|as|os|ao|novo|nova|residente|meu|nao|nunca|so|sempre"
    r"|deve|pode|to|that|which|who|is|for|and|with|in|should|must|may|can|never|always|only)"
)
"""Words after *agent* that are not its name."""


@dataclass(frozen=True, slots=True)
class Mention:
    """An agent that a sentence names, and the sentence around it."""

    name: str
    """What it is called there; empty where the sentence only says *the agent*."""
    agents: tuple[Name, ...]
    """The agents that may be meant."""
    words: str
    """The sentence with the sign in place of the agent."""
    is_known: bool
    """Whether there is an agent of that name."""
    is_plain: bool
    """Whether the name can hardly be another word: *agent* stands beside it, or it is written as it is kept."""

    @property
    def folded(self) -> str:
        """The sentence with the sign, without case and accents."""
        return fold(self.words)


def mention_in(words: str, known: Sequence[Name]) -> Mention | None:
    """Return the agent that a sentence names first, if it names one.

    `words` are those whose folded form has the same length.
    """
    if SIGN in words:
        return None
    return _known_in(words, known) or _stranger_in(words, known) or _unnamed_in(words, known)


def _known_in(words: str, known: Sequence[Name]) -> Mention | None:
    titles = sorted({fold(each.title): None for each in known}, key=len, reverse=True)
    if not titles:
        return None
    named = "|".join(map(re.escape, titles))
    around = re.compile(
        rf"{_ARTICLE}(?P<before>\b{KIND} (?:chamad[oa] |called )?)?"
        rf"{_BEGINS}(?P<name>{named}){_ENDS}(?P<after> agent\b)?"
    )
    found = around.search(fold(words))
    if found is None:
        return None
    said = words[found.start("name") : found.end("name")]
    meant = tuple(each for each in known if fold(each.title) == found["name"])
    is_called = found["before"] is not None or found["after"] is not None
    is_plain = is_called or any(each.title == said for each in meant)
    return Mention(said, meant, _with_sign(words, found), is_known=True, is_plain=is_plain)


def _stranger_in(words: str, known: Sequence[Name]) -> Mention | None:
    found = _STRANGER.search(words)
    if found is None or _NO_NAME.fullmatch(fold(found["plain"] or "")):
        return None
    name = found["quoted"] or found["proper"] or found["plain"]
    alike = tuple(each for each in known if set(fold(name).split()) <= set(fold(each.title).split()))
    is_plain = found["plain"] is None
    return Mention(name, alike or tuple(known), _with_sign(words, found), is_known=False, is_plain=is_plain)


def _unnamed_in(words: str, known: Sequence[Name]) -> Mention | None:
    found = _UNNAMED.search(fold(words))
    if found is None or not known:
        return None
    return Mention("", tuple(known), _with_sign(words, found), is_known=False, is_plain=False)


def _with_sign(words: str, found: re.Match[str]) -> str:
    return f"{words[: found.start()]}{SIGN}{words[found.end() :]}"
