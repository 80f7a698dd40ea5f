"""What the planning team says by itself, and the prompts it gives to models."""

from __future__ import annotations

from functools import cache
from importlib import resources

from aule.text.messages import Messages, language_in

say = Messages("aule.kernel.plans.team").say


@cache
def prompt(name: str) -> str:
    """Return a prompt by its name, as its file has it."""
    return (resources.files("aule.kernel.plans.team") / "prompts" / f"{name}.md").read_text("utf-8").strip()


__all__ = ["language_in", "prompt", "say"]
