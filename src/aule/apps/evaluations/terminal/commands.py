"""`aule evaluations`: keep test questions in files, run them, and compare the results."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from aule.contracts.errors import Cancelled, Invalid, TimedOut
from aule.sdk.terminal import (
    Argument,
    Client,
    CommandGroup,
    Console,
    Option,
    interruptible,
    one_line,
    stay,
    stop,
)

commands = CommandGroup(
    "evaluations",
    help="Try agents with test questions, and compare the results with earlier ones.",
    capabilities="evaluations",
)
FORMATS = ("yaml", "json")
LARGEST = 1_000_000
FAILED = 1
"""The exit code when an answer failed or could not be had."""
Name = Annotated[str, Argument("The evaluation, by its id.")]


@commands.command("list")
async def list_(client: Client, console: Console) -> None:
    """List the evaluations."""
    page = await client.get("/v1/evaluations")
    console.result(page)
    rows = [
        (each["id"], one_line(each["title"]), each["agent"] or "", str(len(each["questions"])))
        for each in page["items"]
    ]
    console.table(("Id", "Title", "Agent", "Questions"), rows, empty="There are no evaluations yet.")


@commands.command()
async def show(client: Client, console: Console, evaluation: Name) -> None:
    """Show the questions of an evaluation, and its latest trials."""
    found = await client.get(f"/v1/evaluations/{evaluation}")
    trials = await client.get(f"/v1/evaluations/{evaluation}/trials")
    console.result({**found, "trials": trials["items"]})
    console.say(f"{one_line(found['title'])}  {found['id']}  v{found['version']}")
    for each in found["questions"]:
        console.say(f"  {each['id']}  {one_line(each['words'])}  ({len(each['expectations'])})")
    for each in trials["items"]:
        console.say(f"  {each['id']}  {each['started_at'][:16]}  {each['status']}")
        _say_results(console, each["results"])


@commands.command("import")
async def bring(
    client: Client,
    console: Console,
    file: Annotated[Path, Argument("A YAML or JSON file with an evaluation.")],
) -> None:
    """Make an evaluation of a file, or another version of the one with its id. Nothing in it is run."""
    answer = await client.post("/v1/evaluations/import", None, {"content": _text(file), "filename": file.name})
    console.result(answer)
    console.say(f"{answer['id']}  v{answer['version']}  {one_line(answer['title'])}")


@commands.command()
async def export(
    client: Client,
    console: Console,
    evaluation: Name,
    format: Annotated[str, Option("--format", "-f", help="yaml or json.")] = "yaml",
) -> None:
    """Write an evaluation as a file, to standard output."""
    if format not in FORMATS:
        raise Invalid(f"There is no format {format!r}.", field="format", candidates=list(FORMATS))
    answer = await client.get(f"/v1/evaluations/{evaluation}/export", format=format)
    console.result(answer)
    console.say(answer["content"].rstrip("\n"))


@commands.command()
async def run(
    client: Client,
    console: Console,
    evaluation: Name,
    agent: Annotated[str | None, Option(help="Try this agent; else the one the evaluation is of.")] = None,
    model: Annotated[str | None, Option(help="Another model than the agent's: provider/model.")] = None,
    repeats: Annotated[int, Option(help="How often each question is asked.")] = 1,
) -> int:
    """Try an agent with an evaluation, without any effect; the exit code is 1 where something failed."""
    whose = agent or (await client.get(f"/v1/evaluations/{evaluation}"))["agent"]
    if whose is None:
        raise Invalid("Nobody was named who is to be tried.", hint="Add --agent.", field="agent")
    subject: dict[str, Any] = {"agent": whose}
    if model is not None:
        provider, _, id = model.partition("/")
        subject["model"] = {"provider": provider, "id": id} if id else {"id": provider}
    body = {"subjects": [subject], "repeats": repeats}
    started = await client.post(f"/v1/evaluations/{evaluation}/trials", None, body)
    try:
        await interruptible(stay(client, console, run=started["run"], since="0", session=None))
    except (Cancelled, TimedOut):
        await stop(client, started["run"])
        raise
    trial = await client.get(f"/v1/trials/{started['trial']}")
    console.result(trial)
    for cell in trial["cells"]:
        console.say(f"{cell['status']:12} {cell['question']}")
        for check in cell["checks"]:
            if check["passed"] is not True:
                console.say(f"    {one_line(check['sentence'])}  {one_line(check['why'])}", "dim")
    _say_results(console, trial["results"])
    bad = any(each["failed"] or each["errors"] for each in trial["results"])
    return FAILED if bad or trial["done"] < trial["total"] else 0


@commands.command()
async def compare(
    client: Client,
    console: Console,
    trial: Annotated[str, Argument("The trial, by its id.")],
    other: Annotated[
        str | None, Option("--with", help="The earlier trial; else the one it is best compared with.")
    ] = None,
) -> int:
    """Compare a trial with an earlier one; the exit code is 1 where something fails that passed before."""
    against = other or (await client.get(f"/v1/trials/{trial}"))["baseline"]
    if against is None:
        raise Invalid("There is no earlier trial to compare with.", hint="Name one with --with.", field="other")
    found = await client.get(f"/v1/trials/{trial}/compare/{against}")
    console.result(found)
    rows = [
        (each["change"], each["question"], one_line(each["label"]), one_line("; ".join(each["why"])))
        for each in found["questions"]
    ]
    console.table(("Change", "Question", "Subject", "Why"), rows, empty="There is nothing to compare.")
    return FAILED if found["newly_failing"] else 0


def _text(file: Path) -> str:
    try:
        return file.read_bytes()[: LARGEST + 1].decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise Invalid(f"{str(file)!r} cannot be read: {error}.", field="file") from None


def _say_results(console: Console, results: list[dict[str, Any]]) -> None:
    for each in results:
        rate = "–" if each["pass_rate"] is None else f"{each['pass_rate']:.0%}"
        told = f"{each['passed']}/{each['total']} passed, {each['not_checked']} not checked, {each['tokens']} tokens"
        console.say(f"    {one_line(each['label'])}  {rate}  {told}")
