"""YAML text for apps: one document, only data, with limits on everything; loads the YAML reader."""

from __future__ import annotations

from typing import Any

from aule.kernel.workflows.text import UnreadableText
from aule.kernel.workflows.yaml_reader import read_yaml as _read

__all__ = ["UnreadableText", "read_yaml"]


def read_yaml(text: str) -> Any:
    """Return the value of one YAML document of a stranger; numbers that programs would read differently are texts."""
    return _read(text, is_tolerant=True).value
