"""Artifacts as capabilities: reading what was kept, and saving it as a file of the project."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from aule.apps.core.app import core
from aule.apps.core.files import MOST_CHARACTERS
from aule.apps.core.messages import say
from aule.apps.core.write import Draft, Written, put
from aule.contracts.documents import LARGEST, decode
from aule.sdk import Context, Effect, Model, Preview
from aule.text.media import TEXTS

MOST_SAVED = 16 * 1024 * 1024
"""Bytes of a file whose change can be undone."""

ArtifactName = Annotated[str, "The artifact's id, or its name if it is in this project."]


class ArtifactText(Model):
    """An artifact and, where it is text, what it says."""

    artifact: str
    name: str
    type: str
    mime: str
    size: int
    text: str | None = Field(description="Its text from `start` on; none for pictures, sound and other binary content.")
    start: int
    truncated: bool = Field(description="Whether there is more behind what is given.")


@core.capability(
    effect=Effect.READ,
    title={"en": "Read an artifact", "pt": "Ler um artefato"},
    category="artifacts",
    anywhere=True,
    targets=["artifact"],
)
async def read_artifact(
    context: Context,
    artifact: ArtifactName,
    start: Annotated[int, "The first character to give; 0 is the beginning.", Field(ge=0)] = 0,
    max_characters: Annotated[int, "How many characters to give at most.", Field(ge=1, le=MOST_CHARACTERS)] = 20_000,
) -> ArtifactText:
    """Read an artifact: what it is and, if it is text, what it says."""
    kept = await context.artifact(artifact)
    text, truncated = None, False
    if kept.type in TEXTS:
        whole = decode(context.content(kept, LARGEST), kept.name).text
        text = whole[start : start + max_characters]
        truncated = start + len(text) < len(whole)
        if truncated:
            context.warn("truncated", f"{kept.name} has {len(whole)} characters; read on from {start + len(text)}.")
    else:
        context.warn("not_text", f"{kept.name} is {kept.mime}; it cannot be read as text.")
    context.cite(kept.name, rows=1)
    return ArtifactText(
        artifact=kept.id,
        name=kept.name,
        type=kept.type,
        mime=kept.mime,
        size=kept.size,
        text=text,
        start=start,
        truncated=truncated,
    )


async def _preview_save(context: Context, artifact: str, path: str) -> Preview:
    return (await _draft_save(context, artifact, path)).shown


@core.capability(
    effect=Effect.WRITE,
    title={"en": "Save an artifact as a file", "pt": "Salvar um artefato como arquivo"},
    category="artifacts",
    targets=["path"],
    reversible=True,
    idempotent=True,
    preview=_preview_save,
)
async def save_artifact(
    context: Context,
    artifact: ArtifactName,
    path: Annotated[str, "Where to put it in the workspace; a folder keeps the artifact's own name."],
) -> Written:
    """Save an artifact as a file of the project; missing folders are made, an existing file is replaced."""
    draft = await _draft_save(context, artifact, path)
    title = say("save", context.locale, path=draft.path)
    return await put(context, draft, "save", title)


async def _draft_save(context: Context, artifact: str, path: str) -> Draft:
    kept = await context.artifact(artifact)
    is_folder = path.endswith("/")
    place = context.workspace.check(path.rstrip("/") or ".")
    there = context.workspace.stat(place) if place != "." else None
    if is_folder or place == "." or (there is not None and there.kind == "folder"):
        place = kept.name if place == "." else f"{place}/{kept.name}"
    place = context.workspace.check_writable(place)
    return Draft(place, context.workspace.replaced(place), context.content(kept, MOST_SAVED))
