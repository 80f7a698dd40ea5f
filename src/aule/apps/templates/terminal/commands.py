"""`aule templates`: workflows to begin with, listed, looked at and used."""

from __future__ import annotations

from typing import Annotated, Any

from aule.sdk.terminal import (
    Argument,
    Client,
    CommandGroup,
    Console,
    Option,
    TerminalMessages,
    locale,
    one_line,
    parsed,
)

commands = CommandGroup(
    "templates", help="List workflow templates, look at one, and make a workflow of it.", capabilities="templates"
)
say = TerminalMessages("aule.apps.templates.terminal").say

Project = Annotated[str | None, Option("--project", help="Also those in the folder of this project.")]
Id = Annotated[str, Argument("The template.")]


@commands.default
@commands.command("list")
async def list_(client: Client, console: Console, project: Project = None) -> None:
    """List workflow templates, and the files that should be some and are not."""
    found = await client.get("/v1/workflow-templates", project=project, locale=locale())
    console.result(found)
    rows = [
        (
            each["id"],
            str(len(each["graph"]["nodes"])),
            _model(each),
            one_line(each["app_name"] if each["source"] == "app" else say(each["source"])),
            one_line(each["title"]),
        )
        for each in found["items"]
    ]
    heads = (say("id"), say("steps"), say("model"), say("from"), say("title"))
    console.table(heads, rows, empty=say("none"))
    for each in found["problems"]:
        for finding in each["findings"]:
            line = "" if finding["line"] is None else say("line", line=finding["line"])
            console.say(f"✗ {one_line(each['place'])}: {line}{one_line(finding['message'])}", "red")


@commands.command()
async def show(client: Client, console: Console, id: Id, project: Project = None) -> None:
    """Show what a template needs, takes, asks and makes."""
    found = await client.get(f"/v1/workflow-templates/{id}", project=project, locale=locale())
    console.result(found)
    console.say(one_line(found["title"]), "bold")
    console.say(one_line(found["description"]))
    for need in found["needs"]:
        state = "met" if need["is_met"] else "optional" if need["is_optional"] else "missing"
        console.say(f"{'✓' if need['is_met'] else '–'} {need['label']} ({say(state)}) {need['note']}".rstrip())
    for name, schema in found["parameters"].items():
        default = say("default", value=schema["default"]) if "default" in schema else say("required")
        console.say(f"  {name}: {one_line(str(schema.get('title', '')))} ({default})")
    for question in found["asks"]:
        told = question["message"] or question["capability"] or ""
        console.say(f"? {one_line(question['title'])}: {say(question['why'])} {one_line(told)}".rstrip())
    console.document(found["document"])


@commands.command()
async def use(
    client: Client,
    console: Console,
    id: Id,
    param: Annotated[
        list[str] | None, Option("--param", "-p", help="name=value; name:=value takes JSON. May be given often.")
    ] = None,
    project: Annotated[str | None, Option("--project", help="The project the workflow belongs to; none: all.")] = None,
    title: Annotated[str, Option("--title", help="What the workflow is called.")] = "",
) -> None:
    """Make a workflow of a template; nothing of it runs. `aule undo` takes it away again."""
    found = await client.get(f"/v1/workflow-templates/{id}", project=project, locale=locale())
    params = _params(param or [], found["parameters"])
    body: dict[str, Any] = {"params": params, "project": project, "title": title, "locale": locale()}
    made = await client.post(f"/v1/workflow-templates/{id}/instantiate", None, body)
    console.result(made)
    console.say(say("made", title=one_line(made["title"]), id=made["id"]))


def _params(given: list[str], schemas: dict[str, Any]) -> dict[str, Any]:
    """Return the values of parameters: numbers, yes and no as what they are, texts as texts."""
    plain = {name for name, schema in schemas.items() if schema.get("type") in ("boolean", "integer", "number")}
    words = [each.replace("=", ":=", 1) if each.partition("=")[0] in plain else each for each in given]
    return parsed(words, {"properties": schemas})


def _model(template: dict[str, Any]) -> str:
    if template["runs_without_model"]:
        return say("no_model")
    return say("with_model")
