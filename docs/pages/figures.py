"""Figures in README.md and benchmarks/README.md, written from what the benchmarks measured last.

A document has places between `<!-- figures: NAME -->` and `<!-- /figures -->`; only `make docs` writes there. So no
sentence claims more than the last measurement.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from pages.markdown import table

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "benchmarks" / "results"
PLACE = re.compile(r"(<!-- figures: (?P<name>[a-z]+) -->\n).*?(<!-- /figures -->)", re.DOTALL)
PEERS = {
    "agno_agent": "agno",
    "openai_agents_sdk": "openai-agents",
    "langgraph_agent": "LangGraph",
    "pydantic_ai_agent": "pydantic-ai",
    "crewai_crew": "CrewAI",
}
GOAL_MET, GOAL_MISSED = "{}", "**{}**"


@cache
def measured(name: str) -> dict[str, Any]:
    """Return what a benchmark measured last."""
    return json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))


def with_figures(text: str) -> str:
    """Return a document with its places filled in."""
    return PLACE.sub(lambda found: f"{found[1]}{WRITERS[found['name']]()}\n{found[3]}", text)


def summary() -> str:
    """Return the sentence of the README about size and speed."""
    start, size, turn = measured("startup"), measured("footprint"), measured("turn")["contenders"]
    ours, hello = start["aule"], start["hello"]
    agno = ratio(turn["aule_kernel"]["p50_ms"], turn["agno_agent"]["p50_ms"])
    beside, ready = ratio(ours["ready_s"], hello["page_s"]), up(ours["ready_s"], 1)
    idle, disk, tools = up(ours["idle_mb"]), up(size["megabytes"]), up(size["with_tools"]["megabytes"])
    return (
        f"- **Small and quick.** Everything is ready {ready} s after the start ({beside} of a bare FastAPI hello),\n"
        f"  idle in {idle} MB; it takes {disk} MB on disk, {tools} MB with the extra `tools`. One agent turn\n"
        f"  costs {agno} of agno's, with every event written to disk. See [benchmarks](benchmarks/README.md)."
    )


def overview() -> str:
    """Return the table of the benchmarks' page: start, memory, a turn, the terminal, size."""
    start = measured("startup")
    ours, hello = start["aule"], start["hello"]
    rows = [
        [
            "first page",
            f"{ms(ours['page_s'])} ms",
            f"bare FastAPI hello {ms(hello['page_s'])} ms",
            ratio(ours["page_s"], hello["page_s"]),
        ],
        [
            "everything ready",
            f"{up(ours['ready_s'], 2)} s",
            f"the same hello, {up(hello['page_s'], 2)} s",
            ratio(ours["ready_s"], hello["page_s"]),
        ],
        [
            "idle memory",
            f"{up(ours['idle_mb'])} MB",
            f"the same hello, {up(hello['idle_mb'])} MB",
            ratio(ours["idle_mb"], hello["idle_mb"]),
        ],
        ["idle memory after a first turn with a model", f"{up(start['idle_mb_after_a_turn'])} MB", "–", "–"],
        _turn(),
        *_terminal(),
        ["`aule --help`", f"{up(start['help_s'], 2)} s", f"`python -c pass` {up(start['python_s'], 2)} s", "–"],
        *_size(),
    ]
    return table(["what", "ours", "against", "ratio"], rows)


def _size() -> list[list[str]]:
    plain = measured("footprint")
    return [
        [name, f"{up(found['megabytes'])} MB, {found['packages']} packages", "–", "–"]
        for name, found in (("installed without extras", plain), ("installed by `make run`", plain["with_tools"]))
    ]


def engine() -> str:
    """Return the table of the run engine beside LangGraph."""
    found = measured("engine")
    rows: list[list[str]] = []
    for shape, title in (("chain", "1,000 in a row"), ("runs", "300 runs of 3"), ("wide", "1,000 side by side")):
        for mode in ("NORMAL", "FULL"):
            rows.append(_throughput(title, mode, found["throughput"][f"{shape} {mode}"], goal=4))
    rows.append(_throughput("1,000 effects in a row", "FULL", found["effects FULL"], goal=4))
    for moment, title in (("after", "approval is a step"), ("before", "the step itself asks")):
        for mode in ("NORMAL", "FULL"):
            rows.append(_decision(title, mode, found["resume"][f"{moment} {mode}"]["code"]))
    head = ["shape", "`synchronous`", "ours", "LangGraph", "ratio", "goal", "file: ours", "LangGraph", "ratio"]
    return table(head, rows)


