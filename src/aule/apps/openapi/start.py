"""What OpenAPI keeps while the system runs: documents as they were read last, and the secrets of the owner by name."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from aule.apps.openapi.app import openapi
from aule.apps.openapi.records import DocumentFacts, LeftOutPart, Operation
from aule.apps.openapi.words import hint, say
from aule.sdk import errors
from aule.sdk.system import Kernel

MOST_KEPT = 3
LARGEST = 24_000_000
CHILD = "aule.apps.openapi.document.reader"


@dataclass(frozen=True, slots=True)
class ReadDocument:
    """A document as it was read: its facts, and each operation with the server it names for itself."""

    facts: DocumentFacts
    operations: tuple[tuple[Operation, str], ...]


@dataclass(slots=True)
class Documents:
    """Documents by the hashes of their contents: a card and what it approves read the same one."""

    kernel: Kernel
    _kept: dict[tuple[str, str], ReadDocument] = field(default_factory=dict[tuple[str, str], ReadDocument])
    _reading: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def read(self, sha256: str, file: BinaryIO, first: str, locale: str) -> ReadDocument:
        """Return what a document says, read in a limited child; of an archive, what begins with its first file."""
        async with self._reading:
            found = self._kept.get((sha256, first))
            if found is None:
                found = await _read(file, first, locale)
                while len(self._kept) >= MOST_KEPT:
                    del self._kept[next(iter(self._kept))]
                self._kept[sha256, first] = found
            return found

    def secret(self, name: str) -> str | None:
        """Return a secret of the owner, or None where it is not set."""
        return self.kernel.secrets.get(name)


async def _read(file: BinaryIO, first: str, locale: str) -> ReadDocument:
    from aule.sdk.limited import ChildDied, ChildLimits, LimitedCall, limited_lines  # loads the sandbox

    facts: DocumentFacts | None = None
    operations: list[tuple[Operation, str]] = []
    left_out: list[LeftOutPart] = []
    call = LimitedCall(
        CHILD, {"first": first}, limits=ChildLimits(cpu_s=120, silent_s=180, line=2_000_000, printed=120_000_000)
    )
    try:
        async with aclosing(limited_lines(file.fileno(), call)) as lines:
            async for line in lines:
                match line:
                    case {"problem": str(key), "detail": detail}:
                        raise _refused(key, str(detail), locale)
                    case {"facts": said}:
                        facts = DocumentFacts.model_validate(said)
                    case {"operation": said, "server": server}:
                        operations.append((Operation.model_validate(said), str(server)))
                    case {"left_out": said}:
                        left_out.append(LeftOutPart.model_validate(said))
                    case _:
                        raise _refused("no_document", "", locale)
    except (ChildDied, errors.TimedOut, errors.TooLarge):
        raise _refused("too_costly", "", locale) from None
    if facts is None:
        raise _refused("no_document", "", locale)
    return ReadDocument(facts.model_copy(update={"left_out": [*facts.left_out, *left_out]}), tuple(operations))


def _refused(key: str, detail: str, locale: str) -> errors.Invalid:
    return errors.Invalid(
        say(f"document_{key}", locale, detail=detail),
        code="openapi_document",
        hint=hint(f"document_{key}", locale),
        field="artifact",
    )


def own(thing: Any) -> Documents:
    """Return what the app keeps."""
    assert isinstance(thing, Documents)
    return thing


openapi.on_start(Documents)
