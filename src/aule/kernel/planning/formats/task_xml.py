"""Task files in XML, as in `.cappy/tasks`: in English or Portuguese, of any generation; read only."""

from __future__ import annotations

import re
from typing import Any

from aule.contracts.model import JsonObject
from aule.kernel.planning.document.xml_tree import Element, parse_tree
from aule.text.words import headline

_TITLES = ("title", "titulo", "name", "nome")
_DESCRIPTIONS = ("description", "descricao", "summary", "details", "instructions")
_CRITERIA = ("criterion", "criterio", "item", "criteria", "check")
_GROUPS = (
    *("validation", "validacao", "criteria", "criterios", "checklist"),
    *("acceptanceCriteria", "acceptance_criteria", "successCriteria", "success_criteria"),
)
_WHY = ("rationale", "reasoning", "why", "justificativa")
_HOURS = ("estimatedHours", "estimated_hours")
_READ = frozenset({"id", "status", *_TITLES, *_DESCRIPTIONS, *_GROUPS, *_WHY, *_HOURS, "dependencies"})
"""Elements inside a step that have a field of their own."""
_STEPS = ("step", "passo", "etapa", "substep", "subtask")
_ABOUT = ("metadata", "metadados", "meta", "about", "context", "contexto")
_FILES = ("file", "arquivo", "entrega", "deliverable", "doc")
_AFTER = ("dependsOn", "depends_on", "dependeDe", "depends-on", "dependencies", "after")
_IDS = re.compile(r"[A-Za-z0-9][\w.-]*")


def is_one(text: str) -> bool:
    """Return whether a text looks like XML."""
    return text.lstrip("\ufeff \t\r\n").startswith("<")


def document_of(text: str, name: str) -> JsonObject:
    """Return the plan a task file describes; raise `Unparsed` when it is no XML."""
    task = parse_tree(text)
    around = [task, *task.all(*_ABOUT)]
    title = _said(around, _TITLES)
    goal = "\n\n".join(
        dict.fromkeys(text for each in around for part in each.all(*_DESCRIPTIONS) if (text := part.text))
    )
    stem = name.rpartition("/")[2].partition(".")[0]
    found = list(task.inside(*_STEPS))
    steps = [made for each in found for made in _steps(each, None)]
    document: JsonObject = {
        "title": title or headline(goal, 100) or task.attributes.get("id") or stem,
        "goal": goal or title,
        "context": _context(task),
        "steps": steps,
        "successCriteria": _criteria(task),
    }
    for key, names in (("status", ("status",)), ("createdAt", ("createdAt", "created")), ("id", ("id",))):
        if said := _said(around, names) or next(
            (task.attributes[each] for each in names if task.attributes.get(each)), ""
        ):
            document[key] = said
    if updated := _said(around, ("updatedAt", "updated")) or task.attributes.get("updated"):
        document["updatedAt"] = updated
    return document


def _steps(step: Element, above: str | None) -> list[JsonObject]:
    """Return a step and its nested steps, which depend on it."""
    own = step.attributes
    id = own.get("id") or (part.text if (part := step.first("id")) is not None else "")
    title = own.get("name") or own.get("title") or _said([step], _TITLES)
    description = [part.text for part in step.all(*_DESCRIPTIONS) if part.text] + ([step.text] if step.text else [])
    description += [said for part in step.children if part.name not in _READ for said in _further(part)]
    files = _files(step)
    made: JsonObject = {
        "title": title or headline("\n".join(description), 100) or id or "?",
        "description": "\n\n".join(description),
        "dependencies": [*_after(step), *([above] if above else [])],
        "validation": "; ".join(dict.fromkeys(_checks(step))),
        "status": _status(step),
    }
    made |= {"id": id} if id else {}
    if files:
        made |= {"file": files[0], "files": files[1:]}
    if why := _said([step], _WHY):
        made["rationale"] = why
    if (hours := _hours(step)) is not None:
        made["estimate"] = {"seconds": hours * 3_600}
    inside = [each for part in step.children for each in ([part] if part.name in _STEPS else part.inside(*_STEPS))]
    return [made, *(sub for each in inside for sub in _steps(each, id or None))]


