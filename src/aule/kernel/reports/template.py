"""The template: a report made by code alone from recorded facts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, cast

from aule.contracts.access.capability import Effect
from aule.contracts.runs.flow import StepStatus
from aule.contracts.runs.graph import StepKind
from aule.contracts.runs.report import Report, ReportLine
from aule.contracts.runs.run import RunStatus
from aule.kernel.agents.answer_checks import Vocabulary
from aule.kernel.agents.answer_checks import find_unsupported as claims_without_support
from aule.kernel.reports.evidence import RunEvidence, StepEvidence
from aule.kernel.reports.words import label, number, reason, say, told
from aule.text.words import fold, headline

LONGEST_LINE = 300
LONGEST_GOAL = 160
MOST_FIGURES = 8
"""Figures of one result that are named; the step has all of them."""
LONGEST_WORD, MOST_WORDS = 40, 5
"""A list of at most so many words of such length is quoted whole."""
MOST_NEXT = 3
_LOOKING = (Effect.READ, Effect.NAVIGATE)
_INFINITIVE = re.compile(r"[A-Z][a-zà-ú]+[aei]r\b")
"""How a goal begins that says what is to be done: in the middle of a sentence it is written small."""
_ANNOUNCING = ("Vou ", "I ")
"""How step titles begin that announce what will be done."""


def template(evidence: RunEvidence, now: str) -> Report:
    """Return a report in plain sentences: how it went, what was done, the results, what failed, and what is next."""
    sections = {
        "opening": list(opening(evidence)),
        "done": list(_done(evidence)),
        "results": list(_results(evidence)),
        "failed": list(_failed(evidence)),
        "next": list(next_steps(evidence)),
    }
    return as_report(evidence, sections, "template", now)


def as_report(evidence: RunEvidence, sections: Mapping[str, list[ReportLine]], made_by: str, now: str) -> Report:
    """Return sections as a whole report."""
    run = evidence.run
    return Report.model_validate(
        {
            "run": run.id,
            "plan": None if run.plan is None else run.plan.id,
            "title": run.title or run.id,
            "status": run.status,
            "language": evidence.language,
            "made_by": made_by,
            **sections,
            "markdown": markdown(sections, evidence.language),
            "usage": run.usage,
            "created_at": now,
        }
    )


def markdown(sections: Mapping[str, list[ReportLine]], language: str) -> str:
    """Return sections as Markdown; the one about failures only when something failed."""
    said = " ".join(line.text for line in sections.get("opening", []))
    parts = [said] if said else []
    for name in ("done", "results", "failed", "next"):
        lines = sections.get(name, [])
        if not lines and name in ("failed", "next"):
            continue
        told_lines = [f"- {line.text}" for line in lines] or [say(_NOTHING[name], language)]
        parts.append("\n".join([f"## {say(name, language)}", "", *told_lines]))
    return "\n\n".join(parts) + "\n"


def opening(evidence: RunEvidence) -> Iterator[ReportLine]:
    """Yield one or two sentences a colleague would say: how it went, and how much there is to look at."""
    language, done = evidence.language, evidence.done
    goal = evidence.run.title if evidence.plan is None else evidence.plan.goal or evidence.plan.title
    counts = {"done": number(len(done), language), "all": number(len(evidence.steps), language)}
    events = [step.events[-1] for step in done if step.events]
    made = [name for step in done for name in dict.fromkeys(step.names)]
    if evidence.run.status is RunStatus.CANCELLED:
        said = "opening_stopped"
    elif evidence.troubled:
        said = "opening_partly" if done else "opening_failed"
    else:
        acted = made or any(deed.effect not in _LOOKING for step in done for deed in step.deeds)
        said = "opening_done" if acted else "opening_looked"
    named = headline(" ".join(goal.split()), LONGEST_GOAL).rstrip(".!… ")
    if _INFINITIVE.match(named):
        named = named[0].lower() + named[1:]
    yield ReportLine(text=say(said, language, goal=named, **counts), events=events)
    if made:
        words = "opening_one" if len(made) == 1 else "opening_made"
        yield ReportLine(text=say(words, language, count=number(len(made), language)), events=events)
    if sampled := evidence.sampled:
        names = ", ".join(f"“{as_deed(step.title)}”" for step in sampled)
        told = [event for step in sampled for event in step.events[-1:]]
        yield ReportLine(text=headline(say("opening_sampled", language, names=names), LONGEST_LINE), events=told)


_NAMES = ("title", "titulo", "name", "nome", "path")
_NOTHING = {"done": "nothing_done", "results": "no_results"}


def next_steps(evidence: RunEvidence) -> Iterator[ReportLine]:
    """Yield at most three things that can be done next, each of which the system can do."""
    found: list[ReportLine] = []
    language = evidence.language
    if evidence.troubled:
        found.append(ReportLine(text=say("next_retry", language), refs=[f"run:{evidence.run.id}"]))
    proposed = {text: step for step in reversed(evidence.done) for text in _proposed(step.result)}
    found += [_line(step, text) for text, step in reversed(proposed.items())]
    artifacts = [ref for step in evidence.done for ref in step.refs if ref.startswith("artifact:")]
    named = [name for step in evidence.done for name in step.names if step.refs]
    if artifacts and named:
        found.append(ReportLine(text=say("next_open", language, name=f"“{named[-1]}”"), refs=artifacts[-1:]))
    opened = next(((step, name) for step in evidence.steps for name in step.pages), None)
    if opened is not None:
        found.append(_line(opened[0], say("next_open", language, name=_linked(*opened))))
    if any(step.undoable for step in evidence.steps):
        found.append(ReportLine(text=say("next_undo", language), refs=[f"run:{evidence.run.id}"]))
    if not found:
        found.append(ReportLine(text=say("next_look", language), refs=[f"run:{evidence.run.id}"]))
    yield from found[:MOST_NEXT]


def _linked(step: StepEvidence, name: str) -> str:
    """Return a thing's name, linked to its page."""
    page = step.pages.get(name)
    return f"“{name}”" if page is None else f"[“{name}”]({page})"


