"""The ways of rows without a database: what is wrong with each."""

from __future__ import annotations

import io

from aule.apps.atlas.importing.destinations import Routes
from aule.apps.atlas.importing.reader import open_file
from aule.apps.atlas.importing.relations import in_order


def problems_of(text: str) -> list[str]:
    """Why rows of a file cannot be taken, where nothing is stored yet."""
    content = text.encode()
    parcel = open_file(io.BytesIO(content), len(content))
    routes = Routes(parcel, "c", "c")
    for table in in_order(parcel.stacks):
        for candidate in routes.read(table, enumerate(parcel.open(table)), -1):
            routes.outer |= {(of, id): None for _, of, id in candidate.outer}
            routes.settle_outer(candidate)
    return [problem.text("en") for problem in routes.problems]
