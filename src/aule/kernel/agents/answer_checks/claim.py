"""Claims in a sentence: what it says was done, and to what.

A claim is what the agent says it did ("I saved …", "lancei …"), or what it says became of a thing people have here
("the KR has been updated", "turma criada"). What others did, or at another time, is none; nor is a plan, an offer, a
condition, a question, a quotation or a denial.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from aule.kernel.agents.answer_checks.lexicon import VerbForm, grammar, lexicon
from aule.kernel.agents.answer_checks.sentence import AnswerSentence, Token
from aule.kernel.agents.answer_checks.vocabulary import Vocabulary
from aule.understanding.vocabulary import MONTHS, WEEKDAYS

_ADVERBS = grammar("adverbs")
_ME = grammar("me")
_AND = grammar("and")
_BECAME_EN = grammar("became_en")
_IS_EN = grammar("is_en")
_BECAME_PT = grammar("became_pt")
_IS_PT = grammar("is_pt")
_NOW = grammar("now")
_JUST_DID = grammar("just_did")
_LEFT = grammar("left")
_HAVE = grammar("have")
_LEADS = grammar("leads")
DETERMINERS = grammar("determiners")
_BEHIND = grammar("behind")
_BY = grammar("by")
_MEANS = grammar("means")
_ON = grammar("on")
_OF_TIME = frozenset({"dia", "data", "january", *MONTHS, *WEEKDAYS})
_NONE = grammar("none")
_ENCLITICS = grammar("enclitics")
_STRONGLY = grammar("strongly")
_INTO = grammar("into")
_ENTERED = grammar("entered")
_IDLE = grammar("idle")
_PARTICLES = grammar("particles")
_CODE = re.compile(r"(?=.*\d)(?=.*[a-z])[a-z0-9]+(?:-\d+)?$")
_IN_A_YEAR = re.compile(r"(?:em|in|since|desde|no ano de)\s(?:\w+\s)?(?:de\s)?(?:1\d|20)\d\d\b")
_NO_HEADING = (
    _BECAME_EN | _BECAME_PT | _IS_EN | _IS_PT | {"last", "que", "that", "which", "ser", "be", "being", "sendo"}
)
_SUBJECTS_WIDTH = 14
"""Tokens before a passive in which its subject is searched."""


@dataclass(frozen=True, slots=True)
class Thing:
    """A kind of thing a sentence names, and its tokens."""

    kinds: frozenset[str]
    start: int
    end: int
    """The end, in tokens."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a sentence says was done, with its possible objects, the nearest first."""

    acts: frozenset[str]
    things: tuple[Thing, ...]
    verb: int
    """The token of its verb."""
    is_weak: bool = False
    is_state: bool = False
    """Whether it only states how something is, so that reading it is enough support."""
    is_passive: bool = False
    language: str = ""


def claims_in(sentence: AnswerSentence, vocabulary: Vocabulary) -> list[Claim]:
    """Find the claims of a sentence, in their order."""
    if sentence.is_question and not _asks_at_the_end(sentence):
        return []
    if lexicon().scope["elsewhen"].search(sentence.said) or _IN_A_YEAR.match(sentence.said):
        return []
    things = things_in(sentence, vocabulary)
    found = [claim for claim in _find_claims(sentence, vocabulary, things) if not _is_unsaid(sentence, claim)]
    found = [_with_things(claim, found, sentence, things) for claim in found]
    return [claim for claim in found if _is_meant(claim, sentence, vocabulary)]


def claimed_segments(sentence: AnswerSentence, claims: Sequence[Claim]) -> frozenset[int]:
    """Return the segments whose names and figures belong to claims: not those that deny or suppose something."""
    scope, found = lexicon().scope, set[int]()
    claiming = {sentence.tokens[claim.verb].segment for claim in claims}
    for segment in {each.segment for each in sentence.tokens}:
        said = " ".join(each.said for each in sentence.tokens if each.segment == segment and each.kind != "quote")
        if segment in claiming or not (scope["denies"].search(said) or scope["supposes"].search(said)):
            found.add(segment)
    return frozenset(found)


