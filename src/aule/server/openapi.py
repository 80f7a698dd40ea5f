"""The API's own description, with names a client would choose.

`python -m aule.server.openapi` prints it; no kernel has to run.
"""

from __future__ import annotations

import json
import re
import sys
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from aule.server.guard import PUBLIC
from aule.server.problems import MEDIA_TYPE, ProblemDetails

PROBLEM = "#/components/schemas/ProblemDetails"
METHODS = ("get", "post", "put", "patch", "delete")


def describe(app: FastAPI) -> None:
    """Let the app publish our form of its description."""

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = description(app)
        return app.openapi_schema

    app.openapi = openapi


def description(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document of an app."""
    raw = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
    schemas: dict[str, Any] = raw["components"]["schemas"]
    for generated in ("HTTPValidationError", "ValidationError"):
        schemas.pop(generated, None)
    schemas["ProblemDetails"] = ProblemDetails.model_json_schema(mode="serialization")
    for path, operations in raw["paths"].items():
        for method in METHODS:
            if method in operations:
                _finish(operations[method], (method.upper(), path) in PUBLIC)
    raw["components"]["securitySchemes"] = {
        "token": {"type": "http", "scheme": "bearer", "description": "The data directory's token."},
        "session": {
            "type": "apiKey",
            "in": "cookie",
            "name": "aule_session_8700",
            "description": "A browser's session; the cookie's name carries the server's port.",
        },
    }
    raw["security"] = [{"token": []}, {"session": []}]
    return _rename(raw, {name: nice_name(name) for name in schemas})


def nice_name(name: str) -> str:
    """`Page_Run_` is `RunPage`; what comes in is `…Input` where it differs from what goes out."""
    page = re.fullmatch(r"Page_(\w+?)_", name)
    if page:
        return f"{page[1]}Page"
    return name.removesuffix("-Output").replace("-Input", "Input")


def _finish(operation: dict[str, Any], public: bool) -> None:
    operation["responses"].pop("422", None)
    operation["responses"]["default"] = {
        "description": "It could not be done.",
        "content": {MEDIA_TYPE: {"schema": {"$ref": PROBLEM}}},
    }
    if public:
        operation["security"] = []
    for parameter in operation.get("parameters", []):
        if parameter["name"] == "If-Match":
            parameter["required"] = True  # optional in the signature only to answer 428 instead of 422


def _rename(document: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    if len(set(names.values())) != len(names):
        raise ValueError(f"Two schemas share a name in {sorted(names.values())!r}")
    text = re.sub(
        r"#/components/schemas/([^\"]+)", lambda match: f"#/components/schemas/{names[match[1]]}", json.dumps(document)
    )
    renamed: dict[str, Any] = json.loads(text)
    schemas: dict[str, Any] = renamed["components"]["schemas"]
    renamed["components"]["schemas"] = {
        names[name]: {**schema, "title": names[name]} for name, schema in sorted(schemas.items())
    }
    return renamed


def main() -> None:
    """Print the description."""
    from aule.server.app import create_app  # the app imports this module to publish itself

    json.dump(create_app(None).openapi(), sys.stdout, indent=2, ensure_ascii=False)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
