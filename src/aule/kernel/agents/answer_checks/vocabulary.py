"""The vocabulary of the installed apps: what each capability does, to which things, and the words for both."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from aule.contracts.access.capability import Capability, Effect
from aule.kernel.agents.answer_checks.inflection import plurals
from aule.kernel.agents.answer_checks.lexicon import Profile, VerbForm, forms_of, grammar, lexicon
from aule.text.words import fold

_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_ANY = "record"
"""A kind that stands for any other: "registro salvo"."""
_EXPORTS = frozenset({"file", "artifact"})
"""The kinds of things every export produces."""
_LITTLE = grammar("little")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Which verbs and nouns an answer may use for what the registered capabilities do."""

    profiles: dict[str, Profile]
    forms: dict[str, tuple[VerbForm, ...]]
    things: dict[str, frozenset[str]]
    own: frozenset[str]
    """Kinds known only from an app's titles; they count where no other thing is named."""
    possible: frozenset[tuple[str, str]]
    """Which acts are possible on which kinds of things here."""
    by_bare_name: dict[str, str]

    @classmethod
    def of(cls, capabilities: Iterable[Capability]) -> Vocabulary:
        """Return the vocabulary read from the names and titles of capabilities."""
        known = lexicon()
        forms, things, own = dict(known.forms), dict(known.things), set[str]()
        profiles: dict[str, Profile] = {}
        for capability in capabilities:
            profile = known.profiles.get(capability.name) or _profile(capability)
            if "exported" in profile.acts:
                profile = replace(profile, things=profile.things | _EXPORTS)
            profiles[capability.name] = profile
            if capability.app not in set(known.app_of.values()):
                _learn(capability, profile, forms, things)
                own |= profile.things - set(known.app_of)
        possible = {
            (act, thing)
            for profile in profiles.values()
            for done in profile.acts
            for act in known.supports.get(done, frozenset({done}))
            for thing in profile.things
        }
        bare = {name.partition(".")[2]: name for name in profiles}
        return cls(profiles, forms, things, frozenset(own), frozenset(possible), bare)

    def profile(self, capability: str, effect: Effect) -> Profile:
        """Return what a capability does; an unknown one may have done anything of its effect."""
        found = self.profiles.get(capability)
        if found is not None and (found.acts or found.things):
            return found
        acts = {name for name, act in lexicon().acts.items() if effect in act.effects}
        return Profile(frozenset(acts), frozenset(), capability.partition(".")[0])


def _profile(capability: Capability) -> Profile:
    """Return what a capability does, read from its titles and name: a verb first, then its object."""
    known = lexicon()
    sayings = [capability.title, *capability.titles.values()]
    found: list[frozenset[str]] = []
    things: set[str] = set()
    for saying in (*sayings, capability.name.partition(".")[2].replace("_", " ")):
        words = _WORD.findall(fold(saying))
        verb, rest = _verb(words)
        acts = known.verbs.get(verb)
        if acts is not None:
            found.append(acts)
        things |= _known_things(rest)
    every = frozenset[str]().union(*found)
    acts = every.intersection(*found) or every
    things -= {_ANY}
    things = {thing for thing in things if known.app_of[thing] == capability.app} or things
    if not things:
        things = {word for saying in sayings for word in _nouns(saying)}
    if not acts:
        own = {_own(saying) for saying in sayings} - {""}
        by_effect = {name for name, act in known.acts.items() if capability.effect in act.effects}
        acts = frozenset(own | (by_effect if capability.effect not in (Effect.READ, Effect.NAVIGATE) else set[str]()))
    return Profile(acts, frozenset(things), capability.app)


def _verb(words: list[str]) -> tuple[str, list[str]]:
    """Split the words of a title into its verb and the rest; a verb may have two words."""
    known = lexicon().verbs
    if len(words) > 1 and f"{words[0]} {words[1]}" in known:
        return f"{words[0]} {words[1]}", words[2:]
    return (words[0], words[1:]) if words else ("", [])


def _known_things(words: list[str]) -> set[str]:
    """Return the kinds that the first known noun of some words names, and those joined to it by `to`."""
    known, found = lexicon().things, set[str]()
    place = 0
    while place < len(words):
        for size in (3, 2, 1):
            kinds = known.get(" ".join(words[place : place + size]))
            if kinds and len(words[place : place + size]) == size:
                found |= kinds
                place += size - 1
                break
        place += 1
    return found


def _nouns(saying: str) -> list[str]:
    words = _WORD.findall(fold(saying))
    return [word for word in words[1:] if word not in _LITTLE and len(word) > 2]


def _own(saying: str) -> str:
    words = _WORD.findall(fold(saying))
    return f"own:{words[0]}" if words else ""


def _learn(
    capability: Capability, profile: Profile, forms: dict[str, tuple[VerbForm, ...]], things: dict[str, frozenset[str]]
) -> None:
    """Add the words of an app that the lexicon does not know, from its titles."""
    for thing in profile.things:
        for form in plurals(thing):
            things[form] = things.get(form, frozenset()) | {thing}
    for language, saying in (("en", capability.title), ("pt", capability.titles.get("pt", ""))):
        words = _WORD.findall(fold(saying))
        own = _own(saying)
        if not words or own not in profile.acts:
            continue
        if language == "pt" and not words[0].endswith(("ar", "er", "ir")):
            continue
        learnt = forms_of(words[0], frozenset({own}), "en" if language == "en" else "pt")
        for form, each in learnt.items():
            forms[form] = (*forms.get(form, ()), each)
            if each.language == "en":
                forms[form] += (VerbForm(each.acts, "en", "participle", each.is_weak),)
