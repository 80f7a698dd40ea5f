"""What a person said once for several edits counts for edits of the project's files, and for nothing else."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from aule.contracts.access.approval import (
    Approval,
    ApprovalKind,
    ApprovalOption,
    Binding,
    Command,
    FileDiff,
    Patch,
    Preview,
)
from aule.contracts.access.capability import Call
from aule.terminal.decisions import Decider

EDIT = FileDiff(path="a.txt", diff="--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+b\n", added=1, removed=1)
GONE = FileDiff(path="a.txt", diff="--- a/a.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n", added=0, removed=1)
LONG = EDIT.model_copy(update={"path": "b.txt", "diff": "… 900000 characters (x)"})
RUN = Command(command="rm -rf .", folder=".", level="bubblewrap", timeout_s=1, hints=[])


def asked(preview: Preview, capability: str = "core.edit_file", **more: Any) -> Approval:
    """An approval as a session puts it before a person."""
    return Approval(
        id="apr_1",
        kind=more.pop("kind", ApprovalKind.WRITE),
        run="run_1",
        subject="call:c",
        title="t",
        preview=preview,
        options=[ApprovalOption(id="approve", label="Yes"), ApprovalOption(id="deny", label="No")],
        binds=Binding(content_hash="h"),
        call=Call(id="c", capability=capability, params={}, idempotency_key="c"),
        created_at="2026-01-01T00:00:00.000Z",
        **more,
    )


def known(decider: Decider, approval: Approval) -> bool:
    return cast(Any, decider)._known(approval.model_dump(mode="json")) is not None


@pytest.mark.parametrize(
    ("approval", "counts"),
    [
        (asked(EDIT), True),
        (asked(Patch(files=[EDIT, EDIT.model_copy(update={"path": "b.txt"})], added=2, removed=2)), True),
        (asked(EDIT, is_protected=True), False),
        (asked(Patch(files=[EDIT, GONE], added=1, removed=2)), False),
        (asked(Patch(files=[EDIT, LONG], added=1, removed=1)), False),
        (asked(EDIT.model_copy(update={"diff": "rename from b.txt\nrename to a.txt\n1 bytes (x)"})), False),
        (asked(GONE, "core.delete_file", kind=ApprovalKind.DELETE), False),
        (asked(RUN, "core.exec", kind=ApprovalKind.EXEC), False),
        (asked(Patch(files=[EDIT], added=1, removed=1), "conductor.create_agent"), False),
        (asked(EDIT).model_copy(update={"call": None}), False),
    ],
)
def test_a_yes_to_all_edits_is_no_yes_to_anything_else(approval: Approval, counts: bool) -> None:
    """CO-31: an agent that was told `a` for its edits makes no agents, runs nothing and removes nothing by that."""
    decider = Decider(cast(Any, SimpleNamespace()), all_edits=True)
    assert known(decider, approval) is counts


def test_a_yes_to_one_file_is_none_to_another() -> None:
    decider = Decider(cast(Any, SimpleNamespace()), files={"a.txt"})
    both = Patch(files=[EDIT, EDIT.model_copy(update={"path": "b.txt"})], added=2, removed=2)
    assert known(decider, asked(EDIT)) and not known(decider, asked(both))
    assert not known(decider, asked(GONE))
