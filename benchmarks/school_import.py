"""What a large gradebook costs: 100,000 marks brought over HTTP, previewed, imported by hand, and imported again.

As one class of 2,000 students with 50 tests in a CSV file, and as a OneRoster archive of a whole school.
"""

from __future__ import annotations

import http.client
import io
import json
import os
import sys
import time
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.measuring import Figures, check, free_port, process, resident_mb, until

STUDENTS = 2_000
TESTS = 50
CLASSES = 200
GOAL_S = 20


def measure() -> Figures:
    """Both kinds of files, each on a server of its own."""
    wanted = {"turma_id": "7A", "materia": "Matemática", "data": "2026-03-05", "criar_turma": True}
    return {
        "gradebook": _file("importar_notas", "notas.csv", gradebook(), wanted),
        "oneroster": _file("importar_oneroster", "roster.zip", roster(), {}),
    }


def gradebook() -> bytes:
    """A CSV with a row for each student and a column for each test."""
    heads = ";".join(f"Prova {n} (peso {n % 3 + 1})" for n in range(TESTS))
    rows = (
        f"{n:05d};Aluno Número {n};"
        + ";".join(str((n * 7 + m * 13) % 101 / 10).replace(".", ",") for m in range(TESTS))
        for n in range(STUDENTS)
    )
    return "\n".join([f"Matrícula;Nome;{heads}", *rows]).encode("cp1252")


def roster() -> bytes:
    """A OneRoster archive: 200 classes of 40 students, with 100,000 results."""
    size, tests = 40, 100_000 // (CLASSES * 40) + 1
    users = [
        f"u{c}_{n},,true,s1,student,,Aluno{n},Turma{c},{c * 100 + n:06d}," for c in range(CLASSES) for n in range(size)
    ]
    enrolled = [f"e{c}_{n},,c{c},s1,u{c}_{n},student,,2026-02-02," for c in range(CLASSES) for n in range(size)]
    items = [f"l{c}_{t},,Prova {t},,,2026-03-{t + 1:02d},c{c},,,0,10" for c in range(CLASSES) for t in range(tests)]
    results = [
        f"r{c}_{t}_{n},,l{c}_{t},u{c}_{n},fully graded,{(c + t * 3 + n) % 101 / 10},,"
        for c in range(CLASSES)
        for t in range(tests)
        for n in range(size)
    ][:100_000]
    tables = {
        "manifest": ["propertyName,value", "manifest.version,1.0", "oneroster.version,1.1"],
        "orgs": ["sourcedId,status,name,type,parentSourcedId", "s1,,Escola,school,"],
        "courses": ["sourcedId,status,title,grades,subjects", "k1,,Matemática,07,"],
        "classes": ["sourcedId,status,title,grades,courseSourcedId,schoolSourcedId,termSourcedIds"]
        + [f"c{c},,7º ano T{c},07,k1,s1," for c in range(CLASSES)],
        "users": [
            "sourcedId,status,enabledUser,orgSourcedIds,role,username,givenName,familyName,identifier,email",
            *users,
        ],
        "enrollments": [
            "sourcedId,status,classSourcedId,schoolSourcedId,userSourcedId,role,primary,beginDate,endDate",
            *enrolled,
        ],
        "lineItems": [
            "sourcedId,status,title,description,assignDate,dueDate,classSourcedId,categorySourcedId,"
            "gradingPeriodSourcedId,resultValueMin,resultValueMax",
            *items,
        ],
        "results": [
            "sourcedId,status,lineItemSourcedId,studentSourcedId,scoreStatus,score,scoreDate,comment",
            *results,
        ],
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, lines in tables.items():
            made.writestr(f"{name}.csv", "\n".join(lines) + "\n")
    return out.getvalue()


def _file(capability: str, name: str, content: bytes, params: dict[str, Any]) -> Figures:
    print(f"-- {name}, {len(content) / 2**20:.1f} MB")
    with TemporaryDirectory() as folder:
        port = free_port()
        command = [Path(sys.executable).with_name("aule"), "up", "--no-browser", "--port", str(port)]
        environment = {**os.environ, "AULE_HOME": str(Path(folder) / "home")}
        with process(command, environment) as server:
            until(port, "/v1/health", b'"ready"')
            token = (Path(folder) / "home" / "token").read_text(encoding="utf-8").strip()
            asking = _Desk(port, token)
            asked = {**params, "arquivo": asking.bring(name, content), "modo": "aplicar"}
            where = f"/v1/capabilities/school.{capability}"
            shown, preview_s = asking.timed(f"{where}/preview", {"params": asked})
            body = {"params": asked, "by_hand": True, "seen": shown["content_hash"]}
            done, import_s = asking.timed(f"{where}/call", body)
            twice, again_s = asking.timed(f"{where}/preview", {"params": asked})
            told = next(table for table in shown["preview"]["tables"] if table["name"] == "nota")
            assert told["create"] == STUDENTS * TESTS and done["result"]["ok"] and twice["preview"]["total"] == 0
            memory = resident_mb(server.pid)
    check(f"100,000 marks from {name}, with its preview", preview_s + import_s, GOAL_S, "s")
    print(f"{'':<4}preview {preview_s:.1f} s, import {import_s:.1f} s, again {again_s:.1f} s, memory {memory:.0f} MB")
    return {
        "preview_s": round(preview_s, 2),
        "import_s": round(import_s, 2),
        "again_s": round(again_s, 2),
        "memory_mb": round(memory),
    }


class _Desk:
    """A program with the token."""

    def __init__(self, port: int, token: str) -> None:
        self._port = port
        self._token = token

    def bring(self, name: str, content: bytes) -> str:
        """Add a file; gives the artifact."""
        return self._ask(f"/v1/artifacts?name={name}", content, "application/octet-stream")["id"]

    def timed(self, path: str, body: dict[str, Any]) -> tuple[Any, float]:
        """The answer to a request, and how long it took."""
        began = time.perf_counter()
        return self._ask(path, json.dumps(body).encode(), "application/json"), time.perf_counter() - began

    def _ask(self, path: str, body: bytes, kind: str) -> Any:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=600)
        try:
            connection.request("POST", path, body, {"Authorization": f"Bearer {self._token}", "Content-Type": kind})
            response = connection.getresponse()
            said = response.read()
            assert response.status < 300, said[:2_000]
            return json.loads(said)
        finally:
            connection.close()
