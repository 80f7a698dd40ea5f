"""The check of an answer: which sentences claim what no call of this run supports."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from aule.contracts.access.capability import Effect
from aule.kernel.agents.answer_checks import figure, name
from aule.kernel.agents.answer_checks.claim import DETERMINERS, Claim, Thing, claims_in, things_in
from aule.kernel.agents.answer_checks.deed import ClaimEvidence, Deed, derived, gather, names_of_actions
from aule.kernel.agents.answer_checks.lexicon import Profile, grammar, lexicon
from aule.kernel.agents.answer_checks.sentence import AnswerSentence, sentences
from aule.kernel.agents.answer_checks.vocabulary import Vocabulary

LONGEST_MARK = 300
"""Characters of a sentence that are kept as its mark."""
_INTO = frozenset({"in", "on", "to", "into", "no", "na", "ao", "à", "em"})
_CODE = re.compile(r"[a-z]{2,4}-\d+$")
"""The form of an app's ids in text: `kr-11`."""
_COMPARATIVES = grammar("comparatives")
_READ_OFF = frozenset({"scheduled", "closed", "confirmed", "linked"})
"""Statuses that can be stated after reading only; that a thing was made or changed cannot."""
_LOOKING = (Effect.READ, Effect.NAVIGATE)


@dataclass(frozen=True)
class _Run:
    """What happened in a run, as claims are compared with it."""

    deeds: Sequence[Deed]
    touched: Sequence[str]
    asked: str
    vocabulary: Vocabulary
    gathered: dict[tuple[int, ...], ClaimEvidence] = field(default_factory=dict[tuple[int, ...], ClaimEvidence])
    """The evidence of some deeds, cached by their positions: many sentences are about the same."""

    @cached_property
    def profiles(self) -> list[Profile]:
        """What each deed did."""
        return [self._profile(deed) for deed in self.deeds]

    @cached_property
    def evidence(self) -> ClaimEvidence:
        """All inputs and outputs of the run, with figures derived from them."""
        found = gather(self.deeds, self.deeds, self.touched)
        found.numbers |= derived(self.deeds)
        return found

    @cached_property
    def question(self) -> ClaimEvidence:
        """The person's own words, as evidence."""
        found = ClaimEvidence()
        found.take_text(self.asked)
        return found

    def of(self, places: Sequence[int]) -> ClaimEvidence:
        """Return the evidence of some deeds; touched entities count for all that change something."""
        key = tuple(places)
        if key not in self.gathered:
            deeds = [self.deeds[place] for place in places]
            changed = any(deed.effect not in _LOOKING for deed in deeds)
            self.gathered[key] = gather(deeds, self.deeds, self.touched if changed else ())
        return self.gathered[key]

    def _profile(self, deed: Deed) -> Profile:
        """Return what a deed did; a call of many actions did what each of them does."""
        found = self.vocabulary.profiles.get(deed.capability)
        if found is not None and not found.acts:
            bare = self.vocabulary.by_bare_name
            inner = [self.vocabulary.profiles[bare[each]] for each in names_of_actions(deed) if each in bare]
            if inner:
                acts = frozenset[str]().union(*(each.acts for each in inner))
                return Profile(acts, frozenset[str]().union(*(each.things for each in inner)), found.app)
        return self.vocabulary.profile(deed.capability, deed.effect)


def unsupported(
    text: str, deeds: Sequence[Deed], touched: Sequence[str], vocabulary: Vocabulary, asked: str = ""
) -> list[str]:
    """Return the sentences of an answer that claim an effect or a figure which this run does not support."""
    run = _Run(deeds, touched, asked, vocabulary)
    marked = [each.whole[:LONGEST_MARK] for each in sentences(text) if not _holds(each, run)]
    if not marked and not deeds and "".join(filter(str.isalpha, text)).lower() in _whole_answers():
        marked.append(text.strip()[:LONGEST_MARK])
    return marked


def _whole_answers() -> set[str]:
    return {"".join(filter(str.isalpha, each)) for each in lexicon().whole}


def _holds(sentence: AnswerSentence, run: _Run) -> bool:
    claims = claims_in(sentence, run.vocabulary)
    if not claims:
        return _reports_well(sentence, run)
    used: list[int] = []
    for claim in claims:
        fitting = _fitting(claim, sentence, run)
        if not fitting:
            return False
        used += fitting
    evidence = run.of(sorted(set(used)))
    if not name.are_known(sentence, claims, evidence, run.evidence, run.question, run.vocabulary):
        return False
    return figure.are_known(sentence, claims, evidence, run.evidence)


