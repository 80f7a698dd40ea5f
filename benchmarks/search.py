"""How long the palette's search takes over HTTP when 100,000 things can be found, and what keeping the index costs.

Against a plain scan with LIKE and against SQLite's own full text, asked directly on the same file with nothing
around it: no server, no filters, no forgiving of slips.
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
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import accumulate, islice
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from urllib.parse import quote

from benchmarks.measuring import Figures, check, compare, free_port, process, spread, until

ROWS = {"message": 80_000, "run": 8_000, "conversation": 5_000, "change": 3_000, "artifact": 2_500, "memory": 1_500}
WORDS = 20_000
QUERIES = 60
GOAL_MS = 50
TS = "2026-05-31T10:00:00.000Z"


def measure() -> Figures:
    """Fill a data directory, serve it, ask."""
    from aule.stores.home.directory import Home

    with TemporaryDirectory() as folder:
        home = Home(Path(folder) / "aule")
        home.prepare()
        language = _Language()
        figures: Figures = {"rows": sum(ROWS.values()), "writing": asyncio.run(_fill(home.database, language))}
        figures["file_mb"] = round(home.database.stat().st_size / 2**20)
        figures["queries"] = _ask(home.path, home.token(), home.database, language)
    writing = figures["writing"]
    compare("a message added, with the index", writing["indexed_us"], writing["plain_us"], unit="µs")
    return figures


class _Language:
    """Made-up words, a few of them said often, most of them seldom."""

    def __init__(self) -> None:
        self._dice = random.Random(7)
        syllables = [a + b for a in "bcdfglmnprstv" for b in "aeiou"]
        self.words = sorted({"".join(self._dice.choices(syllables, k=self._dice.randint(2, 5))) for _ in range(WORDS)})
        self._dice.shuffle(self.words)
        self._often = list(accumulate(1 / place for place in range(1, len(self.words) + 1)))

    def text(self, count: int) -> str:
        return " ".join(self._dice.choices(self.words, cum_weights=self._often, k=count))

    def slip(self, word: str) -> str:
        place = self._dice.randrange(1, len(word) - 1)
        return word[:place] + word[place + 1 :]

    def pick(self, least: int = 6) -> str:
        return self._dice.choice([word for word in self._dice.sample(self.words[20:], 60) if len(word) >= least])


def _facts(language: _Language) -> Iterator[object]:
    from aule.contracts.access.change import Actor, Change
    from aule.contracts.events import facts
    from aule.contracts.project import Artifact
    from aule.contracts.runs.run import Run, RunKind
    from aule.contracts.talk.memory import Layer, MemoryItem, MemoryKind
    from aule.contracts.talk.messages import Conversation

    for n in range(ROWS["conversation"]):
        talk = Conversation(
            id=f"con_{n}", agent="assistant", project="home", title=language.text(4), created_at=TS, updated_at=TS
        )
        yield facts.ConversationOpened(conversation=talk)
    for n in range(ROWS["run"]):
        run = Run(id=f"run_{n}", kind=RunKind.TURN, title=language.text(6), project="home", started_at=TS)
        yield facts.RunStarted(started=run)
    for n in range(ROWS["change"]):
        change = Change(
            id=f"chg_{n}", ts=TS, actor=Actor(type="agent", id="assistant"), run=None, app="core", op="write",
            entity=f"file:home/{language.text(1)}.md", title=language.text(3), before=None, after=None,
        )  # fmt: skip
        yield facts.ChangeRecorded(change=change)
    for n in range(ROWS["artifact"]):
        made = Artifact(
            id=f"art_{n}", project="home", run=None, type="image", name=f"{language.text(2)}.png", mime="image/png",
            size=1, sha256="0", created_at=TS,
        )  # fmt: skip
        yield facts.ArtifactSaved(artifact=made)
    for n in range(ROWS["memory"]):
        item = MemoryItem(
            id=f"mem_{n}", layer=Layer.LONG_TERM, scope="project:home", kind=MemoryKind.FACT, content=language.text(12),
            source="user", trust="user", created_at=TS,
        )  # fmt: skip
        yield facts.MemorySaved(item=item)
    yield from (_message(n, language) for n in range(ROWS["message"]))


def _message(number: int, language: _Language) -> object:
    from aule.contracts.events import facts
    from aule.contracts.talk.messages import Message

    talk = f"con_{number % ROWS['conversation']}"
    said = Message(id=f"msg_{number}", conversation=talk, role="user", content=language.text(40), ts=TS)
    return facts.MessageAdded(message=said)


async def _fill(path: Path, language: _Language) -> Figures:
    """Write everything, then time single messages with the index and with its triggers and rows left out."""
    from aule.ambient import ambient
    from aule.stores.database import open_database
    from aule.stores.log import search_rows
    from aule.stores.log.projections import Entry

    database = await open_database(f"sqlite:///{path}", ambient())
    began = time.perf_counter()
    told = iter(_facts(language))
    while some := list(islice(told, 1_000)):
        async with database.transaction() as transaction:
            await transaction.append([Entry(fact, TS) for fact in some])  # pyright: ignore[reportArgumentType]
    filled = time.perf_counter() - began

    async def each(first: int) -> float:
        took: list[float] = []
        for number in range(first, first + 1_000):
            fact = _message(number, language)
            began = time.perf_counter()
            async with database.transaction() as transaction:
                await transaction.append([Entry(fact, TS)])  # pyright: ignore[reportArgumentType]
            took.append((time.perf_counter() - began) * 1e6)
        return round(sorted(took)[len(took) // 2], 1)

    indexed = await each(1_000_000)
    rules = dict(search_rows.RULES)
    search_rows.RULES.clear()
    plain = await each(2_000_000)
    search_rows.RULES.update(rules)
    await database.close()
    return {"filled_s": round(filled, 1), "indexed_us": indexed, "plain_us": plain}


def _ask(home: Path, token: str, database: Path, language: _Language) -> Figures:
    kinds: dict[str, Callable[[], str]] = {
        "one word": language.pick,
        "a common word": lambda: language.words[language.words.index(language.pick()) % 20],
        "a beginning": lambda: language.pick()[:3],
        "two words": lambda: " ".join(language.text(30).split()[-2:]),
        "a slip": lambda: language.slip(language.pick(8)),
        "nothing found": lambda: "xqzw" + language.pick()[:4],
    }
    figures: Figures = {}
    port = free_port()
    command = [Path(sys.executable).with_name("aule"), "up", "--no-browser", "--port", str(port)]
    with process(command, {**os.environ, "AULE_HOME": str(home)}), closing(sqlite3.connect(database)) as raw:
        until(port, "/v1/health", b'"ready"')
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        for name, make in kinds.items():
            asked = [make() for _ in range(QUERIES)]
            ours = _timed(asked, lambda q: _http(connection, token, q))
            peer = _timed(asked, lambda q: _full_text(raw, q))
            scan = _timed(asked[:10], lambda q: _like(raw, q))
            p95 = quantiles(ours, n=100, method="inclusive")[94] * 1e3
            one = {"http": spread(ours) | {"p95_ms": round(p95, 3)}, "fts5": spread(peer), "like": spread(scan)}
            check(f"{name}, over HTTP, p95", p95, GOAL_MS, "ms")
            for other in ("fts5", "like"):
                compare(f"{name}, p50, against {other}", one["http"]["p50_ms"], one[other]["p50_ms"])
            figures[name] = one
        connection.close()
    return figures


def _timed(asked: Sequence[str], ask: Callable[[str], object]) -> list[float]:
    took: list[float] = []
    for query in asked:
        began = time.perf_counter()
        ask(query)
        took.append(time.perf_counter() - began)
    return took


def _http(connection: http.client.HTTPConnection, token: str, query: str) -> int:
    connection.request("GET", f"/v1/search?q={quote(query)}", headers={"Authorization": f"Bearer {token}"})
    response = connection.getresponse()
    found = json.loads(response.read())
    assert response.status == 200, found
    return len(found)


def _full_text(raw: sqlite3.Connection, query: str) -> int:
    match = " AND ".join(f'"{word}"*' for word in query.split())
    best = "SELECT rowid FROM search_words WHERE search_words MATCH ? ORDER BY rank LIMIT 20"
    sql = f"SELECT ref FROM search JOIN ({best}) found ON search.number = found.rowid"
    return len(raw.execute(sql, (match,)).fetchall())


def _like(raw: sqlite3.Connection, query: str) -> int:
    parts = [f"%{word}%" for word in query.split()]
    where = " AND ".join("body LIKE ?" for _ in parts)
    return len(raw.execute(f"SELECT ref FROM search WHERE {where} ORDER BY ts DESC LIMIT 20", parts).fetchall())
