"""What private and untrusted mean (K-3, S8): two words, defined once."""

from __future__ import annotations

import pytest

from aule.boot import installed_apps
from aule.contracts.capability import Capability, Effect
from aule.contracts.events import MemoryRecalled, MessageAdded
from aule.contracts.memory import Layer, MemoryItem, MemoryKind
from aule.contracts.messages import Attachment, Message
from aule.kernel.capabilities.taint import Taint, gives_private, gives_untrusted, taint_of


def capabilities() -> dict[str, Capability]:
    """Everything the built-in apps can do."""
    return {each.capability.name: each.capability for app in installed_apps() for each in app.capabilities}


def memory(trust: str) -> MemoryRecalled:
    item = MemoryItem(
        id="m", layer=Layer.LONG_TERM, scope="user", kind=MemoryKind.FACT, content="x", source="s",
        trust=trust, created_at="t",  # type: ignore[arg-type]
    )  # fmt: skip
    return MemoryRecalled(items=[item])


def message(*refs: str) -> MessageAdded:
    attached = [Attachment(ref=ref, title="t") for ref in refs]
    return MessageAdded(message=Message(id="m", conversation="c", role="user", content="x", refs=attached, ts="t"))


def test_every_capability_that_reads_gives_something_private_unless_it_is_known_not_to() -> None:
    """A new one is private until somebody says otherwise, so that nothing is forgotten."""
    harmless = {
        name
        for name, each in capabilities().items()
        if each.effect in (Effect.READ, Effect.EXEC) and not gives_private(each)
    }
    assert harmless == {"core.now", "core.ask_user", "core.find_capabilities", "core.delegate"}


def test_everything_from_outside_is_untrusted() -> None:
    untrusted = {name for name, each in capabilities().items() if gives_untrusted(each)}
    assert {"core.web_fetch", "core.web_search", "core.run_workflow"} <= untrusted
    assert "core.generate_image" not in untrusted and "core.read_file" not in untrusted
    outside = {name for name, each in capabilities().items() if each.effect is Effect.EXTERNAL}
    assert outside - untrusted == {"core.generate_image"}


@pytest.mark.parametrize(
    ("used", "mixed"),
    [
        ([], False),
        (["core.read_file"], False),
        (["core.web_fetch", "core.web_search"], False),
        (["core.web_fetch", "core.create_note", "core.now"], False),
        (["core.web_search", "core.memory_search"], True),
        (["core.read_artifact", "core.web_fetch"], True),
        (["core.run_workflow"], True),
    ],
)
def test_only_both_together_are_mixed(used: list[str], mixed: bool) -> None:
    known = capabilities()
    assert taint_of([known[name] for name in used]).is_mixed is mixed


def test_memories_and_attachments_count() -> None:
    assert taint_of([], [memory("user")]) == Taint(("memories",), ())
    assert taint_of([], [memory("untrusted")]) == Taint(("memories",), ("memories",))
    assert taint_of([], [MemoryRecalled(items=[])]) == Taint()
    assert taint_of([], [message()]) == Taint()
    assert taint_of([], [message("file:home/a.txt")]) == Taint(("attachments",), ())
    assert taint_of([], [message("file:home/a.txt", "artifact:a")]) == Taint(("attachments",), ("attachments",))
