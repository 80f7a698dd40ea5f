"""Free texts, moments, globs and paths of sentences, through the filler."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import pytest

from aule.contracts.access.capability import Capability, Effect
from aule.understanding.filling.fields import FieldBook, frame_of
from aule.understanding.filling.filler import Said, fill
from aule.understanding.sentence import Wording
from aule.understanding.values.marks import find_marks

TODAY = date(2026, 3, 18)
BOOK = FieldBook.of("""
[frames]
"x.note" = "note"
[things.note]
nouns = "nota|note"
[things.folder]
nouns = "pasta|folder"
[things.file]
nouns = "arquivo|arquivos|file|files"
[params.title]
kind = "new"
before = "chamada|called"
[params.text]
kind = "text"
whole = true
main = true
before = "com|dizendo|saying"
verbs = "anotar|escrever|jot down|write"
ignore = "nova"
[params.search]
kind = "text"
whole = true
serves = "replace"
verbs = "trocar|replace"
[params.replace]
kind = "text"
whole = true
needs = "search"
before = "por|with"
[params.task]
kind = "text"
whole = true
main = true
verbs = "lembrar|agendar|remind"
[params.at]
kind = "moment"
[params.cron]
kind = "cron"
[params.source]
kind = "path"
main = true
[params.target]
kind = "path"
of = "folder"
nouns = "nome|rename"
before = "para|to"
keeps = "source"
[params.glob]
kind = "glob"
of = "file"
main = true
before = "chamado"
choices = { "*.pdf" = "pdf|pdfs" }
""")


def filled(params: str, said: str, now: datetime | None = None) -> dict[str, Any]:
    properties = {name: {"type": "string"} for name in params.split()}
    capability = Capability(
        name="x.note",
        app="x",
        title="X",
        category="x",
        description="X.",
        effect=Effect.WRITE,
        params={"properties": properties},
        returns={},
    )
    wording = Wording(said)
    return fill(frame_of(capability, BOOK), Said(wording, find_marks(wording, TODAY), TODAY, now)).values


@pytest.mark.parametrize(
    ("said", "values"),
    [
        ("anota que o encanador vem quinta às 9", {"text": "o encanador vem quinta às 9"}),
        ("o encanador vem quinta às 9, anota aí por favor", {"text": "o encanador vem quinta às 9"}),
        ("uma nota: quebrou de novo", {"text": "quebrou de novo"}),
        ("cria uma nota Compras com arroz e 2 pães", {"title": "Compras", "text": "arroz e 2 pães"}),
        ("write a note called Trip saying hotel, flight", {"title": "Trip", "text": "hotel, flight"}),
        ("anota isso", {}),
    ],
)
def test_a_text_runs_to_the_end_whatever_stands_in_it(said: str, values: dict[str, Any]) -> None:
    assert filled("title text", said) == values


@pytest.mark.parametrize(
    ("said", "values"),
    [
        ("no config.yml troca debug: true por debug: false", {"search": "debug: true", "replace": "debug: false"}),
        ("replace 'red' with 'blue'", {"search": "red", "replace": "blue"}),
        ("troca a data", {}),
    ],
)
def test_what_is_replaced_says_nothing_without_what_comes_instead(said: str, values: dict[str, Any]) -> None:
    found = filled("source search replace", said)
    found.pop("source", None)
    assert found == values


@pytest.mark.parametrize(
    ("said", "values"),
    [
        ("me lembra amanhã às 15h de pagar o aluguel", {"at": "2026-03-19T15:00", "task": "pagar o aluguel"}),
        ("toda segunda às 8 lista as notas", {"cron": "0 8 * * 1", "task": "lista as notas"}),
        ("daqui a duas horas lista as notas", {"at": "2026-03-18T12:00", "task": "lista as notas"}),
    ],
)
def test_a_task_stands_beside_its_time(said: str, values: dict[str, Any]) -> None:
    assert filled("task at cron", said, datetime(2026, 3, 18, 10, tzinfo=UTC)) == values


def test_without_a_clock_nobody_says_when_two_hours_from_now_is() -> None:
    assert filled("task at cron", "daqui a duas horas lista as notas") == {"task": "lista as notas"}


@pytest.mark.parametrize(
    ("said", "target"),
    [
        ("move a.txt para a pasta docs", "docs/a.txt"),
        ("move a.txt to docs/", "docs/a.txt"),
        ("move a.txt to docs/b.txt", "docs/b.txt"),
    ],
)
def test_a_file_keeps_its_name_in_a_folder(said: str, target: str) -> None:
    assert filled("source target", said) == {"source": "a.txt", "target": target}


@pytest.mark.parametrize(
    ("said", "glob"),
    [
        ("acha os pdf", "*.pdf"),
        ("acha todos os arquivos .csv", "*.csv"),
        ("find every src/*.py file", "src/*.py"),
        ("acha o arquivo chamado senha", "*senha*"),
        ("onde está vendas.xlsx", "vendas.xlsx"),
    ],
)
def test_files_are_found_by_a_pattern(said: str, glob: str) -> None:
    assert filled("glob", said) == {"glob": glob}
