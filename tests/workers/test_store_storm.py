"""A short store storm with every test run; the long one is `make storm`."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.simulation.store_storm import storm
from tests.simulation.storm import Force

pytestmark = pytest.mark.xdist_group("workers")


def test_no_acknowledged_row_or_document_is_lost_among_processes_on_one_database(tmp_path: Path, url: str) -> None:
    """K-8: apps' rows, workflows, schedules, agents, projects, memory, plans and settings, kill -9 in between."""
    done = storm(tmp_path, url, Force(processes=2, writes=90, kills=2, seed=7))
    assert done.total > 45 and done.kills >= 1
    assert done.codes <= {"stale", "workflow_exists"}, done.refused
