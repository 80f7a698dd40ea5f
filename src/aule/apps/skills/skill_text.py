"""The text of skills that are made here: a `SKILL.md` about a tool or a workflow, which lies beside it as a file."""

from __future__ import annotations

import json
import re
from typing import Any, cast

from aule.apps.skills.records import MOST_DESCRIPTION, MOST_NAME, SKILL_FILE
from aule.contracts.model import JsonObject
from aule.contracts.runs.graph import Step
from aule.contracts.runs.workflow import Workflow
from aule.sdk.agents import write_yaml
from aule.text.words import fold

TOOL_FILE = ".tool.json"
WORKFLOW_FILE = ".workflow.yaml"

_MAIN = """

if __name__ == "__main__":
    import json
    import sys

    given = sys.argv[1] if len(sys.argv) > 1 else sys.stdin.read() or "{}"
    print(json.dumps(run(**json.loads(given)), ensure_ascii=False))
"""


def files_of_tool(content: str) -> tuple[str, dict[str, bytes]]:
    """Return the name and the files of a skill about a tool, given the tool's own file."""
    read: JsonObject = json.loads(content)
    id, tool = str(read["name"]), cast("JsonObject", read["tool"])
    name = skill_name(id)
    title, about = _english(tool["title"]), _english(tool["description"])
    fetch = cast("JsonObject | None", tool.get("fetch"))
    calls = cast("list[str]", tool.get("calls") or [])
    lines = [
        f"# {title}",
        "",
        about,
        "",
        "## In auleOS",
        "",
        f"The tool itself is in [assets/{id}{TOOL_FILE}](assets/{id}{TOOL_FILE}). `aule skills restore {name}`",
        f"brings it in after its tests have run; then call `tool.{id}`.",
        "",
        "## Elsewhere",
        "",
        *(_script(id, tool, fetch) if not calls else _steps(calls)),
        "## Parameters",
        "",
        "```json",
        json.dumps(tool["params"], ensure_ascii=False, indent=2),
        "```",
        "",
        *_examples(tool),
    ]
    files = {f"assets/{id}{TOOL_FILE}": content.encode()}
    if not calls:
        files[f"scripts/{id}.py"] = (str(tool["source"]).rstrip() + "\n" + _MAIN).encode()
    return name, {SKILL_FILE: _skill_file(name, f"{about} Use when {title} is wanted.", "tool", lines), **files}


def files_of_workflow(workflow: Workflow, text: str) -> tuple[str, dict[str, bytes]]:
    """Return the name and the files of a skill about a workflow, given its document."""
    name = skill_name(workflow.id)
    about = workflow.description.strip() or f"Carries out {workflow.title}."
    steps = [f"{number}. {_step(each)}" for number, each in enumerate(workflow.graph.nodes, 1)]
    lines = [
        f"# {workflow.title}",
        "",
        about,
        "",
        "## In auleOS",
        "",
        f"The workflow itself is in [assets/{name}{WORKFLOW_FILE}](assets/{name}{WORKFLOW_FILE}). `aule skills restore",
        f"{name}` keeps it after a check; then run it with `core.run_workflow`.",
        "",
        "## Steps",
        "",
        "Without auleOS, do these one after the other, as far as what they depend on is done:",
        "",
        *steps,
        "",
    ]
    described = f"{about} Use when {workflow.title} is wanted."
    return name, {
        SKILL_FILE: _skill_file(name, described, "workflow", lines),
        f"assets/{name}{WORKFLOW_FILE}": text.encode(),
    }


def skill_name(id: str) -> str:
    """Return a name that the specification allows for the id of something."""
    plain = re.sub(r"[^a-z0-9]+", "-", fold(id)).strip("-")[:MOST_NAME].rstrip("-")
    return plain or "skill"


def skill_text(name: str, description: str, body: str, **more: Any) -> str:
    """Return a `SKILL.md`."""
    front = {"name": name, "description": " ".join(description.split())[:MOST_DESCRIPTION], **more}
    return f"---\n{write_yaml(front).strip()}\n---\n\n{body.strip()}\n"


def _skill_file(name: str, description: str, kind: str, lines: list[str]) -> bytes:
    metadata = {"made-with": "auleOS", "kind": kind}
    return skill_text(name, description, "\n".join(lines), metadata=metadata).encode()


def _script(id: str, tool: JsonObject, fetch: JsonObject | None) -> list[str]:
    return [
        f"Run [scripts/{id}.py](scripts/{id}.py) with one JSON object of parameters; it prints the result as JSON:",
        "",
        "```sh",
        f"python3 scripts/{id}.py {_quoted(_sample(tool))}",
        "```",
        "",
        *([f"It reads no address by itself: give the text of `{fetch['url']}` as `page`.", ""] if fetch else []),
    ]


def _steps(calls: list[str]) -> list[str]:
    named = ", ".join(f"`{each}`" for each in calls)
    return [f"It does not run outside auleOS: it calls {named}. Do by hand what its source in the file says.", ""]


def _english(words: Any) -> str:
    return " ".join(str(cast("JsonObject", words)["en"]).split())


def _step(step: Step) -> str:
    what = step.title or step.id
    called = None if step.call is None else step.call.capability
    how = called or (f"ask {step.agent}" if step.agent else None) or step.workflow or step.kind.value
    after = f", after {', '.join(step.dependencies)}" if step.dependencies else ""
    said = f": {' '.join(step.description.split())}" if step.description else ""
    return f"**{what}** (`{how}`{after}){said}"


def _sample(tool: JsonObject) -> JsonObject:
    calls = [*cast("list[JsonObject]", tool.get("examples") or []), *cast("list[JsonObject]", tool.get("tests") or [])]
    return cast("JsonObject", calls[0]["params"]) if calls else {}


def _examples(tool: JsonObject) -> list[str]:
    found = cast("list[JsonObject]", tool.get("examples") or [])
    told = [
        f"- `{json.dumps(each['params'], ensure_ascii=False)}` → `{json.dumps(each.get('result'), ensure_ascii=False)}`"
        for each in found
    ]
    return ["## Examples", "", *told, ""] if told else []


def _quoted(params: JsonObject) -> str:
    return "'" + json.dumps(params, ensure_ascii=False).replace("'", "'\\''") + "'"
