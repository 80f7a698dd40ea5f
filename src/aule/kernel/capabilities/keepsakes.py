"""Finding an artifact by what people and models call it: its id, or its name where that is unique."""

from __future__ import annotations

from aule.contracts.errors import Invalid, NotFound
from aule.contracts.project import Artifact, Project
from aule.stores.artifacts import Artifacts

MOST_NAMED = 5


async def find_artifact(artifacts: Artifacts, project: Project, wanted: str) -> Artifact:
    """The artifact with an id, or the one of a project with a name; two with one name are a question, not a guess."""
    wanted = wanted.strip().removeprefix("artifact:")
    found = await artifacts.find(wanted)
    if found is not None and not found.deleted:
        return found
    named = await artifacts.named(wanted, project=project.id)
    if len(named) == 1:
        return named[0]
    if named:
        raise Invalid(
            f"{len(named)} artifacts are called {wanted!r}.",
            code="ambiguous_artifact",
            field="artifact",
            candidates=[artifact.id for artifact in named[:MOST_NAMED]],
            hint="Name it by its id.",
        )
    latest = (await artifacts.list(project=project.id, limit=MOST_NAMED)).items
    raise NotFound(
        f"There is no artifact {wanted!r} here.",
        field="artifact",
        candidates=[artifact.name for artifact in latest],
        hint="Name it by its id, or by its name if it is in this project.",
    )