def _proposed(result: Any) -> list[str]:
    """Return next steps that a capability's result proposes, if they can be done here."""
    said: Any = cast("dict[str, Any]", result).get("proximos_passos") if isinstance(result, dict) else None
    proposed = cast("list[Any]", said) if isinstance(said, list) else []
    return [headline(each, LONGEST_LINE) for each in proposed if isinstance(each, str) and each]


def _done(evidence: RunEvidence) -> Iterator[ReportLine]:
    """Yield a line for each step: first those that made something to look at, then what led to it."""
    language = evidence.language
    for step in sorted(evidence.steps, key=lambda step: not step.names):
        title = as_deed(step.title)
        names = [name for name in dict.fromkeys(step.names) if fold(name) != fold(step.title)]
        made = ", ".join(_linked(step, name) for name in names)
        if step.place in evidence.run.sampled:
            yield _line(step, say("step_sampled", language, title=title))
        elif step.status is StepStatus.DONE:
            yield _line(step, f"{title} — {made}" if made else title)
        elif step.why_skipped == "condition":
            yield _line(step, say("condition", language, title=title))
        elif made:  # a repeated step of which some worked
            yield _line(step, say("partly", language, title=title, made=made))


def as_deed(title: str) -> str:
    """Return a step's title as a deed: “Vou criar …” or “I make …” become “Criar …”."""
    rest = next((title.removeprefix(each) for each in _ANNOUNCING if title.startswith(each)), "")
    return rest[0].upper() + rest[1:] if rest and rest[0].islower() else title


def _results(evidence: RunEvidence) -> Iterator[ReportLine]:
    told: set[str] = set()
    for step in evidence.done:
        if step.result is None or step.place in evidence.run.sampled:
            continue
        text = _parts(step.result) or summary(step.result, evidence.language)
        if text:
            line = _line(step, f"{as_deed(step.title)}: {text}", doubts=_doubts(step, evidence))
            yield line.model_copy(update={"detail": _origin(step, evidence.language)})
        fresh = [each for each in step.warnings if each not in text and each not in told]
        told.update(fresh)
        yield from (_line(step, warning) for warning in fresh)


def _parts(result: Any) -> str:
    """Return what each repetition of a step says, where all of them do and they are few."""
    items = cast("list[Any]", result) if isinstance(result, list) else []
    said = [str(cast("dict[str, Any]", each).get("resumo") or "") for each in items if isinstance(each, dict)]
    if not said or len(said) != len(items) or len(said) > MOST_WORDS or not all(said):
        return ""
    return " · ".join(" ".join(each.split()).rstrip(".") for each in said)


