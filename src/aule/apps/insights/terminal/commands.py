"""`aule trace` and `aule metrics`: what a run did as a waterfall of lines, and figures of some days as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from aule.sdk.terminal import Argument, Client, Console, Option, command, one_line

WIDTH = 32
"""Characters of the bars."""
LONGEST_NAME = 46
_SIGNS = {"ok": "✓", "error": "✗", "running": "…", "waiting": "?", "cancelled": "■", "skipped": "–"}
_STYLES = {"error": "red", "waiting": "yellow", "running": "cyan"}


@command()
async def trace(
    client: Client,
    console: Console,
    run: Annotated[str, Argument("The run, by its id; `aule runs` lists them.")],
    compare: Annotated[str | None, Option("--compare", help="Another run of the same workflow, by its id.")] = None,
    out: Annotated[Path | None, Option("--out", "-o", help="Write the trace to this file, without contents.")] = None,
) -> None:
    """Show what a run did, how long each part took, and what it cost."""
    if out is not None:
        pieces = [piece async for piece in client.download(f"/v1/runs/{run}/trace/file")]
        out.write_bytes(b"".join(pieces))
        console.say(f"✓ {out}")
        return
    if compare is not None:
        told = await client.get(f"/v1/runs/{run}/trace/compare/{compare}")
        console.result(told)
        console.table(["what", "left", "right", "change"], map(_compared, told["pairs"]), empty="Nothing to compare.")
        return
    found = await client.get(f"/v1/runs/{run}/trace")
    console.result(found)
    for line, style in waterfall(found):
        console.say(line, style)


@command()
async def metrics(
    client: Client,
    console: Console,
    group: Annotated[
        Literal["day", "model", "agent", "app", "capability"], Option("--group", "-g", help="By what they are told.")
    ] = "day",
    first: Annotated[str | None, Option("--from", help="The first day, such as 2026-11-01.")] = None,
    last: Annotated[str | None, Option("--to", help="The last day.")] = None,
    rebuild: Annotated[bool, Option("--rebuild", help="Make all metrics again from the log first.")] = False,
) -> None:
    """Show runs, time, tokens and money of some days; by day, model, agent, app or capability."""
    if rebuild:
        await client.post("/v1/metrics/rebuild")
    asked = {name: value for name, value in (("group", group), ("from", first), ("to", last)) if value}
    told = await client.get("/v1/metrics/summary", **asked)
    console.result(told)
    used = [each for each in told["groups"] if each["runs"] or each["calls"] or each["model_calls"]]
    columns = [group, "runs", "ok", "mean", "p95", "tokens", "cost"]
    console.table(columns, [_row(each["label"], each) for each in used], empty="Nothing happened in these days.")
    if used:
        console.say(f"{told['from']} – {told['to']}: {'  '.join(_row('', told['totals'])[1:])}", "dim")


def waterfall(trace: Mapping[str, Any]) -> list[tuple[str, str | None]]:
    """Return a trace as lines of text, each with its style: sign, name, length, bar, what it took."""
    whole = max(float(trace["duration_ms"]), 0.001)
    depths: dict[str, int] = {}
    critical = set(trace["critical_path"])
    lines: list[tuple[str, str | None]] = []
    for span in trace["spans"]:
        depth = depths[span["id"]] = depths.get(span["parent"] or "", -1) + 1
        name = one_line(f"{'  ' * depth}{_SIGNS[span['status']]} {span['name']}")[:LONGEST_NAME]
        begin = min(WIDTH - 1, round(span["start_ms"] / whole * WIDTH))
        length = max(1, min(WIDTH - begin, round(span["duration_ms"] / whole * WIDTH)))
        bar = " " * begin + ("█" if span["id"] in critical else "▒") * length
        line = f"{name:<{LONGEST_NAME}} {_time(span['duration_ms']):>8} |{bar:<{WIDTH}}| {_spent(span)}"
        lines.append((line.rstrip(), _STYLES.get(span["status"])))
    totals = trace["totals"]
    waited = f", {_time(totals['waited_ms'])} of it waiting" if totals["waited_ms"] else ""
    took = f"{_time(trace['duration_ms'])}{waited}"
    spent = f"{totals['tokens_in']}+{totals['tokens_out']} tokens, ${totals['cost']:.4f}"
    lines.append((f"{took}; {totals['model_calls']} model calls, {totals['tool_calls']} calls; {spent}", "dim"))
    return lines


def _spent(span: Mapping[str, Any]) -> str:
    if span["kind"] != "model":
        return ""
    return f"{span['tokens_in']}+{span['tokens_out']} tokens ${span['cost']:.4f}"


def _time(ms: float | None) -> str:
    if ms is None:
        return "–"
    if ms < 1_000:
        return f"{ms:.0f} ms"
    return f"{ms / 1_000:.1f} s" if ms < 60_000 else f"{ms / 60_000:.1f} min"


def _row(label: str, figures: Mapping[str, Any]) -> Sequence[str]:
    rate = figures["success_rate"]
    return [
        label,
        str(figures["runs"]),
        "–" if rate is None else f"{rate:.0%}",
        _time(figures["mean_ms"]),
        _time(figures["p95_ms"]),
        f"{figures['tokens_in']}+{figures['tokens_out']}",
        f"${figures['cost']:.4f}",
    ]


def _compared(pair: Mapping[str, Any]) -> Sequence[str]:
    length = pair["duration_ms"]
    change = "" if length["change"] is None else f"{length['change']:+.0f} ms"
    left, right = (_time(length[side]) for side in ("left", "right"))
    return [
        f"{'  ' * pair['depth']}{one_line(pair['name'])}",
        left,
        right,
        f"{change}{' ≠' if pair['differs'] else ''}",
    ]