def things_in(sentence: AnswerSentence, vocabulary: Vocabulary) -> list[Thing]:
    """Find the things that a sentence names, the longest name first at each place."""
    words = [each.said.replace("’s", "").replace("'s", "") for each in sentence.tokens]
    found, place = list[Thing](), 0
    while place < len(words):
        size = 1
        if sentence.tokens[place].kind == "word":
            for size in range(min(4, len(words) - place), 0, -1):
                if kinds := vocabulary.things.get(" ".join(words[place : place + size])):
                    found.append(Thing(kinds, place, place + size))
                    break
        place += size
    known = [thing for thing in found if thing.kinds - vocabulary.own]
    return known or found


def _asks_at_the_end(sentence: AnswerSentence) -> bool:
    """Tell whether only the last segment asks: "Criei a nota, quer mais alguma coisa?"."""
    last = sentence.tokens[-1].segment if sentence.tokens else 0
    tail = " ".join(each.said for each in sentence.tokens if each.segment == last)
    return last > 0 and lexicon().scope["questions"].match(tail) is not None


def _find_claims(sentence: AnswerSentence, vocabulary: Vocabulary, things: list[Thing]) -> Iterator[Claim]:
    last = len(sentence.tokens)
    place = 0
    while place < last:
        size = 1
        if (
            sentence.tokens[place].said in lexicon().happened
            and (state := _state_at(sentence, place, things)) is not None
        ):
            yield state
            place += 1
            continue
        for size, form in _forms_at(sentence, place, vocabulary):
            claim = _claim_of(sentence, place, size, form, things)
            if claim is not None:
                yield claim
                break
        else:
            size = 1
            if (state := _state_at(sentence, place, things)) is not None:
                yield state
        place += max(size, 1)


def _forms_at(sentence: AnswerSentence, place: int, vocabulary: Vocabulary) -> Iterator[tuple[int, VerbForm]]:
    token = sentence.tokens[place]
    if token.kind != "word":
        return
    for size in (3, 2):
        words = " ".join(each.said for each in sentence.tokens[place : place + size])
        for form in vocabulary.forms.get(words, ()):
            yield size, form
    for form in _find_split_verbs(sentence, place, vocabulary):
        yield 1, form
    head, hyphen, tail = token.said.partition("-")
    word = head if hyphen and tail in _ENCLITICS else token.said
    for form in vocabulary.forms.get(word, ()):
        yield 1, form


def _find_split_verbs(sentence: AnswerSentence, place: int, vocabulary: Vocabulary) -> Iterator[VerbForm]:
    """Find the forms of a verb whose second word stands apart: "took Caio out"."""
    token = sentence.tokens[place]
    for other in sentence.tokens[place + 2 : place + 7]:
        if other.segment == token.segment and other.said in _PARTICLES:
            yield from vocabulary.forms.get(f"{token.said} {other.said}", ())


def _claim_of(sentence: AnswerSentence, place: int, size: int, form: VerbForm, things: list[Thing]) -> Claim | None:
    """Read a form of a verb as a claim, if the words around it make it one."""
    match form.language, form.mood:
        case "pt", "past":
            is_said = True
        case "pt", "we":
            is_said = sentence.starts(place) or sentence.tokens[place - 1].said in {"nos", "ja", "tambem", "agora"}
        case "pt", "base":
            before = _before(sentence, place, {"de"})
            is_said = before in _JUST_DID or (
                before in _AND and any(e.said in _JUST_DID for e in sentence.tokens[:place])
            )
        case "en", "past":
            is_said = _is_mine(sentence, place) or _opens(sentence, place, size)
        case _ if form.language == "en" and _is_mine(sentence, place):
            is_said = _has_have(sentence, place)
        case _:
            return _participle(sentence, place, size, form, things)
    if not is_said:
        return None
    behind = sentence.tokens[place + size : place + size + 3]
    if form.is_weak and any(each.said in _IDLE for each in behind):
        return None
    if behind and (behind[0].said in _NONE or (form.is_weak and behind[0].said in {"that", "que"})):
        return None
    return Claim(form.acts, (), place, form.is_weak, language=form.language)