def _further(part: Element) -> list[str]:
    """Return other text inside a step, such as a file's new content; bare paths are left out."""
    if part.name in _STEPS:
        return []
    path = part.attributes.get("path", "")
    own = [] if part.name in _FILES and _path(part) == part.text.strip() else [part.text] if part.text else []
    inside = [*own, *(said for each in part.children for said in _further(each))]
    return [f"{path}:", *inside] if path and inside else inside


def _status(step: Element) -> str:
    own = step.attributes
    done = own.get("concluido", own.get("completed", own.get("done", ""))).lower()
    if done in ("true", "sim", "yes", "1"):
        return "done"
    said = own.get("status") or _said([step], ("status",))
    return said or "pending"


def _after(step: Element) -> list[str]:
    said = [step.attributes[name] for name in _AFTER if step.attributes.get(name)]
    for part in step.all(*_AFTER):
        said += [each.attributes.get("id") or each.attributes.get("step") or each.text for each in part.children]
        said += [part.text] if part.text else []
    return list(dict.fromkeys(id for each in said for id in _IDS.findall(each)))


def _files(step: Element) -> list[str]:
    """Return the files a step names, in order, without those of nested steps."""
    found: list[str] = []
    for part in step.children:
        if part.name in _STEPS:
            continue
        for each in [part] if part.name in _FILES else part.inside(*_FILES):
            found += [path] if (path := _path(each)) else []
    return list(dict.fromkeys(found))


def _path(element: Element) -> str:
    path = element.attributes.get("path") or element.text
    return "" if "\n" in path or len(path) > 1_000 else path.strip()


def _checks(step: Element) -> list[str]:
    """Return how one sees that a step is done: the text of its checks, or their lists."""
    said: list[str] = []
    for part in step.all(*_GROUPS):
        said += [part.text] if part.text else []
        said += [each.text for each in part.inside(*_CRITERIA) if each.text]
    return said


def _criteria(task: Element) -> list[str]:
    """Return how one sees that the whole task is done: the checks outside its steps."""
    said: list[str] = []
    for part in task.children:
        if part.name not in ("steps", "passos", "etapas", *_STEPS):
            for group in [part] if part.name in _GROUPS else part.inside(*_GROUPS, *_STEPS):
                said += _checks_of(group) if group.name in _GROUPS else []
    return list(dict.fromkeys(said))


def _checks_of(group: Element) -> list[str]:
    inside = [text for each in group.inside(*_CRITERIA) for text in ([each.text] if each.text else _checks_of(each))]
    return [*([group.text] if group.text else []), *inside]


def _context(task: Element) -> JsonObject:
    """Return the files and libraries named beside the steps."""
    files: list[str] = []
    libraries: list[str] = []
    rules = [each.text for part in task.children if part.name != "steps" for each in part.inside("rule", "requirement")]
    for part in task.all("context", "contexto"):
        files += [path for each in part.inside("file", "doc", "arquivo") if (path := _path(each))]
        libraries += [name for each in part.inside("dependency", "lib") if (name := _library(each))]
    return {
        "filesAnalyzed": list(dict.fromkeys(files)),
        "dependencies": list(dict.fromkeys(libraries)),
        "assumptions": list(dict.fromkeys(each for each in rules if each)),
    }


def _library(element: Element) -> str:
    name, version = element.attributes.get("name") or element.text, element.attributes.get("version")
    return f"{name}@{version}" if name and version else name


def _hours(step: Element) -> float | None:
    said: Any = _said([step], _HOURS)
    try:
        hours = float(said)
    except ValueError:
        return None
    return hours if 0 <= hours < 100_000 else None


def _said(elements: list[Element], names: tuple[str, ...]) -> str:
    """Return the first non-empty text of children with one of these names."""
    found = (part.text for each in elements for part in each.all(*names))
    return next((text for text in found if text), "")
