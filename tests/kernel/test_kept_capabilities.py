"""Capabilities that come while the system runs: they take nothing from what was there, and go when they are gone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from aule.boot import installed_apps
from aule.contracts.access.capability import Capability, Effect
from aule.contracts.errors import UnknownCapability
from aule.contracts.model import JsonObject
from aule.kernel.capabilities.registry import Registered, Registry
from aule.sdk.run_time import by_schema


class Brought:
    """A capability that an app brings later."""

    def __init__(self, name: str, description: str = "A thing.") -> None:
        self.name = name
        self.aliases: Sequence[str] = ()
        self.presets: Mapping[str, JsonObject] = {}
        self.capability = Capability(
            name=name,
            app="later",
            category="later",
            title="Later",
            description=description,
            params={"type": "object", "properties": {}},
            returns={},
            effect=Effect.READ,
        )

    def registered(self) -> Registered:
        """Return it with a function."""

        async def call() -> None:
            return None

        return by_schema(self.capability, call)


def registry() -> Registry:
    """Return a registry with what comes with the system."""
    made = Registry()
    for app in installed_apps():
        made.add(app.capabilities)
    return made


def test_what_comes_later_takes_no_name_and_makes_none_ambiguous() -> None:
    """TL-10: neither a full name, nor a bare one, nor an alias of what was there."""
    known = registry()
    before = known.get("read_file")
    known.replace("later", [Brought("tool.read_file"), Brought("core.write_file"), Brought("tool.fresh")])
    assert known.get("read_file") is before
    assert known.get("core.write_file").app == "core"
    assert (known.get("fresh").name, known.get("tool__fresh").name) == ("tool.fresh", "tool.fresh")


def test_what_is_gone_is_gone_and_what_stays_is_the_same_object() -> None:
    """TL-11: each replacement is the whole of what the app brings; toolsets rely on the same objects."""
    known = registry()
    known.replace("later", [Brought("tool.one"), Brought("tool.two")])
    one = known.get("tool.one")
    known.replace("later", [Brought("tool.one"), Brought("tool.two", "Another thing.")])
    assert known.get("tool.one") is one
    assert known.get("tool.two").description == "Another thing."
    known.replace("later", [Brought("tool.one")])
    with pytest.raises(UnknownCapability):
        known.get("tool.two")
    known.replace("later", [])
    assert not [each.name for each in known.all() if each.name.startswith("tool.")]
