"""Pointers: words such as *ela*, *a segunda* or *it*, replaced by what they point at, so that the rest is plain."""

from __future__ import annotations

import re
from collections.abc import Mapping

from aule.understanding.dialogue import Dialogue, picked, word_set
from aule.understanding.filling.fields import Frame
from aule.understanding.sentence import Wording
from aule.understanding.vocabulary import EMPTY

_PEOPLE = ("aluno", "person")
_THINGS = re.compile(
    r"\b(?:(?P<of>dele|dela|disso|desse|dessa|deste|desta|of it|its|their)|(?P<at>nele|nela|nisso|in it|on it|to it)"
    r"|(?P<who>him|her|she|he)|(?P<it>ele|ela|isso|esse ai|essa ai|that one|this one|it)"
    r"|(?P<led>esse|essa|este|esta|aquele|aquela|that|this))\b"
)
_NOUN_BEHIND = re.compile(r"\s+([a-z-]+)")
_RENAMES = re.compile(r"\b(?:rename|call|renomei[ae]|chama|chame)\s*$")
_TO = re.compile(r"\s*(?:$|[,.!?]|(?:to|as|para|pra|pro|de|por|como)\b)")
_NO_NOUN = EMPTY | word_set("behind_pointer")
_THERE = re.compile(r"\s*\b(?:la|ali|aqui|there|here)\b(?=\s*[:,.!?]|\s*$)")
_PATH = re.compile(r"[\w./-]+\.\w{1,5}$|/")


def resolve_pointers(wording: Wording, dialogue: Dialogue, frames: Mapping[str, Frame]) -> tuple[str, str] | None:
    """Return the sentence with what its pointers mean in their place, and the kind of that.

    None where nothing is known.
    """
    if dialogue.last is None and not dialogue.shown:
        return None
    text, kind = _with_pick(wording, dialogue, frames), ""
    if text is None:
        text, kind = _with_focus(wording, dialogue, frames)
    return None if text is None or text == wording.text else (text, kind)


def _with_pick(wording: Wording, dialogue: Dialogue, frames: Mapping[str, Frame]) -> str | None:
    """Return the chosen thing of a list in place of its number."""
    choice = picked(wording, dialogue.listed)
    if choice is None:
        return None
    title, (start, end) = choice
    last = frames.get(dialogue.last.frame) if dialogue.last is not None else None
    while (
        article := re.search(r"\b(?:o|a|os|as|the|number|numero|opcao|option)\s+$", wording.folded[:start])
    ) is not None:
        start = article.start()
    behind = re.match(r"\s+(?:one|item|opcao|deles|delas|da lista|of them)\b", wording.folded[end:])
    end += 0 if behind is None else behind.end()
    noun = last.noun if last is not None and last.is_harmless else ""
    return wording.text[:start] + _named(title, noun, " o " if noun else " ") + wording.text[end:]


def _with_focus(wording: Wording, dialogue: Dialogue, frames: Mapping[str, Frame]) -> tuple[str | None, str]:
    """Return what is spoken of, or what is on the screen, in place of the first word that points at it.

    And its kind.
    """
    known = {**dialogue.shown, **dialogue.focus}
    nouns = {frame.thing: frame.noun for frame in frames.values() if frame.thing}
    found = _THINGS.search(wording.unquoted)
    text = _THERE.sub("", wording.folded) if found is None and _THERE.search(wording.folded) else None
    if found is None:
        is_aligned = len(wording.folded) == len(wording.text)
        return (None if text is None else _THERE.sub("", wording.text) if is_aligned else text), ""
    kind = _kind(wording, found, known, nouns, frames)
    if kind is None:
        return None, ""
    kind, end = kind
    lead = " de " if found["of"] else " em " if found["at"] else " "
    named = _named(known[kind], nouns.get(kind, ""), lead)
    if _RENAMES.search(wording.folded[: found.start()]) and not _TO.match(wording.folded, end):
        named += " to" if wording.folded[: found.start()].rstrip().endswith(("rename", "call")) else " para"
    return wording.text[: found.start()].rstrip() + named + wording.text[end:], kind


def _kind(
    wording: Wording,
    found: re.Match[str],
    known: Mapping[str, str],
    nouns: Mapping[str, str],
    frames: Mapping[str, Frame],
) -> tuple[str, int] | None:
    """Return the kind a pointer points at: what the noun behind it names, else what was spoken of last."""
    behind = _NOUN_BEHIND.match(wording.folded, found.end())
    things = {frame.thing: frame.nouns for frame in frames.values() if frame.thing}
    for kind in known:
        if behind is not None and behind[1] in things.get(kind, ()):
            return kind, behind.end()
    if found["led"] and behind is not None and behind[1] not in _NO_NOUN:
        return None  # `esse mês`, `that day`: the noun says what is meant, and it is nothing we know
    kinds = [kind for kind in list(known)[::-1] if kind != "day" and (found["who"] is None or kind in _PEOPLE)]
    return (kinds[0], found.end()) if kinds else None


def _named(title: str, noun: str, lead: str) -> str:
    if _PATH.search(title):
        return f"{lead}{title}"
    return f'{lead}{noun} "{title}"' if noun else f'{lead}"{title}"'
