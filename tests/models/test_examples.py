"""Examples: sentences a person let this machine keep are understood next time, and override no rule."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from tests.models.conftest import asked, still_ambient

from aule.boot.apps import installed_apps
from aule.boot.parts import books_of
from aule.contracts.talk.brain import Name
from aule.contracts.talk.understanding import LearnedSentence, Understood, Verdict
from aule.models.builtin.brain import Builtin
from aule.models.builtin.corrections import is_learnable
from aule.models.builtin.examples import MOST_AT_ONCE, Examples, without_names
from aule.understanding.values.names import Roster

SAID = "dá uma espiada na papelada que eu guardei"
TOOLS = [each.capability for app in installed_apps() for each in app.capabilities]


@pytest.fixture(scope="module")
async def brain() -> AsyncGenerator[Builtin]:
    made = Builtin(list, still_ambient(), books=books_of(installed_apps()))
    yield made
    await made.close()


async def understood(brain: Builtin, words: str, *learned: tuple[str, str]) -> Understood:
    kept = tuple(LearnedSentence(said=said, means=means) for said, means in learned)
    assert brain.wishes.examples is not None
    brain.wishes.examples.learned = lambda: kept
    return await brain.understand(asked("", *TOOLS, locale="pt-BR"), words)


def wanted(told: Understood) -> list[str]:
    return [each.capability for each in told.calls] if told.decision in (Verdict.DO, Verdict.ASK) else []


async def test_a_sentence_that_was_learned_is_understood_at_once(brain: Builtin) -> None:
    assert wanted(await understood(brain, SAID)) != ["core.list_notes"]
    assert wanted(await understood(brain, SAID, (SAID, "core.list_notes"))) == ["core.list_notes"]
    assert wanted(await understood(brain, SAID.upper() + "!", (SAID, "core.list_notes"))) == ["core.list_notes"]
    assert wanted(await understood(brain, SAID)) != ["core.list_notes"], "forgotten, it counts for nothing"


async def test_its_values_are_read_from_what_is_said_now(brain: Builtin) -> None:
    learned = ("quero espiar a galera do 7A", "school.pesquisar_desempenho_turma")
    told = await understood(brain, "quero espiar a galera do 8B", learned)
    assert [(each.capability, each.params) for each in told.calls] == [(learned[1], {"turma_id": "8B"})]


def test_names_on_record_are_kept_as_what_they_name() -> None:
    """It is no business of a file who was meant; figures and classes are values anyway."""
    roster = Roster.of([Name("aluno", "Ana Beatriz", "alu_1"), Name("turma", "7A", "tur_1"), Name("aluno", "Ana", "a")])
    assert without_names("como tá a Ana Beatriz do 7A?", roster) == "como tá a {aluno} do 7A?"
    assert without_names("a ANA e a ana beatriz", roster) == "a {aluno} e a {aluno}"
    assert without_names("nada disso", roster) == "nada disso" and without_names("", roster) == ""


async def test_what_was_learned_about_one_counts_for_all(brain: Builtin) -> None:
    assert brain.wishes.examples is not None
    kept = (LearnedSentence(said="dá um alô sobre {aluno}", means="school.pesquisar_alunos"),)
    examples = Examples(brain.wishes.examples.encoder, lambda: kept)
    roster = Roster.of([Name("aluno", "Ana", "alu_1"), Name("aluno", "Bruno Lima", "alu_2")])
    assert await examples.shares("dá um alô sobre Bruno Lima", roster) == {"school.pesquisar_alunos": 1.0}
    by_hand = (LearnedSentence(said="dá um alô sobre Ana", means="school.pesquisar_alunos"),)
    examples.learned = lambda: by_hand
    assert await examples.shares("dá um alô sobre Ana", roster) == {"school.pesquisar_alunos": 1.0}


async def test_a_learned_sentence_does_not_pull_others_to_it(brain: Builtin) -> None:
    """What the front is sure of stays as it is, whatever was learned beside it."""
    learned = [(SAID, "core.list_notes"), ("quero espiar a galera do 7A", "school.pesquisar_desempenho_turma")]
    for words in ("que horas são?", "cria uma nota: comprar pão", "cria a turma 7A", "apaga o arquivo a.md"):
        assert wanted(await understood(brain, words, *learned)) == wanted(await understood(brain, words)), words
    assert (await understood(brain, "por que o céu é azul?", *learned)).decision is Verdict.OUTSIDE


@pytest.mark.parametrize(
    ("said", "means"),
    [
        ("apaga a turma 7A", "school.criar_turma"),
        ("remove o arquivo a.md", "core.write_file"),
        ("cria o arquivo a.md", "core.delete_file"),
        ("quais turmas eu tenho?", "school.criar_turma"),
        ("quantos arquivos tem aqui?", "core.delete_file"),
        ("apaga tudo", "core.delete_file"),
        ("lê o arquivo a.md", "core.delete_file"),
    ],
)
async def test_what_was_learned_never_overrides_a_veto(brain: Builtin, said: str, means: str) -> None:
    """Somebody wrote it into the file by hand: a removal is still no addition, and a question no change."""
    assert wanted(await understood(brain, said, (said, means))) != [means]


@pytest.mark.parametrize(
    ("said", "means"), [("sim", "core.delete_file"), ("não era isso", "core.delete_file"), ("oi", "core.exec")]
)
async def test_words_to_the_talk_itself_stay_what_they_are(brain: Builtin, said: str, means: str) -> None:
    told = await understood(brain, said, (said, means))
    assert (told.decision, told.calls) == (Verdict.TALK, [])


async def test_what_is_no_longer_there_counts_for_nothing(brain: Builtin) -> None:
    told = await understood(brain, "que horas são?", ("que horas são?", "gone.capability"))
    assert wanted(told) == ["core.now"]


@pytest.mark.parametrize(
    ("said", "can"),
    [
        (SAID, True),
        ("galera do 7A", True),
        ("sim", False),
        ("oi", False),
        ("7A", False),
        ("de o que", False),
        ("não era isso", False),
        ("x" * 301, False),
        ("uma\x1b[31m frase", False),
        ("uma \u202efrase", False),
        ("meia \ud800 letra", False),
        ("", False),
    ],
)
def test_only_a_sentence_that_says_something_is_learned(said: str, can: bool) -> None:
    assert is_learnable(said) is can


async def test_a_thousand_learned_sentences_cost_little(brain: Builtin, tmp_path: Path) -> None:
    assert brain.wishes.examples is not None
    examples = Examples(brain.wishes.examples.encoder, cache=tmp_path / "corpus.npz")
    few = tuple(LearnedSentence(said=f"espia a galera {n} da lista", means="core.now") for n in range(MOST_AT_ONCE))
    many = (
        *few,
        *(LearnedSentence(said=f"junta a papelada {'xyz'[n % 3] * (n // 4)}", means="core.now") for n in range(1_000)),
    )
    examples.learned = lambda: many
    await examples.shares("espia o povo 3 da lista")  # the first look reads them all
    took: list[float] = []
    for _ in range(5):
        began = time.process_time()
        await examples.shares("espia a galera 3 da lista")
        took.append(time.process_time() - began)
    assert min(took) < 0.05, "what was said in these words needs no vectors"
    assert examples.cache is not None and examples.cache.exists()


async def test_vectors_are_worked_out_once_and_kept_beside_the_sentences(brain: Builtin, tmp_path: Path) -> None:
    assert brain.wishes.examples is not None
    kept = (LearnedSentence(said="bota pra rodar o levantamento da galera do 7A", means="core.now"),)
    first = Examples(brain.wishes.examples.encoder, lambda: kept, tmp_path / "corpus.npz")
    words = "bota pra rodar o levantamento da turma do 8B"
    found = await first.shares(words)
    assert 0 < found["core.now"] < 1
    assert await Examples(brain.wishes.examples.encoder, lambda: kept, tmp_path / "corpus.npz").shares(words) == found
    assert await first.shares("por que o céu é azul?") == {}
    assert await first.shares("apaga o levantamento da galera do 7A") == {}, "another deed is no example"