def knowledge() -> str:
    """Return the tables of documents: what reading and searching cost, and how often the right passage is found."""
    found = measured("knowledge")
    read, encoding, search = found["ingestion"], found["encoding"], found["search"]
    costs = [
        [f"{read['pages']:,} pages of PDF, until they are searched", f"{up(read['read_s'])} s", "60 s"],
        ["memory over idle meanwhile, all processes", f"{up(read['over_idle_mb'])} MB", "300 MB"],
        [f"{encoding['chunks']:,} chunks become vectors", f"{up(encoding['wall_s'])} s", "45 s"],
        [f"a search in {search['chunks']:,} chunks, 95th percentile", f"{up(search['p95_ms'])} ms", "60 ms"],
        ["nearest eight that a byte a number keeps", down(found["packing"]["recall_at_8"], 3), "0.98"],
    ]
    rows: list[list[str]] = []
    for name, title in (("questions", "own set"), ("held_out", "set that is only measured")):
        each = found["quality"][name]
        rows.append([title, "auleOS", *(down(each[share], 3) for share in ("first", "among_five", "told_nowhere"))])
        rows[-1].append(up(each["refused"], 3))
        for peer, shown in (("bm25", "BM25"), ("chroma", "Chroma with MiniLM")):
            if peer in each["peers"]:
                rows.append([title, shown, *(down(each["peers"][peer][share], 3) for share in ("first", "among_five"))])
                rows[-1] += ["–", "–"]
    head = ["questions", "who", "right passage first", "among five", "not there, and told so", "there, and refused"]
    return f"{table(['what', 'measured', 'goal'], costs)}\n\n{table(head, rows)}"


def _turn() -> list[str]:
    turn = measured("turn")["contenders"]
    ours = turn["aule_kernel"]["p50_ms"]
    beside = {"bare httpx": turn["bare_httpx"], **{title: turn[name] for name, title in PEERS.items() if name in turn}}
    told = ", ".join(f"{title} {each['p50_ms']:.1f}" for title, each in beside.items())
    return [
        "one turn, one tool call",
        f"{ours:.1f} ms",
        f"{told} ms",
        ", ".join(ratio(ours, each["p50_ms"]) for each in beside.values()),
    ]


def _terminal() -> list[list[str]]:
    if not (RESULTS / "terminal.json").exists():
        return []
    found = measured("terminal")
    return [
        [title, ", ".join(f"`{name}` {up(times['wall_s'], 2)} s" for name, times in found[key].items()), "–", "–"]
        for title, key in (("a command, with a server", "with_server"), ("a command, without one", "without_server"))
    ]


def _throughput(title: str, mode: str, shape: dict[str, Any], *, goal: float) -> list[str]:
    ours, theirs = shape["contenders"]["ours"], shape["contenders"][shape["against"]]
    times, smaller = theirs["median_s"] / ours["median_s"], theirs["grown_bytes"] / ours["grown_bytes"]
    told = (GOAL_MET if times >= goal else GOAL_MISSED).format(f"{down(times, 1)}×")
    sizes = [f"{each['grown_bytes'] / 1e6:.2f} MB" for each in (ours, theirs)]
    return [
        title,
        mode,
        f"{ours['median_s']:.2f} s",
        f"{theirs['median_s']:.2f} s",
        told,
        f"{goal:g}×",
        *sizes,
        f"{down(smaller, 1)}×",
    ]


def _decision(title: str, mode: str, code: dict[str, Any]) -> list[str]:
    """Return a row for a decision: against the quickest way of the peer that stores the decision first."""
    ours = code["ours"]["p50_ms"]
    stored = {name: each for name, each in code.items() if name.endswith("stored")} or code
    theirs = min(each["p50_ms"] for name, each in stored.items() if name != "ours")
    told = (GOAL_MET if theirs / ours >= 2 else GOAL_MISSED).format(f"{down(theirs / ours, 1)}×")
    return [f"decision → code, {title}", mode, f"{ours:.2f} ms", f"{theirs:.2f} ms", told, "2×", "", "", ""]


def ratio(ours: float, theirs: float) -> str:
    """Return how much ours costs beside theirs, never told better than it is."""
    return f"{up(ours / theirs, 2)}×"


def up(value: float, digits: int = 0) -> str:
    """Return a cost, rounded up."""
    factor = 10**digits
    return f"{math.ceil(value * factor - 1e-9) / factor:.{digits}f}"


def down(value: float, digits: int) -> str:
    """Return an advantage, rounded down."""
    factor = 10**digits
    return f"{math.floor(value * factor + 1e-9) / factor:.{digits}f}"


def ms(seconds: float) -> str:
    """Return seconds as milliseconds, rounded up."""
    return up(seconds * 1000)


WRITERS: dict[str, Callable[[], str]] = {
    "summary": summary,
    "overview": overview,
    "engine": engine,
    "knowledge": knowledge,
}