def _before(sentence: AnswerSentence, place: int, skipped: set[str]) -> str:
    """Return the word before a token, past adverbs and some others, in its segment."""
    here = place - 1
    while here >= 0 and sentence.tokens[here].segment == sentence.tokens[place].segment:
        word = sentence.tokens[here].said
        if word not in skipped and word not in _ADVERBS and not word.endswith("ly"):
            return word
        here -= 1
    return ""


def _is_mine(sentence: AnswerSentence, place: int) -> bool:
    """Tell whether an English verb has `I` or `we` before it, or is joined to one that has."""
    before = _before(sentence, place, set())
    if before in _ME:
        return True
    said = {each.said for each in sentence.tokens[:place]}
    return before in {*_AND, ""} and bool(said & _ME) and (before != "" or sentence.tokens[place].opened == ",")


def _has_have(sentence: AnswerSentence, place: int) -> bool:
    """Tell whether a participle has `have` before it, or is joined to one that has."""
    return any(each.said in {"have", "i've", "we've", "i’ve", "we’ve", "ive"} for each in sentence.tokens[:place])


def _opens(sentence: AnswerSentence, place: int, size: int) -> bool:
    """Tell whether a verb opens a report: "Created 3 tasks", "Done: updated the KR", "Criado: …"."""
    if not sentence.starts(place) or not _is_lead(sentence, place):
        return False
    behind = sentence.tokens[place + size : place + size + 2]
    if not behind or behind[0].segment != sentence.tokens[place].segment or behind[0].kind != "word":
        return True
    if behind[0].said in DETERMINERS or behind[0].text.lower() in {"ao", "à", "aos", "às"}:
        return True
    return len(behind) > 1 and behind[0].said in _BEHIND and behind[1].kind in ("quote", "path")


def _is_lead(sentence: AnswerSentence, place: int) -> bool:
    """Tell whether nothing but "done", "pronto" and the like stands before a token, or a colon does."""
    before = [each.said for each in sentence.tokens[:place]]
    return all(word in _LEADS for word in before) or sentence.tokens[place].opened in {":", ";", "—", "–"}


def _participle(sentence: AnswerSentence, place: int, size: int, form: VerbForm, things: list[Thing]) -> Claim | None:
    here, was_now = place - 1, False
    segment = sentence.tokens[place].segment
    while here >= 0 and sentence.tokens[here].segment == segment:
        word = sentence.tokens[here].said
        if word not in _ADVERBS - {"been"} and not word.endswith("ly"):
            break
        was_now |= word in _NOW
        here -= 1
    before = sentence.tokens[here].said if here >= 0 and sentence.tokens[here].segment == segment else ""
    behind = sentence.tokens[place + size] if place + size < len(sentence.tokens) else None
    is_now = was_now or (behind is not None and behind.said in _NOW)
    claim = Claim(form.acts, (), place, form.is_weak, is_passive=True, language=form.language)
    if before in _LEFT:
        return replace(claim, is_passive=False, is_weak=False)
    if before in (_BECAME_EN if form.language == "en" else _BECAME_PT):
        return None if _is_history(sentence, place + size) else claim
    if before in (_IS_EN if form.language == "en" else _IS_PT):
        return _read_state(sentence, here, claim, is_now=is_now, behind=behind)
    if _is_heading(sentence, place, size, things):
        return None if behind is not None and behind.said in _BY else claim
    if before == "" and _opens(sentence, place, size) and form.language == "pt":
        is_lead = form.acts == frozenset({"closed"}) and behind is not None  # "Concluído: …"
        return None if is_lead else claim
    is_joined = before in _AND and any(each.said in _BECAME_EN | _BECAME_PT for each in sentence.tokens[:place])
    return claim if is_joined and not _is_history(sentence, place + size) else None


