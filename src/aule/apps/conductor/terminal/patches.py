"""Patches: what a turn would have written, kept as files in the home for whoever wants to apply them."""

from __future__ import annotations

from pathlib import Path

from aule.apps.conductor.views import ResidentView, SessionView
from aule.sdk.terminal import Client, Story


def conductor_home(agent: ResidentView) -> Path:
    """The home of Conductor an agent's folder belongs to."""
    return next(parent.parent for parent in Path(agent.home).parents if parent.name == "projects")


async def kept_patches(client: Client, session: SessionView, story: Story) -> list[str]:
    """The patch files of a turn that has ended. Asking for the session waits until it is in the books."""
    if not story.status.is_final:
        return []
    await client.get(f"/v1/conductor/sessions/{session.id}", SessionView)
    folder = conductor_home(session.agent) / "runs" / story.run / "patches"
    return sorted(str(file) for file in folder.glob("*.patch"))
