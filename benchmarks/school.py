"""What a large school costs: the page of a class and the analysis of all classes, of 200 classes and a million marks.

The rows are put into the tables at once; the figures are those of a program that asks the server over HTTP. One test of
five has the points of its eight questions, and every student forty days of attendance.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import random
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from benchmarks.measuring import Figures, check, free_port, process, resident_mb, spread, until

if TYPE_CHECKING:
    from sqlalchemy import Table

CLASSES = 200
STUDENTS_EACH = 40
TESTS_EACH = 125
SUBJECTS = ("Matemática", "Língua Portuguesa", "Ciências", "História", "Geografia")
SKILLS = ("EF07MA17", "EF07MA12", "EF07MA02", "EF07MA04")
QUESTIONS = 8
DAYS = 40
LOOKS = 15
ANALYSES = 3
GOAL_PAGE_MS = 300
GOAL_ANALYSIS_S = 5
Row = dict[str, Any]


def measure() -> Figures:
    """Build the school, then look at it."""
    with TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        began = time.perf_counter()
        marks = asyncio.run(_build(home))
        print(f"-- {CLASSES} classes, {CLASSES * STUDENTS_EACH:,} students, {marks:,} marks")
        figures: Figures = {"marks": marks, "build_s": round(time.perf_counter() - began, 1)}
        port = free_port()
        command = [Path(sys.executable).with_name("aule"), "up", "--no-browser", "--port", str(port)]
        with process(command, {**os.environ, "AULE_HOME": str(home)}) as server:
            until(port, "/v1/health", b'"ready"')
            token = (home / "token").read_text(encoding="utf-8").strip()
            figures |= _looks(port, token)
            figures["memory_mb"] = round(resident_mb(server.pid))
    return figures


def _looks(port: int, token: str) -> Figures:
    turns = iter(range(CLASSES))
    year, pages = "/v1/capabilities/school.analisar_desempenho_geral/call", "/v1/apps/school"
    looks: dict[str, tuple[Callable[[], Any], int, float]] = {
        "class page": (lambda: _ask(port, token, f"{pages}/turma?id={_id('tur', next(turns))}"), LOOKS, GOAL_PAGE_MS),
        "all classes, everything": (
            lambda: _ask(port, token, year, {"params": {"periodo": "tudo"}}),
            ANALYSES,
            GOAL_ANALYSIS_S * 1e3,
        ),
        "all classes, last month": (lambda: _ask(port, token, f"{pages}/desempenho"), ANALYSES, GOAL_ANALYSIS_S * 1e3),
        "home": (lambda: _ask(port, token, f"{pages}/inicio"), ANALYSES, GOAL_ANALYSIS_S * 1e3),
    }
    figures: Figures = {}
    for name, (look, times, goal) in looks.items():
        took: list[float] = []
        for _ in range(times):
            began = time.perf_counter()
            look()
            took.append(time.perf_counter() - began)
        figures[name] = {"first_ms": round(took[0] * 1e3, 1), **spread(took)}
        check(f"{name}, first", took[0] * 1e3, goal, "ms")
        check(f"{name}, p90", figures[name]["p90_ms"], goal, "ms")
    return figures


def _ask(port: int, token: str, path: str, body: Any = None) -> Any:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    try:
        sent = None if body is None else json.dumps(body)
        connection.request("GET" if body is None else "POST", path, sent, headers)
        response = connection.getresponse()
        said = response.read()
        assert response.status < 300, said[:2_000]
        found = json.loads(said)
        assert body is None or found["result"]["ok"], said[:2_000]
        return found
    finally:
        connection.close()


async def _build(home: Path) -> int:
    """A home with the tables of the app, and all rows in them."""
    from aule import boot
    from aule.apps.school import tables
    from aule.stores.home.directory import Home

    place = Home(home)
    place.prepare()
    around = boot.ambient()
    kernel = await boot.build(place, around, apps=boot.installed_apps())
    await kernel.stop()
    with sqlite3.connect(place.database) as database:
        for name, rows in _rows(around.clock.now().date()):
            _lay(database, tables.metadata.tables[name], rows)
        database.execute("ANALYZE")
        counted = database.execute("SELECT count(*) FROM school_notas").fetchone()[0]
    database.close()
    return int(counted)


def _lay(database: sqlite3.Connection, table: Table, rows: Iterator[Row]) -> None:
    """Rows into a table; what they do not say is what the table puts there itself."""
    first = next(rows)
    names = [*first, "stamp"]
    places = ", ".join(f":{name}" for name in names)
    whole = ({**row, "stamp": "chg_bench"} for row in chain([first], rows))
    database.executemany(f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({places})", whole)


def _rows(today: date) -> Iterator[tuple[str, Iterator[Row]]]:
    yield "school_escolas", iter([{"id": "esc_bench", "nome": "Escola Grande", "chave": "escola grande"}])
    yield (
        "school_materias",
        ({"id": _id("mat", n), "nome": nome, "chave": nome.lower()} for n, nome in enumerate(SUBJECTS)),
    )
    yield "school_turmas", (_class(n, today) for n in range(CLASSES))
    yield "school_alunos", (_student(n) for n in range(CLASSES * STUDENTS_EACH))
    yield (
        "school_matriculas",
        (
            {"turma_id": _id("tur", n // STUDENTS_EACH), "aluno_id": _id("alu", n), "inicio": f"{today.year}-02-01"}
            for n in range(CLASSES * STUDENTS_EACH)
        ),
    )
    yield "school_avaliacoes", (_test(n, k, today) for n in range(CLASSES) for k in range(TESTS_EACH))
    yield "school_notas", _marks()
    yield "school_frequencias", _days(today)


def _id(prefix: str, number: int) -> str:
    return f"{prefix}_01JBENCH{number:018d}"


def _class(number: int, today: date) -> Row:
    name = f"{6 + number % 4}{number // 4}"
    return {
        "id": _id("tur", number),
        "escola_id": "esc_bench",
        "nome": name,
        "chave": name,
        "ano_serie": f"EF{6 + number % 4}",
        "ano_letivo": today.year,
        "materias": json.dumps([_id("mat", n) for n in range(len(SUBJECTS))]),
    }


def _student(number: int) -> Row:
    name = f"Aluno {number:05d}"
    return {
        "id": _id("alu", number),
        "escola_id": "esc_bench",
        "nome": name,
        "chave": name.lower(),
        "matricula": f"{number:06d}",
        "ativo": 1,
    }


def _test(klass: int, number: int, today: date) -> Row:
    items = [{"n": n, "pontos_max": 1.25, "habilidades": [SKILLS[n % 4]]} for n in range(1, QUESTIONS + 1)]
    has_items = number % 5 == 0
    return {
        "id": _id("ava", klass * TESTS_EACH + number),
        "turma_id": _id("tur", klass),
        "materia_id": _id("mat", number % len(SUBJECTS)),
        "titulo": f"Prova {number}",
        "chave": f"prova {number}",
        "tipo": "formativa",
        "data": (today - timedelta(days=2 * (TESTS_EACH - number))).isoformat(),
        "valor_maximo": 10.0,
        "peso": 1.0 + number % 2,
        "itens": json.dumps(items) if has_items else "[]",
    }


def _marks() -> Iterator[Row]:
    dice = random.Random(8)
    for test in range(CLASSES * TESTS_EACH):
        has_items = test % TESTS_EACH % 5 == 0
        for student in range(STUDENTS_EACH):
            points = [round(dice.random() * 1.25, 2) for _ in range(QUESTIONS)] if has_items else []
            value = round(sum(points), 1) if has_items else round(dice.random() * 10, 1)
            noted = [{"n": n, "pontos": each} for n, each in enumerate(points, start=1)]
            yield {
                "avaliacao_id": _id("ava", test),
                "aluno_id": _id("alu", test // TESTS_EACH * STUDENTS_EACH + student),
                "valor": value,
                "situacao": "lancada",
                "itens": json.dumps(noted) if has_items else None,
            }


def _days(today: date) -> Iterator[Row]:
    dice = random.Random(9)
    for student in range(CLASSES * STUDENTS_EACH):
        for day in range(DAYS):
            yield {
                "turma_id": _id("tur", student // STUDENTS_EACH),
                "data": (today - timedelta(days=day + 1)).isoformat(),
                "materia_id": "",
                "aluno_id": _id("alu", student),
                "presenca": "falta" if dice.random() < 0.15 else "presente",
                "carga": 1,
            }
