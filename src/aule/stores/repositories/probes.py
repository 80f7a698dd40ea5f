"""Probes: what models showed they can do."""

from __future__ import annotations

from sqlalchemy import bindparam

from aule.contracts.events.facts import ModelProbed
from aule.contracts.talk.catalog import ProbeFacts
from aule.stores.repositories.repository import Repository, Row
from aule.stores.source import Source
from aule.stores.tables import probes

_c = probes.c


def _probe(row: Row) -> ModelProbed:
    return ModelProbed.model_validate_json(row[0])


_ITEMS = Repository("probe", (_c.doc,), key=_c.model, order=(_c.provider, _c.model), thing=_probe)
_ONE = _ITEMS.query.where(_c.provider == bindparam("provider"), _c.model == bindparam("model"))
_ALL = _ITEMS.query.order_by(_c.provider, _c.model)


class Probes:
    """Reads the outcome of probes."""

    def __init__(self, source: Source) -> None:
        self._source = source

    async def find(self, provider: str, model: str) -> ProbeFacts | None:
        """What a model showed when it was last tried, or None."""
        found = await _ITEMS.all(self._source, _ONE, provider=provider, model=model)
        return ProbeFacts.model_validate(found[0].facts) if found else None

    async def all(self) -> dict[tuple[str, str], ProbeFacts]:
        """Every outcome, by provider and model."""
        found = await _ITEMS.all(self._source, _ALL)
        return {(probe.provider, probe.model): ProbeFacts.model_validate(probe.facts) for probe in found}
