"""The page of plan files: every key, from the kind of thing it is read into."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from enum import StrEnum
from typing import Any

from aule.contracts.model import Model
from aule.contracts.plans import plan
from aule.contracts.runs import graph
from aule.kernel.planning.document.keys import camel
from aule.kernel.planning.document.schema import plan_schema
from pages.markdown import first_line, kind, table

INTRO = """# Plan files

A project with a folder of its own keeps each plan in `.aule/plans/plan-{id}.json`; the id has 6 to 40 characters
(`a`–`z`, `0`–`9`, `-`). `GET /v1/plans/schema` has this page as JSON Schema. Other projects keep plans in the store,
with the same fields in snake_case. The [guide](../guides/plans.md) tells how plans are made and approved.

| file | what it is |
| --- | --- |
| `plan-{id}.json` | the plan as it is now; edit it with anything |
| `plan-{id}.lock` | held while auleOS writes it |
| `history/plan-{id}/v{n}.json` | every version; of a finished plan the first, the last and the approved ones |
| `history/plan-{id}.log.jsonl` | a line for each version: `ts`, `actor`, `from`, `to`, `reason`, `jsonPatch` |
| `history/plan-{id}/broken-{n}.json` | a file that was no plan, put aside when a version was restored |

## What holds

- **The file is the truth about what a plan says.** What you save becomes a version of its own (author `editor`), and
  the plan is to be reviewed again. If you had an older version open, your changes are merged into the latest one.
- **The file is no authority about how a plan stands.** `status`, `approvals`, `run` and the steps' `status` and
  `result` are written for readers. A file from elsewhere that says `approved` is to be reviewed like any other. Only
  the steps that a plan nobody knew yet calls done count as done; their results do not.
- **The steps of a plan that is ready say `ready`**, as long as it is.
- **The version goes up when the plan says something else**: title, goal, context, steps, answers, risks, success
  criteria. How it stands is written without a new version. An approval names the version and its `contentHash`.
- **Keys that are not on this page are kept**, where they are. A value that cannot stay where it is, such as an object
  where a text belongs, is kept in `original`.
- **Plan files in `.cappy/plans` are used where they are**, whatever the name before `.json`: their name, their version
  and their form stay, only what was changed is written, and a finished one is not taken away. The id comes from the
  name of the file (`plan-{id}.json`, else as much of the name as fits), not from the `id` inside, which stays as it
  is. Their history is in `.aule/plans/history/`.
- **Tasks in `.cappy/tasks` (`.xml`, `.md`, `.json`) are found** when the plans of the project are listed: each becomes
  a plan, once, and its file is left as it is. At most 200 are taken up at once, the others with the next listing.
- **Files there that cannot be used are told with their reason** where the plans of the project are listed
  (`aule plan list --project NAME`, `unused` in the answer of `GET /v1/plans?project=…`).
- **A file that is no plan is left alone.** It is reported with line and column; the last good version stays, and
  restoring one puts the broken file aside.
- **Finished plans leave the folder**: their file goes, their last version stays in `history/`.
- Two programs may write at the same time: changes to different fields both count, a change to the same field is
  refused with both values (`conflict_version`).
- `plan-plan-x.json` is read as the plan `x` and written back as `plan-x.json`. Links are not followed. A file has at
  most 4 MB and 100 levels, a plan at most 200 steps.

## What else is read

Plans of the first form and of older programs (`atomicTasks`, `questions`, `functionalRequirements`, `decisions`), and
what models write instead: a text where a step, a risk or a question is expected, numbers as ids, `task` for `title`,
`risk` for `description`, `dependsOn` for `dependencies`, statuses such as `completed`. Each repair is told as a
warning. `POST /v1/plans/import` also takes work plans (a `goal` with a title, steps with an `action`), plans whose
`tasks` have `filesToModify`, task-master's `tasks.json`, tasks in XML, pages in Markdown whose steps are headings, and
checklists in Markdown (`tasks.md`). `GET /v1/plans/{id}/export` writes `workflow`, `speckit`, `kiro`, `taskmaster`,
`github`, `markdown` and `cappy`.

