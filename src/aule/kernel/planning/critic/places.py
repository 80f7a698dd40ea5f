"""Checks of files: they exist as the plan says, are unchanged and may be written (C08, C09, C20, C22, C23)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher

from aule.contracts.errors import AuleError
from aule.contracts.plans.plan import Evidence, Feedback, FileAction, Plan, PlanStep, PlanStepKind
from aule.kernel.planning.critic.kinds import finding
from aule.kernel.planning.critic.manifests import allows, stated
from aule.kernel.planning.critic.project_facts import ProjectFacts, canonical_or_none
from aule.kernel.planning.critic.wording import open_steps
from aule.kernel.planning.critic.words import word
from aule.kernel.planning.execution.compile import dependencies_of
from aule.kernel.planning.execution.step_brief import files_of
from aule.sandbox.globs import Globs
from aule.sandbox.names import writable

CLOSE = 0.88
"""The similarity from which one name counts as a typo of another."""
_WORKING = (PlanStepKind.EDIT, PlanStepKind.AGENT)


def check_paths(plan: Plan, facts: ProjectFacts) -> Iterator[Feedback]:
    """C08: a step's paths are inside the project, and there, or not, as what it does to them needs."""
    before = _made_before(plan)
    for step in open_steps(plan):
        if step.kind not in _WORKING and not step.file:
            continue
        files = files_of(step)
        if step.kind is PlanStepKind.EDIT and not files:
            yield finding(plan, "no_path", step.id, "file")
        for path in files:
            field = "file" if path == step.file else "files"
            yield from _path(plan, step, path, field, (facts, before[step.id]))


def check_lines(plan: Plan, facts: ProjectFacts) -> Iterator[Feedback]:
    """C09: the lines a step names are a range, and the file has them."""
    for step in open_steps(plan):
        first, last = step.line_start, step.line_end
        if first is None and last is None:
            continue
        lines = f"{first if first is not None else '?'}–{last if last is not None else '?'}"
        start, end = first if first is not None else last, last if last is not None else first
        if start is None or end is None or start < 1 or end < start or first is None or step.file is None:
            yield finding(plan, "lines_invalid", step.id, "line_start", lines=lines)
            continue
        seen = facts.at(step.file)
        if seen is not None and seen.lines is not None and end > seen.lines:
            yield finding(plan, "lines_beyond", step.id, "line_end", lines=lines, path=step.file, count=seen.lines)


def check_scopes(plan: Plan, facts: ProjectFacts) -> Iterator[Feedback]:
    """C20: whoever works on a file may write it. Silent for agents that have no limits of their own."""
    for step in open_steps(plan):
        agent = step.agent or (facts.dev if step.kind is PlanStepKind.EDIT else None)
        allowed = facts.scopes.get(agent) if agent is not None else None
        if allowed is None:
            continue
        globs = _globs(allowed)
        for path in files_of(step):
            plain = canonical_or_none(path)
            if plain is None or globs is None or not globs.match(plain):
                yield finding(plan, "out_of_scope", step.id, "file", agent=agent, path=path)


def check_freshness(plan: Plan, facts: ProjectFacts) -> Iterator[Feedback]:
    """C22: what was looked at for the plan is still there, and still says the same."""
    if not facts.has_files:
        return
    hashes = plan.context.file_hashes
    for path in dict.fromkeys([*plan.context.files_analyzed, *hashes]):
        seen = facts.at(path)
        if seen is None:
            yield finding(plan, "file_gone", field=f"context.files_analyzed.{path}", path=path)
        elif path in hashes and seen.sha256 is not None and seen.sha256 != hashes[path].removeprefix("sha256:"):
            yield finding(plan, "file_changed", field=f"context.file_hashes.{path}", path=path)


def check_libraries(plan: Plan, facts: ProjectFacts) -> Iterator[Feedback]:
    """C23: the libraries a plan counts on are in the project's manifest, in that version."""
    if not facts.manifests:
        return
    shown = word("or", plan.language).join(each.path for each in facts.manifests)
    for dependency in plan.context.dependencies:
        name, version = stated(dependency)
        said = [(each, found) for each in facts.manifests if (found := each.find(name)) is not None]
        field = f"context.dependencies.{dependency}"
        if not said:
            yield finding(plan, "not_in_manifest", field=field, name=name, manifest=shown)
        elif version and not allows((first := said[0])[1], version):
            manifest, found = first
            yield finding(
                plan, "other_version", field=field, name=name, stated=version, manifest=manifest.path, found=found
            )


def action_of(step: PlanStep, path: str, facts: ProjectFacts) -> FileAction:
    """Return what a step does to a file; unsaid, an existing file is changed and a missing one created."""
    if step.file_action is not None:
        return step.file_action
    return "modify" if facts.at(path) is not None else "create"


