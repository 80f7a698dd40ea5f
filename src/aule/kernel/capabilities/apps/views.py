"""Views and downloads: data an app shows to people, without a run and without any effect."""

from __future__ import annotations

import re
from collections.abc import AsyncIterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, get_type_hints

from aule.contracts.errors import Invalid
from aule.contracts.model import JsonObject
from aule.kernel.capabilities.apps.reads import Reading
from aule.kernel.capabilities.signature import Body, Signature, read_signature
from aule.text.words import is_whole

LONGEST = 2_000
"""Characters one parameter of a view may have."""
LANGUAGE = "locale"
"""A parameter that every view accepts and none declares."""
_NAME = re.compile(r"^[a-z][a-z0-9_]{0,59}$")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Download:
    """A file that is sent while it is being made."""

    name: str
    """The file name it is saved under."""
    mime: str
    chunks: AsyncIterable[bytes]


class Shown(Protocol):
    """A view as an app brings it: described at once, its function there when somebody looks."""

    @property
    def app(self) -> str:
        """The app it is of."""
        ...

    @property
    def name(self) -> str:
        """Its name within the app."""
        ...

    @property
    def description(self) -> str:
        """What it shows."""
        ...

    @property
    def params(self) -> JsonObject:
        """The schema of its parameters."""
        ...

    @property
    def is_download(self) -> bool:
        """Whether it returns a file."""
        ...

    def loaded(self) -> View:
        """Return it with its function; the app's code is loaded if it is not there yet."""
        ...


@dataclass(frozen=True, slots=True)
class View:
    """A page of data, or a file to download."""

    app: str
    name: str
    description: str
    signature: Signature
    body: Body
    returned: Any
    """The return type of its function."""

    @property
    def params(self) -> JsonObject:
        """The schema of its parameters."""
        return self.signature.params

    def loaded(self) -> View:
        """Return itself: its function is there."""
        return self

    @property
    def is_download(self) -> bool:
        """Whether it returns a file."""
        return self.returned is Download

    async def look(self, reading: Reading, asked: Mapping[str, list[str]]) -> Any:
        """Return what the view shows for query parameters, all of them text."""
        bound = self.signature.bind({name: self._value(name, words) for name, words in asked.items()})
        return await self.body(reading, **bound.values)

    def _value(self, name: str, words: list[str]) -> str | list[str]:
        for word in words:
            if len(word) > LONGEST or _CONTROL.search(word) or not is_whole(word):
                raise Invalid(
                    f"{name}: at most {LONGEST} characters are taken, and none that control something.",
                    code="invalid_param",
                    field=name,
                    hint="Shorten it, and take out line ends.",
                )
        if self.signature.params["properties"].get(name, {}).get("type") == "array":
            return words
        if len(words) > 1:
            raise Invalid(
                f"The parameter {name!r} is given {len(words)} times.",
                code="invalid_param",
                field=name,
                hint="Give it once.",
            )
        return words[0]


def read_view(app: str, name: str, function: Body, *, is_download: bool = False) -> View:
    """Return a view described by its function's signature."""
    if not _NAME.match(name):
        raise ValueError(f"{name!r} is no name of a view: lower-case letters, digits and underscores")
    if not function.__doc__:
        raise TypeError(f"the view {name!r} needs a docstring: it stands in the description of the API")
    returned = get_type_hints(function, include_extras=True).get("return")
    if returned is None or (returned is Download) is not is_download:
        raise TypeError(f"the view {name!r} says with its return type what it shows; only a download gives a Download")
    signature = read_signature(function, Reading, returns=not is_download)
    if not signature.takes_context:
        raise TypeError(f"Reading comes first in the view {name!r}")
    if LANGUAGE in signature.params["properties"]:
        raise TypeError(f"the view {name!r} gets its language from its Reading, not from a parameter {LANGUAGE!r}")
    if "$defs" in signature.params:
        raise TypeError(f"the parameters of the view {name!r} are plain: words, numbers, Literal, lists of words")
    return View(app, name, " ".join(function.__doc__.split()), signature, function, returned)
