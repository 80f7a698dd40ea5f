"""What kind of turn words are: by the trained head, and by where the conversation stands."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from tests.understanding.measure import TODAY, all_frames
from tests.understanding.scoring import DEVELOPMENT, read_requests

from aule.ambient import ambient
from aule.contracts.talk.understanding import Act, Verdict
from aule.models.local.embeddings import Encoder
from aule.understanding.dialogue import Dialogue
from aule.understanding.follow_up import after
from aule.understanding.front import Front
from aule.understanding.readings import Heard, Understanding
from aule.understanding.turns import Turn, act_of, weigh

MEETING = ("atlas.create_meeting", {"title": "Frota", "scheduled_date": "2026-03-24", "scheduled_time": "14:00"})
PROJECT = ("atlas.get", {"id": "Roof Repair", "kind": "project"})
NOTE = ("core.create_note", {"text": "the plumber comes on friday at 9"})
DELETION = ("core.delete_file", {"path": "velho.txt"})


class Talk:
    """A front with its own loop, which words are said to."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.encoder = Encoder(ambient().clock)
        self.front = Front(self.encoder)

    def said(
        self, words: str, before: tuple[str, dict[str, Any]] | None = None, *, waits: bool = False, language: str = "pt"
    ) -> Understanding:
        """What words are understood as, behind an earlier turn."""
        dialogue = Dialogue() if before is None else after(Dialogue(), all_frames()[before[0]], before[1])
        dialogue = Dialogue(last=dialogue.last, waits=waits, focus=dialogue.focus)
        apps = frozenset({before[0].partition(".")[0]} - {"core"}) if before is not None else frozenset[str]()
        heard = Heard(words, TODAY, all_frames(), language, apps, dialogue=dialogue)
        return self.loop.run_until_complete(self.front.understand(heard))


@pytest.fixture(scope="module")
def talk() -> Iterator[Talk]:
    """A talk for all tests."""
    found = Talk()
    yield found
    found.loop.run_until_complete(found.encoder.close())
    found.loop.close()


@pytest.mark.parametrize(
    ("act", "said"),
    [
        *((Act.UNDO, said) for said in ("desfaz", "undo that please", "volta como tava", "put it back how it was")),
        *((Act.REDO, said) for said in ("refaz", "redo", "desfiz sem querer, põe de novo")),
        *((Act.STOP, said) for said in ("deixa pra lá", "never mind", "nem marca, já liguei", "pull the plug")),
        *((Act.GO_ON, said) for said in ("sim", "manda bala aí", "go ahead", "bora, pode agendar")),
        *((Act.SMALL_TALK, said) for said in ("valeu, meu chapa", "thanks a bunch")),
        *((Act.HELP, said) for said in ("o que você faz?", "what stuff can you do?")),
    ],
)
def test_words_to_the_conversation_itself_are_known_in_any_words(talk: Talk, act: Act, said: str) -> None:
    found = talk.said(said, MEETING, waits=act is not Act.UNDO and act is not Act.REDO)
    assert (found.act, found.decision) == (act, Verdict.TALK)


def test_a_request_is_none_of_them(talk: Talk) -> None:
    said = [each["said"] for each in read_requests(DEVELOPMENT)][::25]
    assert [words for words in said if talk.said(words).decision is Verdict.TALK] == []


@pytest.mark.parametrize("said", ["cancela a reunião de amanhã", "apaga o projeto Horta", "cria uma prova pro 7A"])
def test_words_that_name_something_are_a_request_though_they_begin_like_a_stop(talk: Talk, said: str) -> None:
    assert talk.said(said, MEETING, waits=True).decision is not Verdict.TALK


def test_a_verb_alone_beside_a_card_that_does_it_is_a_yes(talk: Talk) -> None:
    assert talk.said("apaga agora", DELETION, waits=True).act is Act.GO_ON
    assert talk.said("agenda logo", DELETION, waits=True).best is None


@pytest.mark.parametrize("said", ["não apaga!", "forget it", "opa, deixa ele aí", "keep it, don't delete"])
def test_a_stop_beside_a_card_is_no_deletion(talk: Talk, said: str) -> None:
    assert talk.said(said, DELETION, waits=True).act is Act.STOP


def test_nothing_is_changed_where_nothing_came_before() -> None:
    shares = {turn.value: 0.0 for turn in Turn} | {"change": 0.9, "request": 0.1}
    turns = weigh(shares, Dialogue())
    assert (turns[Turn.CHANGE], turns[Turn.REQUEST], act_of(turns)) == (0.0, 1.0, None)