def _failed(evidence: RunEvidence) -> Iterator[ReportLine]:
    language = evidence.language
    if evidence.run.status is RunStatus.CANCELLED:
        yield ReportLine(text=say("stopped", language))
    for step in evidence.troubled:
        match step.why_skipped:
            case _ if step.error:
                why = reason(step.code, step.error, language)
                text = say("step_failed", language, title=as_deed(step.title), error=why)
            case "upstream":
                text = say("step_left_out", language, title=as_deed(step.title))
            case "person" | "error":
                text = say("step_skipped", language, title=as_deed(step.title))
            case _:
                text = say("step_not_reached", language, title=as_deed(step.title))
        yield _line(step, text)


def summary(value: Any, language: str) -> str:
    """Return a result in a line: its figures by name, the number of its items, or its words."""
    match value:
        case list():
            items = cast("list[Any]", value)
            some = say("items", language, count=number(len(items), language))
            count = say("item", language) if len(items) == 1 else some
            names = [name for each in items if (name := _name(each, language))]
            return f"{count}: {', '.join(names[:MOST_FIGURES])}" if names else count
        case {"resumo": str(said)} if said.strip():
            return headline(" ".join(said.split()), LONGEST_LINE)
        case {"path": str(path), "added": int(added), "removed": int(removed), "created": bool(new)}:
            is_same = cast("dict[str, Any]", value).get("changed") is False
            key = "file_same" if is_same else "file_new" if new else "file_changed"
            counts = {"added": number(added, language), "removed": number(removed, language)}
            return say(key, language, path=path, **counts)
        case dict():
            figures = list(_figures(cast("dict[str, Any]", value), language))
            return "; ".join(figures[:MOST_FIGURES]).replace("`", "'")  # a backtick would begin a quotation of code
        case _:
            return headline(" ".join(told(value, language).split()), LONGEST_LINE)


def _figures(value: dict[str, Any], language: str) -> Iterator[str]:
    for key, each in value.items():
        name = label(key, language)
        match each:
            case None | "":
                continue
            case list():
                yield f"{name}: {_listed(cast('list[Any]', each), language)}"
            case dict():
                inner = [
                    f"{inner.replace('_', ' ')} {told(figure, language)}"
                    for inner, figure in cast("dict[str, Any]", each).items()
                    if isinstance(figure, int | float)
                ]
                if inner:
                    yield f"{name}: {', '.join(inner[:MOST_FIGURES])}"
            case str() if len(each) > LONGEST_LINE // 2 or "\n" in each:
                continue
            case _:
                yield f"{name}: {told(each, language)}"


def _listed(items: list[Any], language: str) -> str:
    """Return a few words as they are, or the number of items."""
    words = [each for each in items if isinstance(each, str) and each and len(each) <= LONGEST_WORD]
    if items and len(words) == len(items) <= MOST_WORDS:
        return ", ".join(words)
    return number(len(items), language)


def _name(value: Any, language: str) -> str:
    match value:
        case dict():
            named = cast("dict[str, Any]", value)
            return next((str(named[key]) for key in _NAMES if isinstance(named.get(key), str)), "")
        case str() | int() | float():
            return headline(told(value, language), 60)
        case _:
            return ""


def _origin(step: StepEvidence, language: str) -> str:
    """Return how many records a result rests on, and where they come from."""
    if step.provenance is None:
        return ""
    parts = [] if step.provenance.rows is None else [say("rows", language, rows=number(step.provenance.rows, language))]
    if step.provenance.source and len(step.provenance.source) < 80:
        parts.append(say("source", language, source=step.provenance.source))
    return ", ".join(parts)


def _doubts(step: StepEvidence, evidence: RunEvidence) -> list[str]:
    """Return statements of an agent that no call supports."""
    if step.kind is not StepKind.AGENT or not isinstance(step.result, str):
        return []
    return claims_without_support(step.result, step.deeds, step.touched, Vocabulary.of(evidence.capabilities))


def _line(step: StepEvidence, text: str, doubts: list[str] | None = None) -> ReportLine:
    return ReportLine(text=text, step=step.place, events=step.events, refs=step.refs, unverified=doubts or [])
