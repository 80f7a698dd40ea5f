"""Figures of a sentence: numbers, counts, days and hours, looked up in a run's inputs and outputs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from aule.kernel.agents.answer_checks.claim import Claim, spoken_of
from aule.kernel.agents.answer_checks.deed import ClaimEvidence
from aule.kernel.agents.answer_checks.lexicon import grammar, lexicon
from aule.kernel.agents.answer_checks.number import is_given, readings
from aule.kernel.agents.answer_checks.sentence import AnswerSentence, Token
from aule.understanding.values.hours import find_hours
from aule.understanding.values.numerals import find_figures
from aule.understanding.vocabulary import MONTHS

_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_ISO = re.compile(r"(?<![\w-])\d{4}-(?P<month>\d{2})-(?P<day>\d{2})(?![\w-])")
_SLASHED = re.compile(r"(?<![\w/.,])(?P<day>\d{1,2})/(?P<month>\d{1,2})(?:/(?:\d{4}|\d{2}))?(?![\w/])")
_SPOKEN = re.compile(
    rf"\b(?P<day>\d{{1,2}})(?:o|st|nd|rd|th)?(?: de| of)? (?P<name>{_MONTH})\b(?: (?:de )?\d{{4}})?"
    rf"|\b(?P<name2>{_MONTH}) (?P<day2>\d{{1,2}})(?:st|nd|rd|th)?\b(?!:)(?:,? \d{{4}})?"
)
_NUMBERED = re.compile(r"\bdias? (?P<day>\d{1,2})\b(?!/)(?: e (?P<other>\d{1,2})\b)?")
_IS = grammar("is")
_NOW = grammar("figure_now")
_TIMES = {"mil": 1_000, "thousand": 1_000, "milhao": 10**6, "milhoes": 10**6, "million": 10**6}
_WENT = re.compile(r"\bfoi de \d\S* (?:para|a) \d|\bfrom \d\S* to \d")
_YEAR = re.compile(r"(?:19|20)\d\d$")
_FEW = Decimal(1)


def are_known(sentence: AnswerSentence, claims: Sequence[Claim], evidence: ClaimEvidence, whole: ClaimEvidence) -> bool:
    """Return whether every figure of a sentence is supported; a count must be a count of what was done."""
    if lexicon().scope["nearly"].search(sentence.said):
        return True
    plain = _without_quotes(sentence)
    taken: list[tuple[int, int]] = []
    for start, end, is_known in (*_days(plain, whole), *_hours(sentence, plain, whole)):
        if not is_known:
            return False
        taken.append((start, end))
    meant = spoken_of(sentence, claims)
    for token in sentence.tokens:
        if (
            token.kind != "number"
            or token.segment not in meant
            or any(start <= token.start < end for start, end in taken)
        ):
            continue
        if not claims and _YEAR.match(token.text):
            continue
        if not _is_known(token, sentence, evidence if _counts(token, sentence, claims) else whole):
            return False
    return all(
        value in (evidence.numbers if claims else whole.numbers) or (value in whole.numbers and not claims)
        for value in _spelled(sentence, plain)
    )


def is_report(sentence: AnswerSentence) -> bool:
    """Tell whether a sentence says how much or how many something is."""
    scope = lexicon().scope
    if sentence.is_question or any(scope[each].search(sentence.said) for each in ("elsewhen", "supposes", "nearly")):
        return False
    has_figure = any(each.kind == "number" for each in sentence.tokens)
    return has_figure and any(each.text.lower() in _IS for each in sentence.tokens)


def is_said_of_now(sentence: AnswerSentence) -> bool:
    """Tell whether a sentence says that something has become so."""
    return any(each.said in _NOW for each in sentence.tokens) or _WENT.search(sentence.said) is not None


def _without_quotes(sentence: AnswerSentence) -> str:
    text = sentence.said
    for token in sentence.tokens:
        if token.kind in ("quote", "path"):
            text = text[: token.start] + " " * (token.end - token.start) + text[token.end :]
    return text


def _days(plain: str, evidence: ClaimEvidence) -> Iterator[tuple[int, int, bool]]:
    for match in (*_ISO.finditer(plain), *_SLASHED.finditer(plain)):
        day, month = int(match["day"]), int(match["month"])
        both = {Decimal(day), Decimal(month)} <= evidence.numbers and not evidence.days
        yield *match.span(), (month, day) in evidence.days or (day, month) in evidence.days or both
    for match in _SPOKEN.finditer(plain):
        month, day = MONTHS[match["name"] or match["name2"]], int(match["day"] or match["day2"])
        said = any(_says(text, day, month) for text in evidence.texts)
        yield *match.span(), (month, day) in evidence.days or said
    for match in _NUMBERED.finditer(plain):
        wanted = {int(each) for each in (match["day"], match["other"]) if each}
        known = {day for _, day in evidence.days} | {
            int(each) for each in evidence.numbers if each == each.to_integral()
        }
        yield *match.span(), wanted <= known


def _says(text: str, day: int, month: int) -> bool:
    return any(
        int(match["day"] or match["day2"]) == day and MONTHS[match["name"] or match["name2"]] == month
        for match in _SPOKEN.finditer(text)
    )


def _hours(sentence: AnswerSentence, plain: str, evidence: ClaimEvidence) -> Iterator[tuple[int, int, bool]]:
    for hour in find_hours(plain):
        if not any(map(str.isdigit, plain[hour.start : hour.end])):
            continue
        wanted = {(hour.hour, hour.minute), (hour.hour % 12, hour.minute), (hour.hour % 12 + 12, hour.minute)}
        is_bare = hour.minute == 0 and any(Decimal(each) in evidence.numbers for each, _ in wanted)
        yield hour.start, hour.end, bool(wanted & evidence.times) or is_bare


def _is_known(token: Token, sentence: AnswerSentence, evidence: ClaimEvidence) -> bool:
    text = token.text.rstrip()
    is_share = text.endswith("%") or sentence.said[token.end :].lstrip().startswith(("%", "por cento", "percent"))
    if "/" in text or ":" in text:
        return all(is_given(part, evidence.numbers) for part in re.split(r"[/:]", text) if part)
    behind = sentence.said[token.end :].split(maxsplit=1)
    if behind and (times := _TIMES.get(behind[0].strip(".,;:!)"))):
        return any(value * times in evidence.numbers for value, _ in readings(text))
    if is_given(text.rstrip("% "), evidence.numbers, is_share=is_share):
        return True
    return is_share and is_given(text.rstrip("% "), _shares(sentence, evidence), is_share=True)


def _shares(sentence: AnswerSentence, evidence: ClaimEvidence) -> set[Decimal]:
    """Return the shares that numbers of a sentence form with each other: 300 of 400."""
    said = {value for each in sentence.tokens if each.kind == "number" for value, _ in readings(each.text)}
    given = [value for value in said & evidence.numbers if value]
    return {part / whole for part in given for whole in given}


def _counts(token: Token, sentence: AnswerSentence, claims: Sequence[Claim]) -> bool:
    """Tell whether a number counts the thing a claim is about: "lancei 28 notas"."""
    place = sentence.tokens.index(token)
    return any(thing.start - place in (1, 2) for claim in claims for thing in claim.things[:1])


def _spelled(sentence: AnswerSentence, plain: str) -> Iterator[Decimal]:
    """Yield numbers written as words, from two on."""
    for figure in find_figures(plain):
        if not any(map(str.isdigit, plain[figure.start : figure.end])) and figure.value > _FEW:
            yield figure.value
