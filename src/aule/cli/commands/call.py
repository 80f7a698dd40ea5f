"""`aule call`, and every app's own commands: use a capability directly."""

from __future__ import annotations

import json as json_text
from typing import Annotated, Any

import typer

from aule.cli.client import Client
from aule.cli.command import Json, interruptible, perform
from aule.cli.console import Console, plain
from aule.cli.exits import ExitCode, Reported, code_of
from aule.cli.language import locale
from aule.cli.output.changes import show_approval
from aule.cli.output.follow import answer, conclusion, decide, stay, words_of
from aule.contracts.access.approval import Approval
from aule.contracts.access.capability import Capability, Result
from aule.contracts.errors import Invalid
from aule.contracts.views import Called, Home

app = typer.Typer()


@app.command()
def call(
    name: Annotated[str, typer.Argument(help="The capability, as `aule capabilities` shows it.")],
    parameters: Annotated[list[str] | None, typer.Argument(help="key=value; key:=value takes JSON.")] = None,
    project: Annotated[str | None, typer.Option(help="Work in this project.")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Approve this very call if it asks.")] = False,
    json: Json = False,
) -> None:
    """Call a capability with parameters, as an agent would."""
    perform(
        lambda client, console: use(client, console, name, parameters or [], project=project, yes=yes), as_json=json
    )


async def use(
    client: Client, console: Console, name: str, parameters: list[str], *, project: str | None = None, yes: bool = False
) -> int:
    """One call, its approval if it needs one, and its result."""
    capability = await client.get(f"/v1/capabilities/{name}", Capability)
    body = {"params": parsed(parameters, capability.params), "locale": locale()}
    if project is not None:
        body["project"] = project
    try:
        called = await interruptible(client.post(f"/v1/capabilities/{capability.name}/call", Called, body))
    except Reported as error:
        if error.problem.code not in {"approval_required", "needs_input"} or error.problem.subject is None:
            raise
        return await _settle(client, console, error, yes=yes)
    return _show(console, called)


def parsed(parameters: list[str], schema: dict[str, Any]) -> dict[str, Any]:
    """`key=value` words as parameters. Text stays text; lists and objects, and anything after `:=`, are JSON."""
    properties: dict[str, Any] = schema.get("properties", {})
    found: dict[str, Any] = {}
    for parameter in parameters:
        name, equals, value = parameter.partition("=")
        if not equals or not name.rstrip(":"):
            raise Invalid(f"{parameter!r} is not of the form key=value.", hint="For example: name=Ana")
        as_json = name.endswith(":")
        name = name.removesuffix(":")
        if as_json or properties.get(name, {}).get("type") in {"array", "object"}:
            try:
                found[name] = json_text.loads(value)
            except ValueError as error:
                raise Invalid(f"{value!r} is not JSON: {error}", hint=f"For example: {name}:='[1, 2]'") from None
        else:
            found[name] = value
    return found


async def _settle(client: Client, console: Console, error: Reported, *, yes: bool) -> int:
    """A call that waits: decide it by --yes or on the terminal and see it through, else say what waits."""
    approval = await client.get(f"/v1/approvals/{error.problem.subject}", Approval)
    show_approval(console, approval)
    is_plain = error.problem.code == "approval_required" and words_of(approval) is None
    chosen = ("approve", None) if yes and is_plain else None
    if chosen is None and console.interactive:
        chosen = await answer(console, approval)
    if chosen is None or approval.run is None:
        raise error
    since = (await client.get("/v1/home", Home)).cursor
    await decide(client, approval, *chosen)
    story = await interruptible(stay(client, console, run=approval.run, since=since, session=approval.session_id))
    if story.result is not None and (story.result.ok or story.result.data is not None):
        console.say(in_words(story.result))
    return conclusion(console, story, result=story.result)


def _show(console: Console, called: Called) -> int:
    console.result(called)
    result = called.result
    for warning in result.warnings:
        console.say(f"Note ({warning.code}): {warning.message}", "yellow")
    if result.ok or result.data is not None:
        console.say(in_words(result))
    return ended(console, result)


def ended(console: Console, result: Result) -> int:
    """What a command ends with after a call, once its result was shown; a problem is told last."""
    if result.error is None:
        return ExitCode.OK
    if not console.as_json:
        console.problem(result.error)
    return code_of(result.error)


def in_words(result: Result) -> str:
    """A result as people read it: text as text, anything else as JSON."""
    return (
        result.data
        if isinstance(result.data, str)
        else json_text.dumps(plain(result.data), ensure_ascii=False, indent=2)
    )