@pytest.mark.parametrize(
    ("said", "changed"),
    [
        ("15h30, o auditório abre mais tarde", {"scheduled_time": "15:30"}),
        ("quarta não, quinta", {"scheduled_date": "2026-03-19"}),
        ("Frota e Rotas, quis dizer", {"title": "Frota e Rotas"}),
        ("o título é Pneus", {"title": "Pneus"}),
        ("troca Frota por Oficina", {"title": "Oficina"}),
    ],
)
def test_a_value_beside_a_card_corrects_it_and_leaves_the_rest(talk: Talk, said: str, changed: dict[str, Any]) -> None:
    found = talk.said(said, MEETING, waits=True)
    assert found.act is Act.CORRECTION
    assert found.best is not None
    assert dict(found.best.values) == {**MEETING[1], **changed}


def test_what_a_correction_does_not_use_is_told(talk: Talk) -> None:
    assert "auditório" in talk.said("15h30, o auditório abre mais tarde", MEETING, waits=True).unused


@pytest.mark.parametrize(
    ("said", "capability", "values"),
    [
        ("mark it completed", "atlas.update_project", {"project_name": "Roof Repair", "status": "completed"}),
        ("delete it", "atlas.delete_project", {"project_name": "Roof Repair"}),
        ("who owns it?", "atlas.get", PROJECT[1]),
    ],
)
def test_another_wish_about_what_was_spoken_of_takes_it_over(
    talk: Talk, said: str, capability: str, values: dict[str, Any]
) -> None:
    found = talk.said(said, PROJECT, language="en")
    assert found.best is not None
    assert (found.act, found.best.frame.name, dict(found.best.values)) == (Act.FOLLOW_UP, capability, values)


def test_something_that_was_renamed_goes_by_its_new_name() -> None:
    frame = all_frames()["atlas.update_project"]
    focus = after(Dialogue(), frame, {"project_name": "Roof Repair", "name": "Gutters"}).focus
    assert focus["project"] == "Gutters"


def _rows(*rows: tuple[str, str]) -> list[dict[str, str]]:
    return [{"aluno_id": name, "presenca": presence} for name, presence in rows]


@pytest.mark.parametrize(
    ("said", "rows"),
    [
        ("a Manu também faltou", [("Lucca", "falta"), ("Manu", "falta")]),
        ("chegou atrasado, não faltou", [("Lucca", "atraso")]),
        ("troca o Lucca pelo Ravi", [("Ravi", "falta")]),
    ],
)
def test_rows_about_people_are_added_changed_and_exchanged(
    talk: Talk, said: str, rows: Sequence[tuple[str, str]]
) -> None:
    before = {"turma_id": "6A", "data": "2026-03-18", "presencas": _rows(("Lucca", "falta"))}
    found = talk.said(said, ("school.registrar_frequencia", before), waits=True)
    assert found.best is not None
    assert dict(found.best.values) == {**before, "presencas": _rows(*rows)}


@pytest.mark.parametrize("words", ["aaaaaaaaaa", "{{{{", "uns amores", "por que o céu é azul?"])
def test_what_nothing_led_up_to_is_no_thanks(talk: Talk, words: str) -> None:
    """Nobody hears *you're welcome* who has said nothing of the kind."""
    assert talk.said(words).act is not Act.SMALL_TALK


@pytest.mark.parametrize(
    "said",
    [
        "what did I write about the plumber?",
        "o que eu anotei sobre o portão?",
        "quantas notas eu tenho",
        "where is it?",
        "any news about the roof?",
        "can you order me a pizza?",
        "você consegue pedir uma pizza?",
        "read it back to me",
    ],
)
def test_a_question_beside_a_note_that_waits_changes_nothing_of_it(talk: Talk, said: str) -> None:
    found = talk.said(said, NOTE, waits=True)
    assert found.act not in (Act.CORRECTION, Act.UNDO)
    assert found.best is None or found.best.frame.is_harmless


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("what about saturday at 10?", "saturday at 10"),
        ("make it say tomorrow instead", "tomorrow"),
        ("o texto é: o encanador vem sábado", "o encanador vem sábado"),
    ],
)
def test_a_text_that_waits_is_corrected_in_peoples_words(talk: Talk, said: str, text: str) -> None:
    found = talk.said(said, NOTE, waits=True)
    assert (found.act, found.best and found.best.values) == (Act.CORRECTION, {"text": text})


@pytest.mark.parametrize("said", ["do I have a meeting on friday?", "tem alguma reunião dia 20?", "is the date right?"])
def test_a_question_beside_a_meeting_that_waits_changes_nothing_of_it(talk: Talk, said: str) -> None:
    found = talk.said(said, MEETING, waits=True)
    assert found.act is not Act.CORRECTION
    assert found.best is None or found.best.frame.is_harmless
