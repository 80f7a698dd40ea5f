"""Pictures, as artifacts."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from aule.apps.core.app import core
from aule.sdk import Context, Effect, Model


class Drawn(Model):
    """A picture that was made and kept."""

    artifact: str
    name: str
    mime: str
    size: int


@core.capability(
    effect=Effect.EXTERNAL,
    title={"en": "Make a picture", "pt": "Criar uma imagem"},
    category="image",
    timeout_s=330,
)
async def generate_image(
    context: Context,
    prompt: Annotated[str, Field(min_length=1, max_length=4_000, description="What the picture shows.")],
    size: Literal["256x256", "512x512", "1024x1024", "1792x1024", "1024x1792"] = "1024x1024",
) -> Drawn:
    """Have a picture made by the configured image endpoint, and keep it as an artifact."""
    context.progress("Waiting for the image endpoint")
    picture = await context.draw(prompt, size)
    name = f"{'-'.join(prompt.lower().split()[:6])[:60]}.{picture.mime.partition('/')[2]}"
    artifact = await context.keep(name, picture.mime, picture.content)
    context.cite("image endpoint", rows=1, query=prompt[:200])
    return Drawn(artifact=artifact.id, name=artifact.name, mime=artifact.mime, size=artifact.size)
