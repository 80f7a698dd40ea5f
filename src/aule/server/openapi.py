"""The API's own description, with names a client would choose.

`python -m aule.server.openapi` prints it; no kernel has to run.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import Callable, Iterable
from typing import Any, get_args

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import JSONResponse

from aule.kernel.capabilities.apps.views import Shown
from aule.server.app_routes import expanded
from aule.server.guard import PUBLIC
from aule.server.problems import MEDIA_TYPE, FaultyDetails, ProblemDetails

PROBLEM = "#/components/schemas/ProblemDetails"
_OURS = "aule.contracts."
METHODS = ("get", "post", "put", "patch", "delete")


def describe(app: FastAPI, load_routes: Callable[[], None], views: Callable[[], list[Shown]]) -> None:
    """Let the app publish our form of its description, with what its apps show; all routes are loaded for it."""

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            load_routes()
            app.openapi_schema = description(app, views())
        return app.openapi_schema

    async def told(request: Request) -> JSONResponse:
        return JSONResponse(await asyncio.to_thread(openapi))

    app.openapi = openapi
    for path in ("/v1/openapi.json", "/openapi.json"):  # the second is where tools look
        app.add_route(path, told, include_in_schema=False)


def description(app: FastAPI, views: list[Shown]) -> dict[str, Any]:
    """The OpenAPI document of an app."""
    from aule.server.routes.apps import described  # routes are loaded when they are asked for

    routes = [*expanded(app.routes), *described(views, app.router.generate_unique_id_function)]
    raw = get_openapi(title=app.title, version=app.version, description=app.description, routes=routes)
    schemas: dict[str, Any] = raw["components"]["schemas"]
    for generated in ("HTTPValidationError", "ValidationError"):
        schemas.pop(generated, None)
    schemas.update(_problem())
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
    shown = view_names(views)
    return _rename(raw, {name: shown.get(name) or nice_name(name) for name in schemas})


def _problem() -> dict[str, Any]:
    """The schema of a problem, with the fields that only some problems have."""
    template = "#/components/schemas/{model}"
    problem = ProblemDetails.model_json_schema(mode="serialization", ref_template=template)
    faulty = FaultyDetails.model_json_schema(mode="serialization", ref_template=template)
    problem["properties"]["findings"] = faulty["properties"]["findings"]
    return {**problem.pop("$defs", {}), **faulty["$defs"], "ProblemDetails": problem}


def nice_name(name: str) -> str:
    """`Page_Run_` is `RunPage`; what comes in is `…Input` where it differs from what goes out."""
    page = re.fullmatch(r"Page_(\w+?)_", name)
    if page:
        return f"{page[1]}Page"
    return name.removesuffix("-Output").replace("-Input", "Input").rpartition("__")[2]


def view_names(views: Iterable[Shown]) -> dict[str, str]:
    """What the models of an app's views are called: with the app's name before them, whatever others are called."""
    found: dict[str, str] = {}
    for view in views:
        before = "".join(word.capitalize() for word in view.app.split("_"))
        for model in _models(view.loaded().returned, set()):
            if not model.__module__.startswith(_OURS):
                name = model.__name__ if model.__name__.startswith(before) else f"{before}{model.__name__}"
                found[model.__name__] = found[f"{model.__module__}.{model.__name__}".replace(".", "__")] = name
    return found


def _models(annotation: Any, seen: set[Any]) -> set[type[BaseModel]]:
    """The models a type is made of."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        if annotation not in seen:
            seen.add(annotation)
            for each in annotation.model_fields.values():
                _models(each.annotation, seen)
    else:
        for part in get_args(annotation):
            _models(part, seen)
    return seen


def _finish(operation: dict[str, Any], public: bool) -> None:
    operation["responses"].pop("422", None)
    operation["responses"]["default"] = {
        "description": "It could not be done.",
        "content": {MEDIA_TYPE: {"schema": {"$ref": PROBLEM}}},
    }
    if public:
        operation["security"] = []


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
