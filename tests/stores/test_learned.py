"""Learned sentences: a file people can read, which several processes write and nobody breaks."""

from __future__ import annotations

import stat
import subprocess
import sys
from pathlib import Path

import pytest

from aule.contracts.errors import Corrupt, NotFound
from aule.contracts.talk.understanding import LearnedSentence
from aule.stores.home.learned import MOST, LearnedFile


def lesson(said: str, means: str = "core.list_notes") -> LearnedSentence:
    return LearnedSentence(said=said, means=means, learned_at="2026-11-17")


def test_a_sentence_is_kept_where_people_can_read_it_and_forgotten_again(tmp_path: Path) -> None:
    file = LearnedFile(tmp_path / "understanding" / "corpus.toml")
    assert file.all() == ()
    file.keep(lesson("cadê meus papéis"))
    assert file.all() == (lesson("cadê meus papéis"),)
    assert 'said = "cadê meus papéis"\nmeans = "core.list_notes"\n' in file.path.read_text("utf-8")
    assert stat.S_IMODE(file.path.stat().st_mode) == 0o600
    assert file.forget("  CADE meus   papeis ") == lesson("cadê meus papéis")
    assert file.all() == ()
    with pytest.raises(NotFound):
        file.forget("cadê meus papéis")


def test_what_is_said_again_counts_as_it_was_said_last(tmp_path: Path) -> None:
    file = LearnedFile(tmp_path / "corpus.toml")
    file.keep(lesson("Cadê meus papéis"))
    file.keep(lesson("cade meus papeis", "core.list_dir"))
    assert [each.means for each in file.all()] == ["core.list_dir"]


@pytest.mark.parametrize(
    "said",
    [
        'aspas " e \\ barra',
        "']]\n[[sentences]]\nsaid = 'x'",
        "[tabela]",
        "= 1 # nada",
        "日本語 🙂",
        "\u202eoãn",
        "{turma}",
    ],
)
def test_a_hostile_sentence_is_a_text_and_nothing_else(tmp_path: Path, said: str) -> None:
    file = LearnedFile(tmp_path / "corpus.toml")
    file.keep(lesson("antes disso"))
    file.keep(lesson(said))
    file.keep(lesson("depois disso"))
    assert LearnedFile(file.path).all() == (lesson("antes disso"), lesson(said), lesson("depois disso"))


def test_a_file_that_cannot_be_read_is_never_overwritten(tmp_path: Path) -> None:
    file = LearnedFile(tmp_path / "corpus.toml")
    file.keep(lesson("uma frase"))
    assert len(file.all()) == 1
    file.path.write_text("[[sentences]\nsaid = broken", "utf-8")
    assert len(file.all()) == 1, "those from before stay in use"
    with pytest.raises(Corrupt):
        file.keep(lesson("outra frase"))
    assert file.path.read_text("utf-8") == "[[sentences]\nsaid = broken"
    file.path.write_text('[[sentences]]\nsaid = "à mão"\nmeans = "core.now"\n', "utf-8")
    assert [each.said for each in file.all()] == ["à mão"], "an edit counts at once"


def test_the_oldest_makes_room(tmp_path: Path) -> None:
    file = LearnedFile(tmp_path / "corpus.toml")
    rows = "".join(f'[[sentences]]\nsaid = "frase {n}"\nmeans = "core.now"\n' for n in range(MOST))
    file.path.write_text(rows, "utf-8")
    file.keep(lesson("a mais nova"))
    assert (len(file.all()), file.all()[0].said, file.all()[-1].said) == (MOST, "frase 1", "a mais nova")


def test_two_processes_that_learn_at_once_lose_nothing(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from aule.stores.home.learned import LearnedFile;"
        "from aule.contracts.talk.understanding import LearnedSentence as S;"
        "file = LearnedFile(Path(sys.argv[1]));"
        "[file.keep(S(said=f'frase {sys.argv[2]} {n}', means='core.now')) for n in range(20)]"
    )
    path = tmp_path / "understanding" / "corpus.toml"
    here = LearnedFile(path)
    assert here.all() == ()
    ran = [subprocess.Popen([sys.executable, "-c", code, str(path), who]) for who in ("um", "dois")]
    assert [each.wait(60) for each in ran] == [0, 0]
    assert {each.said for each in here.all()} == {f"frase {who} {n}" for who in ("um", "dois") for n in range(20)}
