"""Writes of a batch are put together, and what happens to a row still happens in its order."""

from __future__ import annotations

from random import Random

from aule.stores.rounds import READS, grouped
from aule.stores.statements import Write
from aule.stores.tables import calls, runs, search, usage_days

STATEMENTS = {
    "start": runs.insert(),
    "end": runs.update(),
    "call": calls.insert(),
    "called": calls.update(),
    "day": usage_days.insert(),
    "word": search.insert(),
}
TABLES = {"start": runs, "end": runs, "call": calls, "called": calls, "day": usage_days, "word": search}


def test_no_write_passes_another_that_it_depends_on() -> None:
    """K-9: any order of writes keeps its outcome, whichever of them are put together."""
    for seed in range(300):
        chance = Random(seed)
        names = [chance.choice(list(STATEMENTS)) for _ in range(chance.randint(1, 40))]
        writes = [Write(STATEMENTS[name], {"n": n}) for n, name in enumerate(names)]
        order = [values["n"] for group in grouped(writes) for values in group.values]
        assert sorted(order) == list(range(len(names)))
        place = {n: at for at, n in enumerate(order)}
        for early in range(len(names)):
            for late in range(early + 1, len(names)):
                one, other = TABLES[names[early]], TABLES[names[late]]
                depends = one is other or one in READS.get(other, ()) or other in READS.get(one, ())
                assert not depends or place[early] < place[late], (seed, names)


def test_many_steps_take_few_statements() -> None:
    """OS-22: a batch of calls is two statements, not one for each."""
    writes = [Write(STATEMENTS[name], {}) for _ in range(100) for name in ("call", "word")]
    assert len(grouped(writes)) == 2
