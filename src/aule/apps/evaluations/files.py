"""Evaluations as files: YAML or JSON that anyone can keep beside a project. Nothing in a file is run."""

from __future__ import annotations

import json
from typing import Any, Literal, cast

from pydantic import Field, ValidationError

from aule.apps.evaluations.records import EvaluationDraft, EvaluationId
from aule.contracts.model import JsonObject
from aule.sdk import Model, errors
from aule.sdk.agents import UnreadableText, check_text, read_yaml, write_yaml

FileFormat = Literal["yaml", "json"]
LARGEST = 1_000_000
"""Characters of a file."""


class EvaluationFile(Model):
    """A file with an evaluation."""

    content: str = Field(min_length=1, max_length=LARGEST)
    filename: str = Field(default="", max_length=200, pattern=r"^[^\x00-\x1f]*$")
    id: EvaluationId | None = Field(default=None, description="Without one, the id in the file or one after the title.")


class ExportedEvaluation(Model):
    """An evaluation as a file."""

    filename: str
    content: str


def read_file(content: str) -> tuple[str | None, EvaluationDraft]:
    """Return the id and the evaluation in a file; raise `Invalid` with the first thing that is wrong."""
    given = _value(content)
    if not isinstance(given, dict):
        raise errors.Invalid("The file holds no evaluation.", code="unreadable", field="content")
    fields = cast("JsonObject", given)
    id = fields.get("id")
    for name in ("id", "version", "created_at", "updated_at"):
        fields.pop(name, None)
    try:
        draft = EvaluationDraft.model_validate(fields)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise errors.Invalid(f"{place}: {first['msg']}", field="content", code="unreadable") from None
    return (id if isinstance(id, str) else None), draft


def write_file(id: str, draft: EvaluationDraft, format: FileFormat) -> ExportedEvaluation:
    """Return an evaluation as a file that can be read again."""
    shown = draft.model_dump(mode="json", exclude_defaults=True)
    value = {"id": id, **{name: shown[name] for name in EvaluationDraft.model_fields if name in shown}}
    text = write_yaml(value) if format == "yaml" else json.dumps(value, ensure_ascii=False, indent=1) + "\n"
    return ExportedEvaluation(filename=f"{id}.{format}", content=text)


def _value(content: str) -> Any:
    try:
        if content.lstrip().startswith("{"):
            return json.loads(content)
        check_text(content)
        return read_yaml(content)
    except (UnreadableText, ValueError, RecursionError) as error:
        raise errors.Invalid(f"The file cannot be read: {error}", code="unreadable", field="content") from None
