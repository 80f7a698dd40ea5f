"""Questions: what the clarifier asks about a finding, after the project was searched first (PL-16, PL-17)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from aule.contracts.plans.plan import AnswerOption, Clarification, Evidence, Feedback, Plan, PlanStep
from aule.kernel.planning.critic.project_facts import ProjectFacts
from aule.kernel.plans.team.places import PlaceCandidate, files_for, folders_for, meant_by, route_files, source_files
from aule.kernel.plans.team.words import say
from aule.models.brains.shapes import list_of, object_of
from aule.text.words import fold, headline

MOST_OPTIONS = 5
_LETTERS = "abcdefgh"
_MANY = ("rotas", "routes", "arquivos", "files", "modulos", "modules", "telas", "pages", "testes", "tests")
ALL = "all"
"""The option that takes every file found."""


def question_for(
    plan: Plan, finding: Feedback, facts: ProjectFacts, names: Sequence[str], seen: Sequence[Evidence] = ()
) -> Clarification:
    """Return the question for a finding. `seen` are passages of the project about it."""
    known = _known(plan, finding)
    if finding.code == "C15" and known is not None:
        return grounded(known, plan, seen)
    step = plan.step(finding.step_id or "")
    match finding.code:
        case "C08" if step is not None:
            asked = _about_a_place(plan, step, finding, names)
        case "C10" if step is not None:
            asked = _about_a_value(plan, step, finding, facts)
        case "C25":
            asked = _about_an_assumption(plan, finding)
        case _:
            asked = _about_anything(plan, finding)
    related = [] if step is None else [step.id]
    update = {"code": finding.code, "field": finding.field, "related_steps": related, "critical": True}
    if known is not None:
        update |= {"id": known.id}
    asked = asked.model_copy(update=update)
    return grounded(asked, plan, seen) if not asked.found else asked


def routed_files(asked: Clarification, plan: Plan, names: Sequence[str]) -> list[str]:
    """Return the files of a question that may declare routes, when it is about routes."""
    titles = [step.title for id in asked.related_steps if (step := plan.step(id)) is not None]
    if not any({"route", "routes"} & set(meant_by(title)) for title in titles):
        return []
    routed = set(route_files(names))
    return [each.path for each in asked.evidence if each.path in routed]


def naming_routes(asked: Clarification, plan: Plan, routes: Mapping[str, Sequence[str]]) -> Clarification:
    """Return a question that names routes as well as files, where the code declares them."""
    if not routes:
        return asked
    listed = [f"{', '.join(said)} (`{path}`)" for path, said in routes.items()]
    others = [f"`{each.path}`" for each in asked.evidence if each.path not in routes]
    options = [
        each.model_copy(update={"consequence": f"{', '.join(routes[each.label])}: {each.consequence}"[:990]})
        if each.label in routes
        else each
        for each in asked.options
    ]
    evidence = [
        each.model_copy(update={"quote": ", ".join(routes[each.path])}) if each.path in routes else each
        for each in asked.evidence
    ]
    found = say("found_routes", plan.language, places="; ".join([*listed, *others][:8]))
    return asked.model_copy(update={"found": found[:4_000], "options": options, "evidence": evidence})


def grounded(asked: Clarification, plan: Plan, seen: Sequence[Evidence]) -> Clarification:
    """Return a question with what the project says about it."""
    evidence = [*asked.evidence, *(each for each in seen if each not in asked.evidence)][:8]
    found = asked.found
    if not found and seen:
        places = ", ".join(dict.fromkeys(f"`{each.path}`" for each in seen[:4]))
        found = say("found_in", plan.language, places=places)
    return asked.model_copy(update={"evidence": evidence, "found": found})


def next_id(plan: Plan) -> str:
    """Return an id for a new question."""
    taken = {each.id for each in plan.clarifications}
    return next(id for n in range(1, len(taken) + 2) if (id := f"c{n}") not in taken)


def options_of(labels: Sequence[tuple[str, str]]) -> list[AnswerOption]:
    """Return answer options, each with its label and consequence."""
    return [
        AnswerOption(id=_LETTERS[n], label=headline(label, 390), consequence=consequence[:990])
        for n, (label, consequence) in enumerate(labels[:MOST_OPTIONS])
    ]


def _known(plan: Plan, finding: Feedback) -> Clarification | None:
    """Return the question that was prepared for a finding, or put off before."""
    if finding.field is not None and finding.field.startswith("clarifications."):
        id = finding.field.removeprefix("clarifications.")
        return next((each for each in plan.clarifications if each.id == id), None)
    for each in plan.clarifications:
        same = each.code == finding.code and each.field == finding.field
        if same and each.status == "waiting" and (finding.step_id is None or finding.step_id in each.related_steps):
            return each
    return None


def _about_a_place(plan: Plan, step: PlanStep, finding: Feedback, names: Sequence[str]) -> Clarification:
    locale = plan.language
    if finding.evidence:
        meant = [(each.path, "") for each in finding.evidence]
        places = ", ".join(f"`{path}`" for path, _ in meant)
        return _clarification(
            plan, say("which_file", locale, title=step.title), say("found_files", locale, places=places), meant,
            [each.path for each in finding.evidence],
        )  # fmt: skip
    if step.file_action in ("modify", "delete"):
        return _which_files(plan, step, names)
    return _where(plan, step, names)


def _where(plan: Plan, step: PlanStep, names: Sequence[str]) -> Clarification:
    """Return the question in which folder a new file goes."""
    locale = plan.language
    folders = folders_for(f"{step.title} {step.description}", names)
    best = [each for each in folders if each.score >= 1] or folders[:2]
    if len(best) < 2:
        best = [*best, *(each for each in folders if each not in best)][:2]
    labels = [(f"{each.path}/", say("beside", locale, example=each.example or "")) for each in best]
    if len(labels) < 2:
        free = [each for each in ("src/", "lib/", "docs/") if each not in [label for label, _ in labels]]
        labels += [(each, say("makes_folder", locale)) for each in free[: 2 - len(labels)]]
    found = say("found_folders", locale, places=_listed(best, locale)) if best else say("found_nothing", locale)
    question = say("where_new", locale, title=step.title)
    return _clarification(plan, question, found, labels, [each.path for each in best])


def _which_files(plan: Plan, step: PlanStep, names: Sequence[str]) -> Clarification:
    """Return the question which existing files are meant."""
    locale, text = plan.language, f"{step.title} {step.description}"
    about_routes = not {"route", "routes"}.isdisjoint(meant_by(step.title))
    found = route_files(names) if about_routes else []
    found = found or [each.path for each in files_for(text, names)] or source_files(names)
    many = len(found) > 1 and any(word in fold(text).split() for word in _MANY)
    labels = [(path, say("changes_file", locale)) for path in found[: MOST_OPTIONS - 1]]
    if many:
        labels = [(say("all_of_them", locale), say("all_consequence", locale, count=len(found))), *labels]
    question = say("which_files" if many else "which_file", locale, title=step.title)
    places = ", ".join(f"`{path}`" for path in found[:8])
    told = say("found_files", locale, places=places) if found else say("found_nothing", locale)
    return _clarification(plan, question, told, labels, found[:20])


def _about_a_value(plan: Plan, step: PlanStep, finding: Feedback, facts: ProjectFacts) -> Clarification:
    """Return the question for a missing parameter."""
    param = (finding.field or "").rpartition(".")[2]
    schema: object = {}
    if step.call is not None and (item := facts.capability(step.call.capability)) is not None:
        schema = object_of(item.capability.params.get("properties")).get(param)
    allowed = [str(each) for each in list_of(object_of(schema).get("enum"))]
    question = say("missing_param", plan.language, param=param, title=step.title)
    return _clarification(plan, question, "", [(each, "") for each in allowed], [])


def _about_an_assumption(plan: Plan, finding: Feedback) -> Clarification:
    locale, number = plan.language, (finding.field or "").rpartition(".")[2]
    known = plan.context.assumptions
    text = known[int(number)].text if number.isdigit() and int(number) < len(known) else finding.issue
    labels = [
        (say("yes_right", locale), say("keeps_plan", locale)),
        (say("no_wrong", locale), say("changes_plan", locale)),
    ]
    return _clarification(plan, say("assume", locale, text=text), "", labels, [])


def _about_anything(plan: Plan, finding: Feedback) -> Clarification:
    labels = [(finding.suggestion, "")] if finding.suggestion else []
    issue = finding.issue if finding.issue.rstrip().endswith((".", "?", "!")) else f"{finding.issue}."
    question = say("open_point", plan.language, issue=issue)
    asked = _clarification(plan, question, "", labels, [])
    return asked.model_copy(update={"evidence": finding.evidence})


def _clarification(
    plan: Plan, question: str, found: str, labels: Sequence[tuple[str, str]], paths: Sequence[str]
) -> Clarification:
    options = options_of(labels)
    return Clarification(
        id=next_id(plan),
        question=question[:4_000],
        found=found[:4_000],
        options=options,
        recommended=options[0].id if options else None,
        evidence=[Evidence(path=path) for path in paths],
    )


def _listed(folders: Sequence[PlaceCandidate], locale: str) -> str:
    return ", ".join(f"`{each.path}/` ({_held(each, locale)})" for each in folders)


def _held(folder: PlaceCandidate, locale: str) -> str:
    name = "in_folder_one" if folder.files == 1 else "in_folder"
    return say(name, locale, count=folder.files, example=folder.example or "")