def _read_state(
    sentence: AnswerSentence, here: int, claim: Claim, *, is_now: bool, behind: Token | None
) -> Claim | None:
    """Read "is saved", "está agendada": of something of the person's, or now, or with its place."""
    if sentence.tokens[here].said in _IS_PT:
        return replace(claim, is_state=not is_now)
    is_yours = any(each.said in {"your", "everything", "all"} for each in sentence.tokens[:here])
    place = claim.verb + 1
    has_place = any(each.kind in ("quote", "path") for each in sentence.tokens[place : place + 3])
    is_end = behind is None or behind.segment != sentence.tokens[claim.verb].segment
    first = next(at for at in range(claim.verb, -1, -1) if sentence.starts(at))
    if is_now or is_yours or has_place or (is_end and sentence.tokens[first].said == "the"):
        return replace(claim, is_state=not is_now)
    return None


def _is_history(sentence: AnswerSentence, place: int) -> bool:
    """Tell whether what follows says who did it, or on which day: that is a report of something else."""
    rest = sentence.tokens[place : place + 3]
    if not rest or rest[0].segment != sentence.tokens[place - 1].segment:
        return False
    if rest[0].said in _BY:
        return len(rest) < 2 or rest[1].said not in _MEANS
    if rest[0].said not in _ON or len(rest) < 2:
        return False
    return rest[1].kind == "number" or rest[1].said in _OF_TIME


def _is_heading(sentence: AnswerSentence, place: int, size: int, things: list[Thing]) -> bool:
    """Tell whether a thing and a participle make a report: "Notas lançadas com sucesso", "Meeting cancelled."."""
    start = next((at for at in range(place, -1, -1) if sentence.starts(at)), 0)
    first = next((thing for thing in things if thing.start >= start and thing.end <= place), None)
    if first is None or first.start - start > 2 or not _is_lead(sentence, start):
        return False
    between = sentence.tokens[first.end : place]
    if place - first.end > 4 or any(each.said in _NO_HEADING or each.text.lower() in {"é", "são"} for each in between):
        return False
    behind = sentence.tokens[place + size] if place + size < len(sentence.tokens) else None
    if behind is None or behind.segment != sentence.tokens[place].segment or behind.kind in ("quote", "path"):
        return True
    return behind.said in _BEHIND


def _state_at(sentence: AnswerSentence, place: int, things: list[Thing]) -> Claim | None:
    """Read "is ready", "está pronta", "is on the calendar now", "the import is done", "the workflow ran"."""
    known, token = lexicon(), sentence.tokens[place]
    before = _before(sentence, place, set())
    is_aux = before in _IS_EN | _IS_PT | _BECAME_PT | _BECAME_EN
    subject = [thing for thing in things if thing.end <= place]
    has_path = any(each.kind in ("quote", "path") for each in sentence.tokens[place + 1 : place + 3])
    if token.said in known.ready and (is_aux or has_path or _is_subject(sentence, place, subject)):
        acts = frozenset({"made", "changed", "exported", "recorded"})
        return Claim(acts, (), place, is_weak=True, is_passive=True)
    if token.said in known.done:
        noun = next((known.nouns[each.said] for each in sentence.tokens[:place] if each.said in known.nouns), None)
        if noun is not None and (is_aux or place <= 6) and not _is_history(sentence, place + 1):
            return Claim(frozenset({noun}), (), place, is_passive=True)
    if token.said in known.happened and subject and _is_subject(sentence, place, subject):
        return Claim(frozenset({"ran"}), (), place, is_weak=True, is_passive=True)
    if token.said in _HAVE and _is_new(sentence, place):
        return Claim(frozenset({"made", "scheduled"}), (), place, is_weak=True)
    if token.said in _IS_EN | _IS_PT | _ENTERED:
        return _place_of(sentence, place, subject)
    return None


def _is_new(sentence: AnswerSentence, place: int) -> bool:
    """Tell whether somebody is said to have something now: "you now have …", "agora há …"."""
    near = {each.said for each in sentence.tokens[max(0, place - 3) : place + 2]}
    return bool(near & {"now", "agora"}) and bool(near & {"you", "voce", "there", "ha", "existe"})


