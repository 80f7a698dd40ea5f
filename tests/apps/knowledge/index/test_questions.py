"""The question sets: what is found and answered of what people would ask (KN-6, KN-7).

Documents are files of many formats, read as they are in use. The first set is short; `fit` and `check` are long, full
of near misses; these may be looked at. The held-out one is only measured. Floors stand a little below what was
measured, and say how far the aim still is.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from shutil import which

import pytest
from tests.apps.knowledge.questions.question_set import HELD_OUT, HERE, SCANNED, SETS, questions, sources
from tests.apps.knowledge.questions.trial import Outcome, Trial, plain

from aule.ambient import ambient
from aule.apps.knowledge.index.answers import is_answered
from aule.models.local.embeddings import Encoder

pytestmark = pytest.mark.xdist_group("questions")  # what is read and asked once serves all tests


async def _outcomes(folder: Path, set_folder: Path) -> tuple[Trial, list[Outcome]]:
    encoder = Encoder(ambient().clock)
    trial = Trial(folder, encoder)
    await trial.take_in(sources(set_folder))
    outcomes = [await trial.ask(asked) for asked in questions(set_folder)]
    trial.file.close()
    await encoder.close()
    return trial, outcomes


@pytest.fixture(scope="module")
async def tried(tmp_path_factory: pytest.TempPathFactory) -> tuple[Trial, list[Outcome]]:
    return await _outcomes(tmp_path_factory.mktemp("first"), HERE)


@pytest.fixture(scope="module")
async def long_ones(tmp_path_factory: pytest.TempPathFactory) -> list[Outcome]:
    return [each for folder in SETS[1:] for each in (await _outcomes(tmp_path_factory.mktemp(folder.name), folder))[1]]


@pytest.fixture(scope="module")
async def held_out(tmp_path_factory: pytest.TempPathFactory) -> list[Outcome]:
    return (await _outcomes(tmp_path_factory.mktemp("held_out"), HELD_OUT))[1]


def _found(outcomes: Sequence[Outcome]) -> tuple[float, float]:
    """The shares of questions whose right passage is first, and among the first five."""
    wanted = [each for each in outcomes if each.asked.document is not None]
    first = sum(each.place == 0 for each in wanted) / len(wanted)
    return first, sum(each.place is not None and each.place < 5 for each in wanted) / len(wanted)


def _told(outcomes: Sequence[Outcome]) -> tuple[float, float]:
    """The shares of questions with an answer that are refused, and of the others that are told to have none."""
    wanted = [not is_answered(each.judged) for each in outcomes if each.asked.document is not None]
    others = [not is_answered(each.judged) for each in outcomes if each.asked.document is None]
    return sum(wanted) / len(wanted), sum(others) / len(others)


def test_the_sets_are_large_enough() -> None:
    for folder in (HERE, HELD_OUT):
        asked = questions(folder)
        assert len(asked) >= 120 and sum(each.document is None for each in asked) >= 25 and len(sources(folder)) >= 12
    for folder in SETS[1:]:
        asked = questions(folder)
        assert len(asked) >= 200 and sum(each.document is None for each in asked) >= 80 and len(sources(folder)) >= 8


async def test_every_document_is_read_in_its_format(tried: tuple[Trial, list[Outcome]]) -> None:
    """KN-1: a page that is only a picture says so where nothing here reads pictures; all others have text."""
    read = tried[0].read
    empty = {name for name, each in read.items() if not each.chunks}
    assert empty == (set() if which("tesseract") else {SCANNED})
    assert which("tesseract") or [note.code for note in read[SCANNED].notes] == ["ocr_missing", "no_text"]


async def test_the_right_passage_is_found(tried: tuple[Trial, list[Outcome]]) -> None:
    """KN-6: among the first five for 95 %, first for 80 %."""
    first, five = _found(tried[1])
    assert five >= 0.95 and first >= 0.8, (first, five)


async def test_what_is_answered_nowhere_is_mostly_told_so(tried: tuple[Trial, list[Outcome]]) -> None:
    """KN-7: 0.82 told and 0.15 refused were measured; the aim is 0.9 and 0.05."""
    refused, told = _told(tried[1])
    assert refused <= 0.17 and told >= 0.8, (refused, told)


async def test_near_misses_in_long_documents_are_mostly_told_so(long_ones: list[Outcome]) -> None:
    """KN-7: 0.69 told and 0.25 refused were measured; who is refused sees the nearest passage."""
    refused, told = _told(long_ones)
    assert refused <= 0.27 and told >= 0.67, (refused, told)


async def test_passages_of_long_documents_are_found_as_measured(long_ones: list[Outcome]) -> None:
    """KN-6: 0.72 first and 0.92 among five were measured; the aim is 0.8 and 0.95."""
    first, five = _found(long_ones)
    assert five >= 0.9 and first >= 0.7, (first, five)


async def test_passages_that_are_read_closely_come_in_a_better_order(tried: tuple[Trial, list[Outcome]]) -> None:
    """KN-7: an answer quotes the right passage first more often than search alone finds it first."""
    wanted = [each for each in tried[1] if each.asked.document is not None]
    answered = sum(each.is_right[:1] == [True] for each in wanted) / len(wanted)
    assert answered >= 0.86 and answered > _found(tried[1])[0], answered


async def test_the_sentence_that_is_quoted_holds_the_answer(tried: tuple[Trial, list[Outcome]]) -> None:
    """KN-7: cut to the point: where the right passage comes first, its quotation has what was asked for."""
    right = [each for each in tried[1] if each.is_right[:1] == [True]]
    held = 0
    for each in right:
        best = each.judged[0]
        quoted, wanted = plain(best.found.text[best.start : best.end]), plain(each.asked.passage)
        held += wanted[:12] in quoted or quoted[:12] in wanted
    assert held / len(right) >= 0.8, held / len(right)


async def test_questions_of_strangers_are_found_as_measured(held_out: list[Outcome]) -> None:
    """KN-6: 0.60 first and 0.84 among five were measured; the aim is 0.8 and 0.95."""
    first, five = _found(held_out)
    assert five >= 0.82 and first >= 0.57, (first, five)


async def test_questions_of_strangers_are_answered_as_measured(held_out: list[Outcome]) -> None:
    """KN-7: 0.43 refused and 0.77 told were measured; the aim is 0.05 and 0.9."""
    refused, told = _told(held_out)
    assert refused <= 0.45 and told >= 0.75, (refused, told)
