"""Records on a terminal: what goes comes first, and what must be typed is typed by a person (K-4, K-17)."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any, cast

import pytest
from tests.cli.test_following import client_of
from tests.kernel.club import open_club

from aule.cli.commands.call import use
from aule.contracts.access.approval import Cascade, FieldChange, RecordChange, Records, TableCount
from aule.terminal.console import Console
from aule.terminal.exits import Reported
from aule.terminal.records import show_records
from aule.testing.system import system

EDITED = RecordChange(
    op="update",
    kind="key_result",
    id="kr-11",
    title="NPS\x1b[2J",
    path=["Growth", "Clients"],
    fields=[FieldChange(name="target", before=50, after=60), FieldChange(name="owner", after=None, note="worked out")],
    warnings=["Above 100 %."],
)
GONE = RecordChange(
    op="delete",
    kind="objective",
    id="obj-7",
    title="Churn",
    cascade=Cascade(counts={"kr": 3, "fca": 0}, examples=["A"]),
)
MADE = RecordChange(op="create", kind="objective", title="New", fields=[FieldChange(name="weight", after=2)])


def test_removals_come_first_and_fields_show_what_they_were(capsys: pytest.CaptureFixture[str]) -> None:
    tables = [TableCount(name="objectives", create=1, delete=4)]
    records = [EDITED, MADE, GONE]
    shown = Records(summary="Three things", records=records, total=9, tables=tables, confirm="Churn")
    show_records(Console(), cast("Any", shown.model_dump(mode="json")))
    assert capsys.readouterr().out.splitlines() == [
        "Three things",
        "− objective obj-7: Churn",
        "    goes with it: 3 × kr",
        "      − A",
        "~ key result kr-11: NPS⟦U+001B⟧[2J  (Growth › Clients)",
        "    target: 50 → 60",
        "    owner: – → –  (worked out)",
        "    ! Above 100 %.",
        "+ objective: New",
        "    weight: 2",
        "… 6 more",
        "WHAT        NEW  REMOVED",
        "objectives  1    4",
        "To allow this, “Churn” has to be typed.",
    ]


class Person(Console):
    """Somebody at a terminal, who types when asked."""

    def __init__(self, keyboard: int, answers: list[bytes]) -> None:
        super().__init__()
        self._keyboard, self._answers = keyboard, iter(answers)

    async def ask(self, prompt: str) -> str:
        """Type the next answer."""
        os.write(self._keyboard, next(self._answers))
        return await super().ask(prompt)


async def test_no_flag_types_for_a_person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """K-17: `--yes` lets a plain write happen and leaves what must be typed waiting; on a terminal it is typed."""
    club = open_club("Ana Lima", "Bia")
    async with system(tmp_path, apps=[club.app]) as running, client_of(running) as client:
        assert await use(client, Console(), "club.edit", ["id=m-2", "name=Eva"], yes=True) == 0
        with pytest.raises(Reported) as caught:
            await use(client, Console(), "club.remove", ["name=m-1"], yes=True)
        assert (caught.value.report["code"], club.members) == ("approval_required", {"m-1": "Ana Lima", "m-2": "Eva"})
        keyboard, terminal = os.openpty()
        with os.fdopen(terminal) as keys:
            monkeypatch.setattr(sys, "stdin", keys)
            person = Person(keyboard, [b"yes\n", b"ana  LIMA\n"])
            person.interactive = True
            assert await use(client, person, "club.remove", ["name=m-1"]) == 0
        os.close(keyboard)
        assert list(club.members) == ["m-2"]


async def test_what_may_be_meant_is_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with system(tmp_path, apps=[open_club("Ana", "Ana").app]) as running, client_of(running) as client:
        with pytest.raises(Reported) as caught:
            await use(client, Console(), "club.look_up", ["name=Ana"])
        Console().problem(caught.value.report)
    assert "  m-2: Ana — Club › Team (active)" in capsys.readouterr().err.splitlines()
