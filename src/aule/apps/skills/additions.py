"""Skills as additions: those that were accepted. They are added from folders and packages, not from a catalogue."""

from __future__ import annotations

from aule.apps.skills import queries
from aule.apps.skills.app import skills
from aule.sdk import Addition, AdditionKind, Reading


async def skills_here(reading: Reading) -> list[Addition]:
    """Return the accepted skills."""
    return [
        Addition(
            name=each.id,
            title=each.header.name,
            description=each.header.description,
            text=f"{each.id} {each.hash}\n",
        )
        for each in await queries.all_skills(reading.source)
    ]


skills.adds(
    AdditionKind(
        kind="skill",
        titles={"en": "Skills", "pt": "Habilidades"},
        here=skills_here,
        remove="skills.remove",
        by="skill",
        how={
            "en": "Skills are folders with a SKILL.md: `aule skills` finds them and shows each before you accept it.",
            "pt": "Habilidades são pastas com um SKILL.md: `aule skills` acha e mostra cada uma antes do seu sim.",
        },
    )
)
