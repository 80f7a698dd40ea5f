"""Tables are what the events say, whatever the story and however it was written."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from tests.conformance.conftest import PostgresServer
from tests.conformance.stories import Line, stories
from tests.conformance.world import contents, journal_on, opened, replay

from aule.contracts.errors import Conflict
from aule.stores.log.events import Events

pytestmark = pytest.mark.xdist_group("postgres")

quietly = settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@given(story=stories)
@settings(quietly, max_examples=60)
def test_replaying_all_events_gives_the_same_tables_on_sqlite(story: list[Line]) -> None:
    """K-9: state tables are projections."""
    logging.disable(logging.ERROR)  # a run that starts twice is refused and logged, which is not the point here
    try:
        with TemporaryDirectory() as directory:
            places = iter(range(3))
            asyncio.run(_tell(story, lambda: f"sqlite:///{Path(directory) / f'{next(places)}.db'}"))
    finally:
        logging.disable(logging.NOTSET)


@given(story=stories)
@settings(quietly, max_examples=15)
def test_replaying_all_events_gives_the_same_tables_on_postgres(postgres: PostgresServer, story: list[Line]) -> None:
    """K-9: state tables are projections."""
    logging.disable(logging.ERROR)
    try:
        urls = iter([postgres.new_database(), postgres.new_database()])
        asyncio.run(_tell(story, lambda: next(urls)))
    finally:
        logging.disable(logging.NOTSET)


async def _tell(story: list[Line], new_url: Callable[[], str]) -> None:
    async with opened(new_url()) as told, opened(new_url()) as retold:
        async with journal_on(told) as journal:
            for line in story:
                try:
                    match line.way:
                        case "put":
                            journal.put(line.fact, run=line.run)
                        case "transaction":
                            async with journal.transaction() as record:
                                record.put(line.fact, run=line.run)
                        case way:
                            await journal.write(line.fact, run=line.run, durable=way == "durable")
                except Conflict:
                    pass  # a run that had started already
        await replay(await Events(told).read(0), retold)
        assert await contents(retold) == await contents(told)


@given(story=stories)
@settings(quietly, max_examples=5)
def test_a_store_of_one_kind_can_be_replayed_into_the_other(postgres: PostgresServer, story: list[Line]) -> None:
    logging.disable(logging.ERROR)
    try:
        with TemporaryDirectory() as directory:
            urls = iter([f"sqlite:///{Path(directory) / 'aule.db'}", postgres.new_database()])
            asyncio.run(_tell(story, lambda: next(urls)))
    finally:
        logging.disable(logging.NOTSET)