def _fitting(claim: Claim, sentence: AnswerSentence, run: _Run) -> list[int]:
    """Find the deeds of which each may be what a claim is about."""
    acts, head = _acts(claim, sentence), _head(claim, sentence, run.vocabulary)
    found: list[int] = []
    for place, (deed, profile) in enumerate(zip(run.deeds, run.profiles, strict=True)):
        is_about = not head or not profile.things or bool(profile.things & head)
        was_read = claim.is_state and bool(head) and bool(acts & _READ_OFF) and deed.effect is Effect.READ
        if is_about and (was_read or _does(profile, deed, acts)):
            found.append(place)
    return found


def _acts(claim: Claim, sentence: AnswerSentence) -> frozenset[str]:
    """Return what would make a claim true: to add or remove a part of a thing is to change it."""
    first = claim.things[0].start if claim.things else claim.verb + 5
    between = sentence.tokens[claim.verb + 1 : max(first, claim.verb + 1)]
    is_part = not claim.is_passive and any(each.said in lexicon().parts for each in between)
    if "changed" in claim.acts and _has_standing(claim, sentence):
        return claim.acts & {"changed", "closed"}
    is_other = any(each.said in _COMPARATIVES for each in sentence.tokens[claim.verb : claim.verb + 6])
    return claim.acts | {"changed"} if is_part or is_other else claim.acts


def _has_standing(claim: Claim, sentence: AnswerSentence) -> bool:
    """Tell whether a claim says as what something counts now: "marked as done", "marcada como em risco"."""
    word, segment = "as" if claim.language == "en" else "como", sentence.tokens[claim.verb].segment
    for place in range(claim.verb + 1, len(sentence.tokens) - 1):
        behind = sentence.tokens[place + 1]
        if sentence.tokens[place].said == word and sentence.tokens[place].segment == segment:
            return behind.kind == "word" and behind.said not in DETERMINERS
    return False


def _head(claim: Claim, sentence: AnswerSentence, vocabulary: Vocabulary) -> frozenset[str]:
    """Return the kinds of the thing a claim is about: the first that such a thing can be done to, here."""
    into = [thing for thing in claim.things if thing.kinds & lexicon().places and _is_into(thing, sentence)]
    for thing in (*into, *(each for each in claim.things if not _is_place(each, claim, sentence))):
        kinds = {kind for kind in thing.kinds for act in claim.acts if (act, kind) in vocabulary.possible}
        if kinds:
            return frozenset(kinds)
    return frozenset()


def _is_place(thing: Thing, claim: Claim, sentence: AnswerSentence) -> bool:
    """Tell whether a thing is only where something named was put: "added “Encantar clientes” to the pillar"."""
    between = sentence.tokens[claim.verb + 1 : thing.start]
    return not claim.is_passive and _is_into(thing, sentence) and any(each.kind == "quote" for each in between)


def _is_into(thing: Thing, sentence: AnswerSentence) -> bool:
    """Tell whether a thing stands behind `in`, `to` and the like."""
    before = [each.text.lower() for each in sentence.tokens[max(0, thing.start - 2) : thing.start]]
    return any(word in _INTO for word in before)


def _does(profile: Profile, deed: Deed, acts: frozenset[str]) -> bool:
    """Tell whether a deed is one of some acts, by itself or because it comes to that."""
    known = lexicon()
    for done in profile.acts:
        act = known.acts.get(done)
        if act is not None and act.must_change and deed.effect in _LOOKING:
            continue
        if acts & (known.supports.get(done, frozenset()) | {done}):
            return True
    return False


def _reports_well(sentence: AnswerSentence, run: _Run) -> bool:
    """Tell whether the figures of a sentence that reports what was read are in what was read."""
    if not figure.is_report(sentence):
        return True
    words = {each.said for each in sentence.tokens}
    apps = {app for app, said in lexicon().measures.items() if words & said}
    things = things_in(sentence, run.vocabulary)
    apps |= {lexicon().app_of[kind] for thing in things for kind in thing.kinds if kind in lexicon().app_of}
    about = [place for place, profile in enumerate(run.profiles) if profile.app in apps]
    if not about:
        codes = [each.said for each in sentence.tokens if _CODE.match(each.said)]
        if not any(map(run.evidence.mentions_code, codes)):
            return not ((things or codes) and figure.is_said_of_now(sentence))
    return figure.are_known(sentence, [], run.evidence, run.evidence)