def misspelt(path: str, names: Iterable[str]) -> list[str]:
    """Return the project's paths that were probably meant, best first: same name elsewhere, or a typo."""
    folder, _, name = path.rpartition("/")
    found: list[tuple[float, str]] = []
    for each in names:
        above, _, own = each.rpartition("/")
        if own.casefold() == name.casefold():
            found.append((2.0 + _alike(above, folder), each))
        elif above == folder and (score := _alike(own, name)) >= CLOSE:
            found.append((score, each))
    return [each for _, each in sorted(found, key=lambda entry: (-entry[0], entry[1]))][:5]


Around = tuple[ProjectFacts, frozenset[str]]
"""The project's facts, and the paths that earlier steps create."""


def _path(plan: Plan, step: PlanStep, path: str, field: str, around: Around) -> Iterator[Feedback]:
    facts, made = around
    plain = canonical_or_none(path)
    if plain is None or not _is_writable(plain):
        yield finding(plan, "outside", step.id, field, path=path)
        return
    if not facts.has_files:
        return
    seen = facts.at(plain)
    there = seen is not None or plain in made
    match action_of(step, path, facts):
        case "create" if seen is not None:
            yield finding(plan, "exists", step.id, field, path=path)
        case "create":
            yield from _folder(plan, step, plain, field, around)
        case "modify" | "delete" as action if not there:
            yield _missing(plan, step, plain, field, (facts, action))
        case _:
            pass


def _missing(plan: Plan, step: PlanStep, path: str, field: str, known: tuple[ProjectFacts, FileAction]) -> Feedback:
    facts, action = known
    meant = [each for each in misspelt(path, facts.names) if "." in each.rpartition("/")[2]]
    evidence = [Evidence(path=each) for each in meant]
    if len(meant) == 1:
        found = finding(plan, "misspelt_file", step.id, field, path=path, found=meant[0])
    elif meant:
        listed = word("or", plan.language).join(repr(each) for each in meant)
        found = finding(plan, "several_files", step.id, field, path=path, found=listed)
    else:
        told = word(action, plan.language)
        return finding(plan, "missing_file", step.id, field, path=path, action=told)
    return found.model_copy(update={"evidence": evidence})


def _folder(plan: Plan, step: PlanStep, path: str, field: str, around: Around) -> Iterator[Feedback]:
    """Check the folder of a new file: a missing one is created, unless it looks like a typo of another."""
    facts, made = around
    parts = path.split("/")[:-1]
    for depth in range(1, len(parts) + 1):
        folder = "/".join(parts[:depth])
        seen = facts.at(folder)
        if seen is not None and seen.kind == "folder":
            continue
        if seen is not None and seen.kind != "link":
            yield finding(plan, "not_a_folder", step.id, field, path=path, folder=folder)
            return
        if seen is None and any(each.startswith(f"{folder}/") for each in made):
            return
        above = folder.rpartition("/")[0]
        meant = [each for each in misspelt(folder, facts.names) if each.rpartition("/")[0] == above]
        if meant and not _is_settled(plan, step):
            found = finding(plan, "no_folder", step.id, field, folder=folder, found=meant[0])
            yield found.model_copy(update={"evidence": [Evidence(path=each) for each in [*meant, folder]]})
        return


def _is_settled(plan: Plan, step: PlanStep) -> bool:
    """Return whether the person has already said where this step works."""
    return any(
        asked.code == "C08" and asked.answer is not None and step.id in asked.related_steps
        for asked in plan.clarifications
    )


def _made_before(plan: Plan) -> dict[str, frozenset[str]]:
    """Return, for each step, the paths created by its dependencies or by steps listed before it."""
    made: dict[str, frozenset[str]] = {}
    after = dependencies_of(plan)
    creates = {step.id: _creates(step) for step in plan.steps}
    listed: set[str] = set()
    for step in plan.steps:
        waits = {path for id in _all_before(step.id, after) for path in creates.get(id, ())}
        made[step.id] = frozenset(listed | waits)
        listed |= creates[step.id]
    return made


def _creates(step: PlanStep) -> set[str]:
    if step.file_action in ("modify", "delete"):
        return set()
    return {plain for path in files_of(step) if (plain := canonical_or_none(path)) is not None}


def _all_before(id: str, after: dict[str, list[str]]) -> set[str]:
    found: set[str] = set()
    queue = list(after.get(id, ()))
    while queue:
        each = queue.pop()
        if each not in found and each != id:
            found.add(each)
            queue.extend(after.get(each, ()))
    return found


def _alike(one: str, other: str) -> float:
    """Return how similar two names are; names that differ in a number are different on purpose."""
    if [each for each in one if each.isdigit()] != [each for each in other if each.isdigit()]:
        return 0.0
    if abs(len(one) - len(other)) > 3:
        return 0.0
    return SequenceMatcher(None, one.casefold(), other.casefold()).ratio()


def _globs(patterns: Iterable[str]) -> Globs | None:
    try:
        return Globs(patterns)
    except AuleError:
        return None


def _is_writable(path: str) -> bool:
    try:
        writable(path)
    except AuleError:
        return False
    return True
