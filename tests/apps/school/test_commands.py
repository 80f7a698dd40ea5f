"""School Power on the command line: gradebooks, attendance, rosters, the sample (SP-52, SP-54)."""

from __future__ import annotations

from pathlib import Path

import pytest
from dirty_equals import Contains, IsPartialDict, IsStr
from tests.apps.school.test_oneroster import TABLES, archive
from tests.cli.command_line import CommandLine

GRADES = "Nome;Prova 1 (peso 2);P2 12/03\nAna Conceição;7,5;F\nBruno Sá;12;8\n"


def test_a_gradebook_is_looked_at_imported_and_taken_back(here: CommandLine, tmp_path: Path) -> None:
    """SP-52, SP-S5: in a pipe nothing happens without --yes; the class comes from the file; again is nothing."""
    file = tmp_path / "notas.csv"
    file.write_bytes(GRADES.encode("cp1252"))
    words = ("school", "import-grades", str(file), "--turma", "7º ano A", "--materia", "Matemática")
    unknown = here.run(*words, "--json")
    assert (unknown.code, unknown.document["error"]["code"]) == (2, "not_found")
    seen = here.run(*words, "--criar-turma", "--preview", "--json")
    assert (seen.code, seen.document) == (
        0,
        IsPartialDict(modo="previa", contagem={"criar": 3, "alterar": 0, "iguais": 0, "rejeitadas": 1}),
    )
    refused = here.run(*words, "--criar-turma", "--json")
    assert (refused.code, refused.document["error"]["code"]) == (4, "approval_required")
    done = here.run(*words, "--criar-turma", "--data", "2026-03-05", "--yes", "--json")
    assert (done.code, done.document) == (
        0,
        IsPartialDict(ok=True, turma_nova=True, run=IsStr(regex="run_.*"), turma=IsPartialDict(nome="7º ano A")),
    )
    assert [(each["titulo"], each["data"]) for each in done.document["avaliacoes"]] == [
        ("Prova 1", "2026-03-05"),
        ("P2", "2026-03-12"),
    ]
    again = here.run(*words, "--yes")
    assert again.code == 0 and "nothing would change" in again.out and "12" in again.out
    assert here.run("undo", done.document["run"]).code == 0
    assert here.run(*words, "--json").document["error"]["code"] == "not_found"
    wrong = here.run(*words, "--criar-turma", "--data", "2026-02-31", "--yes", "--json")
    assert (wrong.code, wrong.document["error"]["code"]) == (2, "invalid_param")
    file.write_text("Nome;1º Bim;E-mail\nAna;12;ana@x.br\n", "utf-8")
    told = here.run(*words, "--criar-turma", "--escala", "20", "--preview")
    assert told.code == 0 and "ana@x.br" in told.out and "20" in told.out and "1º Bim" in told.out
    missing = here.run("school", "import-grades", "/nowhere.csv", "--turma", "7A", "--json")
    assert (missing.code, missing.document["error"]["code"]) == (2, "not_found")


def test_a_file_whose_rows_are_all_unclear_is_not_told_to_be_empty(here: CommandLine, tmp_path: Path) -> None:
    """SP-52."""
    file = tmp_path / "notas.csv"
    file.write_text("Nome;Prova 1\nAna Lima;7\nAna Lima;8\n", "utf-8")
    words = ("school", "import-grades", str(file), "--turma", "7A", "--criar-turma", "--materia", "Arte")
    seen = here.run(*words, "--preview")
    assert seen.code == 0 and "no rows" not in seen.out and "None of the file's rows" in seen.out


@pytest.mark.parametrize("scale", ["nan", "inf", "-5", "0", "1e9"])
def test_a_scale_that_is_none_is_refused_with_a_sentence(here: CommandLine, tmp_path: Path, scale: str) -> None:
    """SP-52."""
    file = tmp_path / "notas.csv"
    file.write_text(GRADES, "utf-8")
    words = ("school", "import-grades", str(file), "--turma", "7A", "--criar-turma", "--materia", "Arte")
    refused = here.run(*words, f"--escala={scale}", "--preview", "--json")
    assert (refused.code, refused.document["error"]) == (2, IsPartialDict(code="invalid_param", field="escala"))
    assert "--escala" in refused.document["error"]["hint"]


def test_rosters_and_attendance_come_in_and_the_sample_comes_and_goes(here: CommandLine, tmp_path: Path) -> None:
    """SP-54, SP-52: a OneRoster archive makes the class whose attendance follows."""
    roster = tmp_path / "roster.zip"
    roster.write_bytes(archive(TABLES))
    done = here.run("school", "import-oneroster", str(roster), "--yes", "--json")
    assert (done.code, done.document["tabelas"]["nota"]) == (0, IsPartialDict(criar=3, rejeitadas=2))
    going = {
        "users": TABLES["users"].partition("\n")[0] + "\nu1,tobedeleted,true,s1,student,ana,Ana,Lima,001,\n",
        "results": TABLES["results"].partition("\n")[0] + "\nr2,tobedeleted,l1,u2,exempt,,,\n",
    }
    roster.write_bytes(archive(going))
    seen = here.run("school", "import-oneroster", str(roster), "--preview")
    assert seen.code == 0 and "aluno" in seen.out and "Ana Lima" in seen.out and "REMOVED" in seen.out
    assert "Bia Sá" in seen.out and "Prova 1" in seen.out, "a mark that goes by itself has a name as well"
    listed = here.run("school", "import-oneroster", str(roster), "--preview", "--json").document
    assert [(each["kind"], each["title"]) for each in listed["removidos"]] == [
        ("aluno", "Ana Lima"),
        ("nota", "Bia Sá"),
    ]
    days = tmp_path / "chamada.csv"
    days.write_text("Aluno,02/03,03/03\nAna Lima,P,F\nBia Sá,J,A\n", "utf-8")
    words = ("school", "import-attendance", str(days), "--turma", "7A")
    assert here.run(*words, "--preview").out == Contains("2026-03-02")
    assert here.run(*words, "--yes", "--json").document["contagem"] == IsPartialDict(criar=4)
    assert here.run(*words, "--yes", "--json").document["contagem"] == IsPartialDict(criar=0, iguais=4)
    sample = here.run("school", "sample", "--json")
    assert (sample.code, sample.document) == (0, IsPartialDict(ok=True))
    gone = here.run("school", "sample", "--remove", "--preview", "--json")
    assert gone.code == 0
