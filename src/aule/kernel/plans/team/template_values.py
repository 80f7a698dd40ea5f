"""Template values: everything a plan's template can name, from the request and the project."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, cast

from aule.contracts.plans.recipe import PlanTemplate, Recipe
from aule.kernel.plans.team.places import files_for, is_test, slug_of
from aule.kernel.plans.team.project_survey import Survey
from aule.kernel.plans.team.words import language_in, say
from aule.text.words import headline
from aule.understanding.recipes import with_ends
from aule.understanding.values.days import Sentence, span

MOST_ITEMS = 50
UNKNOWN = "…"
"""Placeholder in a text for a value that is still asked."""
CLEAR = 1.25
"""How much better the best file has to fit than the second to be taken without asking."""
HOLE = re.compile(r"\{(\w+)\}")
_PART = re.compile(r"\[\[(.*?)\]\]")
"""A part of a text that is left out unless all its placeholders can be filled."""
_COUNTED = re.compile(r"\{(\w+)\|([^|{}]*)\|([^|{}]*)\}")
"""A word that depends on a number: `{n|atividade|atividades}`."""


@dataclass(frozen=True, slots=True)
class RecipeInputs:
    """The inputs of a recipe."""

    recipe: Recipe
    request: str
    survey: Survey
    locale: str
    today: date
    uses: Mapping[str, Sequence[str]]
    """Files that contain a name, by the name."""


def values_of(inputs: RecipeInputs, said: Mapping[str, Any]) -> dict[str, Any]:
    """Return everything a template can name: values from the request and from the project."""
    survey, locale = inputs.survey, inputs.locale
    subject = str(said.get("subject") or "").strip()
    module = _module(survey, said, subject)
    target = (module or "").rpartition("/")[2] or subject or None
    own = HOLE.sub("", cast("PlanTemplate", inputs.recipe.plan).name["en"])
    slug = slug_of(subject or target or own)
    year, week, _ = inputs.today.isocalendar()
    values: dict[str, Any] = {
        "ext": survey.ext,
        "manifest": survey.manifest,
        "entry": survey.entry,
        "docs": survey.docs,
        "test_command": survey.test_command or say("the_tests", locale),
        "module": module,
        "target": target,
        "slug": slug,
        "folder": None,
        "route": _only(survey.routes),
        "test_file": _test_file(survey, module, slug),
        "doc_file": f"docs/{slug}.md",
        "week": f"{year}-W{week:02d}",
        "today": inputs.today.isoformat(),
        **_next_week(inputs.today),
        "uses": _uses(inputs, said),
    }
    values |= {name: value for name, value in said.items() if value not in (None, "")}
    if subject:
        values["subject"] = subject
    values = with_ends(inputs.recipe, values)
    values.setdefault("output", _output(inputs.recipe, slug, values["week"]))
    if count := said.get("count"):
        values["items"] = _items(int(count), subject, locale)
    template = cast("PlanTemplate", inputs.recipe.plan)
    values["title"] = headline(fill(template.name[language_in(locale)], values, locale), 110)
    return values


def _next_week(today: date) -> dict[str, str | None]:
    days = span(Sentence("next week", today)) or ""
    first, _, last = days.partition("..")
    return {"next_week": days, "next_week_first": first, "next_week_last": last}


def fill(text: str, values: Mapping[str, Any], locale: str) -> str:
    """Return a text with its placeholders filled; unknown values become three dots."""
    text = _PART.sub(lambda found: found[1] if all(values.get(name) for name in HOLE.findall(found[1])) else "", text)
    text = _COUNTED.sub(lambda found: found[2] if values.get(found[1]) == 1 else found[3], text)
    return HOLE.sub(lambda found: str(values.get(found[1]) or UNKNOWN), text)


def _module(survey: Survey, said: Mapping[str, Any], subject: str) -> str | None:
    """Return the file that is meant: the one named, or the one that clearly fits best."""
    named = said.get("module")
    if isinstance(named, str):
        fits = [name for name in survey.names if name == named or name.endswith(f"/{named}")]
        return fits[0] if len(fits) == 1 else named if named in survey.names else None
    found = files_for(subject, survey.names) if subject else []
    if not found or (len(found) > 1 and found[0].score < CLEAR * found[1].score):
        return None
    return found[0].path


def _test_file(survey: Survey, module: str | None, slug: str) -> str | None:
    """Return the path of a new test, placed and named like the project's tests."""
    tests = [name for name in survey.names if is_test(name)]
    ext = survey.ext
    if ext is None:
        return None
    stem = slug if module is None else module.rpartition("/")[2].rpartition(".")[0]
    folders = Counter(name.rpartition("/")[0] for name in tests)
    folder = min(folders, key=lambda each: (-folders[each], each), default=None)
    if folder is None:
        folder = "tests" if ext == "py" else "test"
    name = f"test_{stem.replace('-', '_')}.py" if ext == "py" else f"{stem}.test.{ext}"
    path = f"{folder}/{name}" if folder else name
    number = 2
    while path in survey.names:
        path = re.sub(r"(_\d+|-\d+)?(\.test)?\.(\w+)$", rf"-{number}\2.\3", f"{folder}/{name}" if folder else name)
        path = path.replace("-", "_") if ext == "py" else path
        number += 1
    return path


def _uses(inputs: RecipeInputs, said: Mapping[str, Any]) -> list[str]:
    name = said.get("old_name") or said.get("package")
    found = [path for path in inputs.uses.get(str(name), ()) if path != inputs.survey.manifest]
    return found[:20]


def _output(recipe: Recipe, slug: str, week: str) -> str | None:
    match recipe.id:
        case "weekly_review":
            return f"reviews/{week}.md"
        case "collect_findings":
            return f"reports/{slug}.md"
        case _:
            return f"notes/{slug}.md" if slug else None


def _items(count: int, subject: str, locale: str) -> list[dict[str, str]]:
    """Return titles for so many notes; several named subjects give a note each."""
    named = [each.strip() for each in re.split(r",|;|\be\b|\band\b", subject) if each.strip()]
    count = max(1, min(count, MOST_ITEMS))
    titles = named if len(named) == count else [f"{subject or '?'} ({n}/{count})" for n in range(1, count + 1)]
    return [{"title": title, "text": say("outline", locale, subject=title)} for title in titles]


def _only(found: Sequence[str]) -> str | None:
    return found[0] if len(found) == 1 else None