def _is_subject(sentence: AnswerSentence, place: int, subject: list[Thing]) -> bool:
    return bool(subject) and subject[-1].end == place and sentence.tokens[place].segment == 0


def _place_of(sentence: AnswerSentence, place: int, subject: list[Thing]) -> Claim | None:
    """Read "the event is on the calendar", "o aluno está na turma": said to be somewhere now."""
    rest = [each for each in sentence.tokens[place + 1 : place + 6] if each.segment == sentence.tokens[place].segment]
    is_now = (
        any(each.said in _NOW for each in (*sentence.tokens[:place], *rest)) or "entr" in sentence.tokens[place].said
    )
    while rest and rest[0].said in _NOW:
        rest = rest[1:]
    is_on = bool(subject) and any(lexicon().places & lexicon().things.get(each.said, frozenset()) for each in rest[:3])
    if not rest or rest[0].said not in _INTO or not (is_now or is_on) or not (subject or place < 4):
        return None
    if any(each.kind == "number" for each in rest[:3]):
        return None
    acts = frozenset({"made", "linked", "scheduled", "moved", "changed", "recorded"})
    return Claim(acts, (), place, is_weak=True, is_state=not is_now, is_passive=True)


def _is_unsaid(sentence: AnswerSentence, claim: Claim) -> bool:
    """Tell whether the words before a verb deny it, suppose it, or show it as text of the answer itself."""
    scope = lexicon().scope
    before = sentence.before(claim.verb)
    if scope["denies"].search(before) or "n't" in before or "n’t" in before or scope["supposes"].search(before):
        return True
    if any(each.said in _STRONGLY for each in sentence.tokens[: claim.verb]):
        return True
    if not claim.is_weak or claim.is_passive or "made" not in claim.acts:
        return False
    is_shown = any(each.opened == ":" for each in sentence.tokens[claim.verb + 1 :]) or sentence.whole.endswith(":")
    return is_shown or scope["below"].search(sentence.said) is not None


def _with_things(claim: Claim, claims: list[Claim], sentence: AnswerSentence, things: list[Thing]) -> Claim:
    """Return a claim with its things: first those after an active verb, or before a passive one."""
    later = min((each.verb for each in claims if each.verb > claim.verb), default=len(sentence.tokens))
    earlier = max((each.verb for each in claims if each.verb < claim.verb), default=-1)
    behind = [thing for thing in things if claim.verb <= thing.start < later and thing.start != claim.verb]
    ahead = [thing for thing in things if earlier < thing.start < claim.verb]
    if not claim.is_passive:
        return replace(claim, things=tuple(behind))
    segment = sentence.tokens[claim.verb].segment
    behind = [thing for thing in behind if sentence.tokens[thing.start].segment == segment]
    beside = [thing for thing in ahead if thing.end == claim.verb]  # "24 alunos presentes e uma falta registrada"
    return replace(claim, things=(*beside, *ahead[-_SUBJECTS_WIDTH:], *behind))


def _is_meant(claim: Claim, sentence: AnswerSentence, vocabulary: Vocabulary) -> bool:
    """Tell whether a claim is about something here: a weak verb alone, or a passive about the world, is none."""
    is_named = any(
        (act, kind) in vocabulary.possible for act in claim.acts for thing in claim.things for kind in thing.kinds
    )
    if is_named:
        return True
    near = sentence.tokens[claim.verb + 1 : claim.verb + 6]
    has_quote = any(each.kind in ("quote", "path") for each in near)
    if claim.is_weak:
        return has_quote or (bool(claim.acts & {"sent"}) and bool(claim.things))
    if not claim.is_passive:
        return True
    ahead = sentence.tokens[: claim.verb]
    is_quoted = any(each.kind in ("quote", "path") for each in ahead[-8:])
    is_whole = all(each.said in _LEADS for each in ahead) or any(each.said in lexicon().pronouns for each in ahead[:3])
    has_code = any(_CODE.match(each.said) for each in (*ahead, *near) if each.kind == "word")
    return has_quote or is_quoted or is_whole or has_code or bool(claim.things)
