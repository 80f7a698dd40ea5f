"""The description of the API: complete, stable, and what the shell was built from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.processes.nursery import nursery

from aule.contracts.events.facts import Fact

pytestmark = pytest.mark.xdist_group("openapi")  # the description is made once


def test_the_shells_copy_is_what_the_server_publishes(root: Path) -> None:
    printed = nursery().run(module="aule.server.openapi")
    kept = (root / "shell" / "openapi.json").read_text("utf-8")
    assert printed.out == kept, "run `python -m aule.server.openapi > shell/openapi.json`"


def test_every_kind_of_event_is_described(document: dict[str, Any]) -> None:
    kinds = {member.model_fields["type"].default for member in Fact.__args__[0].__args__}  # type: ignore[attr-defined]
    described = document["components"]["schemas"]["Event"]["properties"]["data"]["discriminator"]["mapping"]
    assert set(described) == kinds


def test_names_are_those_a_client_would_choose(document: dict[str, Any]) -> None:
    operations = [
        operation["operationId"] for operations in document["paths"].values() for operation in operations.values()
    ]
    assert len(operations) == len(set(operations))
    assert {"listRuns", "decideApproval", "getHome", "chat", "listEvents", "replaceSettings"} <= set(operations)
    schemas = document["components"]["schemas"]
    assert [name for name in schemas if not name.isalnum()] == []
    assert {"RunPage", "EventPage", "Agent", "Persona", "ProblemDetails"} <= set(schemas)


def test_every_operation_says_what_an_error_looks_like_and_what_it_is_for(document: dict[str, Any]) -> None:
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            problem = operation["responses"]["default"]["content"]["application/problem+json"]["schema"]
            assert problem == {"$ref": "#/components/schemas/ProblemDetails"}, (method, path)
            assert operation["description"].endswith("."), (method, path)


def test_only_health_and_the_code_exchange_are_public(document: dict[str, Any]) -> None:
    public = [
        (method, path)
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
        if operation.get("security") == []
    ]
    assert sorted(public) == [("get", "/v1/health"), ("post", "/v1/session")]


def test_edits_of_documents_may_name_the_version_that_was_read(document: dict[str, Any]) -> None:
    """LT-3: wherever a document is edited or deleted, and nowhere is it demanded."""
    taking = {
        (method, path)
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
        if any(each["name"] == "If-Match" and not each["required"] for each in operation.get("parameters", []))
    }
    school = {(method, path) for method, path in taking if path.startswith("/api/escola/v1/")}
    assert {path.split("/")[4] for _, path in school} == {"{colecao}", "calendario"}
    assert taking - school == {
        (method, f"/v1/{noun}")
        for noun, methods in {
            "conversations/{id}": ("patch", "delete"),
            "personas/{id}": ("put", "patch", "delete"),
            "agent-teams/{id}": ("put", "patch", "delete"),
            "agents/{id}": ("put", "patch", "delete"),
            "evaluations/{id}": ("put", "patch", "delete"),
            "tools/{name}": ("put",),  # revoking waits for nobody
            "agents/{id}/versions/{version}/restore": ("post",),
            "projects/{id}": ("patch", "delete"),
            "memory/{id}": ("patch", "delete"),
            "workflows/{id}": ("put", "delete"),
            "workflows/{id}/versions/{version}/restore": ("post",),
            "plans/{id}": ("patch",),
            "tasks/scheduled/{id}": ("put", "delete"),
            "settings": ("put",),
        }.items()
        for method in methods
    }


def test_what_is_sent_always_has_every_field(document: dict[str, Any]) -> None:
    run = document["components"]["schemas"]["Run"]
    assert set(run["required"]) == set(run["properties"])


def test_the_document_has_no_loose_ends(document: dict[str, Any]) -> None:
    text = json.dumps(document)
    schemas = document["components"]["schemas"]
    used = {part.split('"')[0] for part in text.split("#/components/schemas/")[1:]}
    assert used - set(schemas) == set()
    assert set(schemas) - used == set()
