"""Agents for apps that make or read them: their rules in plain sentences, and the files they are written in."""

from __future__ import annotations

from typing import Any

from aule.contracts.access.capability import Capability
from aule.contracts.access.change import Change
from aule.kernel.conduct.call_rules import concerns
from aule.kernel.conduct.sentences import sentence_of, sentence_of_interrupt, what_in_words
from aule.kernel.policy import permitted
from aule.kernel.workflows.text import UnreadableText, check_text
from aule.stores.repositories.changes import Wanted

__all__ = [
    "Capability",
    "Change",
    "UnreadableText",
    "Wanted",
    "check_text",
    "concerns",
    "permitted",
    "read_yaml",
    "sentence_of",
    "sentence_of_interrupt",
    "what_in_words",
    "write_yaml",
]


def read_yaml(text: str) -> Any:
    """Return the value of one YAML document: only data, with limits on everything."""
    from aule.kernel.workflows.yaml_reader import read_yaml as read  # ruamel.yaml, which few need

    return read(text).value


def write_yaml(value: Any) -> str:
    """Return a JSON value as YAML text."""
    from aule.kernel.workflows.yaml_writer import write_yaml as write  # loaded with the first export

    return write(value)
