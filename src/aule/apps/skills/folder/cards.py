"""The card of a skill: every file with what is different since it was accepted, and what it may do."""

from __future__ import annotations

from collections.abc import Sequence

from aule.apps.skills.records import SKILL_FILE, SkillContent, SkillFinding
from aule.apps.skills.words import say
from aule.contracts.access.differences import file_diff, preview
from aule.sdk import FileDiff, Patch
from aule.sdk.descriptions import one_line


def card(
    before: tuple[SkillContent, dict[str, bytes]] | None,
    after: SkillContent,
    files: dict[str, bytes],
    findings: Sequence[SkillFinding],
    locale: str,
) -> Patch:
    """Return what a person sees before a skill is accepted: facts first, then each file or its hash."""
    old_files = {} if before is None else before[1]
    old_facts = None if before is None else facts_text(before[0], (), locale).encode()
    told: list[FileDiff] = []
    facts = preview(f"{after.header.name}.txt", old_facts, facts_text(after, findings, locale).encode())
    if isinstance(facts, FileDiff):
        told.append(facts)
    shown = {each.path for each in after.files if each.is_shown}
    paths = sorted({*old_files, *files}, key=lambda path: (path != SKILL_FILE, path))
    for path in paths:
        was, becomes = old_files.get(path), files.get(path)
        if was == becomes:
            continue
        if path in shown or becomes is None:
            told.append(file_diff(path, was, becomes))
        else:
            words = say("not_shown", locale, path=path, size=len(becomes))
            told.append(FileDiff(path=path, diff=words, added=0, removed=0, is_new=was is None))
    return Patch(files=told, added=sum(each.added for each in told), removed=sum(each.removed for each in told))


def facts_text(skill: SkillContent, findings: Sequence[SkillFinding], locale: str) -> str:
    """Return what a skill is called, may use and may run, with what was found in it."""
    header = skill.header
    narrowed = say("fact_free", locale) if skill.allows is None else ", ".join(skill.allows)
    lines = [
        say("fact_name", locale, name=header.name),
        say("fact_description", locale, description=header.description),
        say("fact_tools", locale, tools=narrowed),
        *([say("fact_unknown", locale, tools=" ".join(skill.unknown_tools))] if skill.unknown_tools else []),
        say("fact_scripts", locale, scripts=", ".join(skill.scripts) or say("none", locale)),
        *([say("fact_license", locale, license=header.license)] if header.license else []),
        *([say("fact_compatibility", locale, text=header.compatibility)] if header.compatibility else []),
        say("fact_files", locale, count=len(skill.files), size=sum(each.size for each in skill.files)),
        say("fact_hash", locale, hash=skill.hash),
        *(say(f"fact_{each.severity}", locale, message=each.message) for each in findings),
    ]
    return "\n".join(map(one_line, lines)) + "\n"
