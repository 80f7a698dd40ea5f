"""Task files in Markdown whose steps are headings with bold labels below them; read only."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from aule.contracts.model import JsonObject
from aule.kernel.planning.formats.sections import MarkdownSection, about_of, items_in, labelled, paths_in, sections_of
from aule.text.words import fold, headline

_PARTS = re.compile(
    r"^(?:implementation\s+)?(?:steps?|tasks?|passos?|etapas?|tarefas?|passo a passo)(?: de implementacao)?$"
)
_STEP = re.compile(
    r"^(?:(?:step|passo|etapa|task|tarefa)\s+)?(\d{1,4}(?:\.\d{1,4})*)\s*[.):–-]?\s+(\S.*)$", re.IGNORECASE
)
_PREFIX = re.compile(r"^(?:original task|work plan|development plan|task|tarefa|plano)\s*:\s*", re.IGNORECASE)
_SIGNS = {"⏳": "pending", "🔄": "in-progress", "✅": "done", "❌": "failed", "⏭️": "skipped", "⏭": "skipped"}
_WORDS = {
    "dependencies": ("dependencies", "depends on", "dependencias", "depende de", "after"),
    "validation": (
        *("acceptance criteria", "validation", "check", "done when", "success criteria"),
        *("criterios de aceitacao", "criterios", "validacao"),
    ),
    "rationale": ("reasoning", "rationale", "why", "justificativa", "motivo"),
    "files": ("files", "files to modify", "arquivos", "arquivos a modificar"),
    "status": ("status",),
    "description": ("instructions", "description", "descricao", "instrucoes", "technical notes"),
}
_LABELS = {label: name for name, labels in _WORDS.items() for label in labels}
_ID = re.compile(r"(?:task|step|passo|etapa)?[ -]?(\d{1,4}(?:\.\d{1,4})*)", re.IGNORECASE)


def is_one(text: str) -> bool:
    """Return whether a page has numbered steps as headings, below a heading that announces steps."""
    return bool(_step_sections(sections_of(text)))


def document_of(files: Mapping[str, str]) -> JsonObject:
    """Return the plan a page describes; other pages beside it are ignored."""
    name, text = next((name, text) for name, text in files.items() if is_one(text))
    sections = sections_of(text)
    steps = _step_sections(sections)
    inside = {id(each) for group in steps for each in group}
    around = [each for each in sections if id(each) not in inside]
    tops = [_PREFIX.sub("", each.title) for each in around if each.level == 1]
    own = next((each for each in around if each.level == 1 and _PREFIX.match(each.title)), None)
    title = _PREFIX.sub("", own.title) if own is not None else next(iter(tops), "")
    document = about_of(around)
    document["steps"] = [_step(group) for group in steps]
    document["title"] = title or headline(str(document.get("goal", ""))) or name.rpartition("/")[2]
    document.setdefault("goal", document["title"])
    return document


def _step_sections(sections: Sequence[MarkdownSection]) -> list[list[MarkdownSection]]:
    """Return the steps of a page: each as its heading and the sections below it."""
    found: list[list[MarkdownSection]] = []
    level = 0
    for each in sections:
        if each.level and _PARTS.match(each.name):
            level = each.level
        elif level and 0 < each.level <= level:
            level = 0
        elif level and each.level == level + 1 and _STEP.match(each.title):
            found.append([each])
        elif level and found and each.level > level + 1:
            found[-1].append(each)
    return found


def _step(group: Sequence[MarkdownSection]) -> JsonObject:
    heading = _STEP.match(group[0].title)
    assert heading is not None
    number, title = heading[1], heading[2]
    sign = next((each for each in _SIGNS if title.startswith(each)), "")
    made: JsonObject = {
        "id": number.replace(".", "-"),
        "title": title.removeprefix(sign).strip() or number,
        "status": _SIGNS.get(sign, "pending"),
    }
    said: dict[str, list[str]] = {name: [] for name in _WORDS}
    for section in group:
        if section is not group[0]:
            said["description"].append(section.title)
        for label, lines in labelled(section.lines):
            _put(said, label, lines)
    made["description"] = "\n".join(said["description"]).strip()
    made["rationale"] = "\n".join(said["rationale"]).strip()
    made["validation"] = "; ".join(said["validation"])
    made["dependencies"] = [each.replace(".", "-") for each in said["dependencies"]]
    if said["files"]:
        made |= {"file": said["files"][0], "files": said["files"][1:]}
    if said["status"]:
        made["status"] = said["status"][0]
    return made


def _put(said: dict[str, list[str]], label: str, lines: list[str]) -> None:
    """Store the lines under a label in the step's field for it, or with their label where it has none."""
    name = _LABELS.get(fold(label).strip(" :"))
    match name:
        case "dependencies":
            said["dependencies"] += _ID.findall(" ".join(lines))
        case "validation":
            said["validation"] += items_in(lines)
        case "files":
            said["files"] += paths_in(lines) or items_in(lines)
        case "status":
            said["status"] += [word for line in lines if (word := re.sub(r"[^\w -]", "", line).strip())]
        case "rationale" | "description":
            said[name] += [line for line in lines if line.strip() not in ("", "---")]
        case _:
            head = [] if not label else [f"{label}:"]
            said["description"] += [*head, *(line for line in lines if line.strip() not in ("", "---"))]
