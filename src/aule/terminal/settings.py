"""Settings that are typed after `--with`: `name=value`, or `name.KEY=value` where there are several of one kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aule.contracts.errors import Invalid
from aule.terminal.follow import YES


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting as it was typed."""

    name: str
    key: str
    """What stands after the dot; empty for one without a key."""
    value: str

    @property
    def is_yes(self) -> bool:
        """Whether its value says yes."""
        return self.value.casefold() in YES


def read_setting(text: str, known: Sequence[str]) -> Setting:
    """Return a setting, or refuse one that is not known; `secret.NAME` in `known` stands for one with a key."""
    before, equals, value = text.partition("=")
    name, dot, key = before.partition(".")
    if not equals:
        raise Invalid(f"{text!r} is not of the form name=value.", field="settings", hint="For example: local=yes")
    has_key = {each.partition(".")[0]: "." in each for each in known}
    if has_key.get(name) is not bool(dot):
        raise Invalid(f"There is no setting {before!r}.", field="settings", candidates=list(known))
    return Setting(name, key, value)