**Nothing of what is imported vanishes.** What was given is kept in `original`, under its own names; `source` of the
answer lists every value of it, with the place in the plan that says it, or as kept. A plan that came from a plan file
and says the same goes out as `cappy` with the same values in the same order (spaces, line ends and escapes may differ,
and numbers with very many digits may be rounded); one that was changed differs in what was changed. An imported plan
keeps its id if that is free and fits; else a warning says which one it has.
"""
THINGS: tuple[type[Model], ...] = (
    *(plan.PlanContext, plan.Assumption, plan.PlanStep, graph.StepCall, plan.StepCheck, graph.Repeat, graph.Retry),
    *(plan.Estimate, plan.Clarification, plan.AnswerOption, plan.Evidence, plan.Risk, plan.Feedback),
    *(plan.PlanApproval, plan.PlanRun, plan.Origin, plan.PlanOriginal),
)
WORDS: tuple[type[StrEnum], ...] = (plan.PlanStatus, plan.PlanStepStatus, plan.PlanStepKind, graph.OnError)
MEANINGS = {
    "Plan.schemaVersion": "Always 1.",
    "Plan.id": "The name in the file's name.",
    "Plan.title": "What people call it.",
    "Plan.status": "Where it stands; a mirror.",
    "Plan.createdAt": "When it was made, ISO 8601 in UTC.",
    "Plan.updatedAt": "When it was last written.",
    "Plan.language": "The language it is written in.",
    "Plan.app": "Who made it.",
    "Plan.context": "What was looked at, and what is taken for true.",
    "Plan.steps": "What is to be done, in order.",
    "Plan.clarifications": "Questions and their answers.",
    "Plan.risks": "What could go wrong.",
    "Plan.successCriteria": "How one sees that the goal is reached.",
    "Plan.feedback": "What the critic said last.",
    "Plan.approvals": "What was approved; a mirror.",
    "Plan.contentHash": "The hash an approval is bound to.",
    "Plan.run": "The run it was handed over to; a mirror.",
    "Plan.origin": "Who asked for it, in which words.",
    "PlanContext.filesAnalyzed": "Files that were read.",
    "PlanContext.patternsFound": "How things are done in the project.",
    "PlanContext.dependencies": "Libraries and their versions.",
    "PlanContext.assumptions": "What is taken for true; a plain text will do.",
    "PlanStep.id": "Its name; it stays when steps are moved.",
    "PlanStep.title": "What is done, in a few words.",
    "PlanStep.description": "What exactly is done.",
    "PlanStep.kind": "Who does it; without it, `edit` if there is a file, else `agent`.",
    "PlanStep.lineStart": "The first line it is about.",
    "PlanStep.lineEnd": "The last line it is about.",
    "PlanStep.fileAction": "What becomes of the file.",
    "PlanStep.dependencies": "Steps that have to be done before.",
    "PlanStep.check": "How a machine checks it.",
    "PlanStep.rationale": "Why it is there.",
    "PlanStep.call": "The capability it uses.",
    "PlanStep.agent": "Who does it.",
    "PlanStep.workflow": "The workflow it runs.",
    "PlanStep.tools": "What its agent may use, at most.",
    "PlanStep.repeat": "How often it runs.",
    "PlanStep.when": "It is skipped unless this holds.",
    "PlanStep.onError": "What happens when it failed for good.",
    "PlanStep.retry": "How often it is tried again.",
    "PlanStep.timeoutS": "The most seconds one try may take.",
    "PlanStep.estimate": "What it is thought to cost.",
    "PlanStep.status": "Where it stands; a mirror.",
    "PlanStep.result": "What came out; a mirror.",
    "Clarification.id": "Its name.",
    "Clarification.question": "What is asked.",
    "Clarification.answer": "What was answered.",
    "Clarification.critical": "Whether the plan cannot be ready without an answer.",
    "Clarification.relatedSteps": "The steps it is about.",
    "Clarification.options": "Answers to choose from.",
    "Clarification.recommended": "The option that is taken on “you decide”.",
    "Clarification.evidence": "Where it was looked for.",
    "Clarification.askedAt": "When it was asked.",
    "Clarification.answeredAt": "When it was answered.",
    "Clarification.answeredBy": "Whether a person chose, or the recommendation was taken.",
    "Clarification.appliedInVersion": "The version the answer went into.",
    "Assumption.text": "What it is.",
    "Assumption.critical": "Whether the plan falls without it.",
    "Assumption.source": "Where it comes from.",
    "Assumption.confirmed": "Whether a person agreed.",
    "StepCall.capability": "Its name: `app.name`.",
    "StepCall.params": "Parameters; `$from` looks at an earlier step, `$decide` leaves a choice to the run.",
    "StepCheck.command": "What is run.",
    "StepCheck.expect": "What has to come of it.",
    "Repeat.count": "So many times.",
    "Repeat.forEach": "Once for each item of this list.",
    "Repeat.max": "The most items.",
    "Retry.max": "The most tries after the first.",
    "Retry.waitS": "Seconds before the second try.",
    "Retry.factor": "By how much the wait grows.",
    "Estimate.tokens": "Tokens.",
    "Estimate.cost": "Money, in dollars.",
    "Estimate.seconds": "Time.",
    "AnswerOption.id": "Its name.",
    "AnswerOption.label": "The answer.",
    "AnswerOption.consequence": "What follows from it.",
    "Evidence.path": "The file.",
    "Evidence.lines": "The lines of it.",
    "Evidence.quote": "What stands there.",
    "Risk.id": "Its name.",
    "Risk.description": "What could go wrong.",
    "Risk.severity": "How bad it would be.",
    "Risk.mitigation": "What is done about it.",
    "Feedback.stepId": "The step it is about.",
    "Feedback.field": "The field it is about.",
    "Feedback.issue": "What is wrong.",
    "Feedback.severity": "How grave it is; a `critical` one keeps the plan from being ready.",
    "Feedback.suggestion": "What to do.",
    "Feedback.requiresClarification": "Whether only a person can settle it.",
    "Feedback.evidence": "Where it was found.",
    "Feedback.round": "The round of the critic.",
    "Feedback.status": "Whether it is still open.",
    "PlanApproval.version": "The version that was approved.",
    "PlanApproval.contentHash": "What it said.",
    "PlanApproval.by": "Who approved.",
    "PlanApproval.at": "When.",
    "PlanApproval.envelope": "What was allowed with it.",
    "PlanRun.runId": "The run.",
    "PlanRun.startedAt": "When it began.",
    "PlanRun.finishedAt": "When it ended.",
    "Origin.agent": "The agent that made it.",
    "Origin.run": "The run it was made in.",
    "Origin.prompt": "The words it was asked for in.",
}


def page() -> str:
    """The page."""
    schema = plan_schema()
    definitions: dict[str, Any] = schema["$defs"]
    parts = [INTRO.rstrip(), "## The plan", _keys(plan.Plan, schema)]
    for model in THINGS:
        parts += [f"## {model.__name__}", first_line(model), _keys(model, definitions[model.__name__])]
    words = ([f"`{each.__name__}`", first_line(each), ", ".join(f"`{word}`" for word in each)] for each in WORDS)
    return "\n\n".join([*parts, "## Words", table(["kind", "meaning", "words"], words)])


def _keys(model: type[Model], schema: dict[str, Any]) -> str:
    return table(["key", "what it takes", "default", "meaning"], _rows(model, schema))


def _rows(model: type[Model], schema: dict[str, Any]) -> Iterator[list[str]]:
    required: list[str] = schema.get("required", [])
    said = _said(model)
    for key, field in schema["properties"].items():
        default = "required" if key in required else _default(field.get("default"))
        meaning = said.get(key) or MEANINGS[f"{model.__name__}.{key}"]
        yield [f"`{key}`", kind(field), default, meaning]


def _said(model: type[Model]) -> dict[str, str]:
    """What is said beside the fields of a kind of thing, by their names in the file."""
    body = ast.parse(textwrap.dedent(inspect.getsource(model))).body[0]
    assert isinstance(body, ast.ClassDef)
    found: dict[str, str] = {}
    for field, text in zip(body.body, body.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant):
            assert isinstance(field.target, ast.Name)
            found[camel(field.target.id)] = " ".join(str(text.value.value).split())
    return found


def _default(value: Any) -> str:
    if isinstance(value, dict) or value in (None, "", []):
        return ""
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"
