"""Learned sentences: what a person let this machine keep, to be understood next time. One file people can read.

It is a file and not a table on purpose: it can be read, mended and deleted with any editor, it does not go to a
database on another machine, and no model is told of it.
"""

from __future__ import annotations

import logging
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path

import tomli_w
from pydantic import TypeAdapter, ValidationError

from aule.contracts.errors import Conflict, Corrupt, NotFound
from aule.contracts.talk.understanding import LearnedSentence
from aule.stores.home.atomic import Fingerprint, Glance
from aule.stores.home.folder import content_now, folder_lock, replace_private
from aule.text.words import fold

MOST = 2_000
"""Sentences that are kept; the oldest makes room."""
LARGEST = 2_000_000
PRIVATE_DIRECTORY = 0o700
HEADER = """\
# Sentences you let auleOS keep, to understand them next time. They stay on this machine.
# Remove or change any of them here, or with `aule understand --forget "…"`; it counts from the next sentence on.
"""
_SENTENCES = TypeAdapter(list[LearnedSentence])

log = logging.getLogger(__name__)


class LearnedFile:
    """Reads and writes the learned sentences; the file may change under it at any time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._glance = Glance(path)
        self._seen: Fingerprint | None = None
        self._known: tuple[LearnedSentence, ...] = ()

    def all(self) -> tuple[LearnedSentence, ...]:
        """The sentences as the file says now; those from before while it cannot be read."""
        seen = self._glance.fingerprint()
        if seen == self._seen:
            return self._known
        self._seen = seen
        try:
            content = b"" if seen is None else self.path.read_bytes()
            self._known = tuple(_parsed(content, self.path))
        except (OSError, Corrupt) as error:
            log.warning("%s The sentences from before stay in use.", error)
        return self._known

    def keep(self, sentence: LearnedSentence) -> None:
        """Keep a sentence; said again with another meaning, the new one counts."""
        self.path.parent.mkdir(mode=PRIVATE_DIRECTORY, parents=True, exist_ok=True)
        self._write(lambda known: [*(each for each in known if not _is_same(each, sentence.said)), sentence][-MOST:])

    def forget(self, said: str) -> LearnedSentence:
        """Remove a sentence, and give what it meant."""
        found = next((each for each in self.all() if _is_same(each, said)), None)
        if found is None:
            near = [each.said for each in self.all() if fold(said) in fold(each.said)][:5]
            raise NotFound(f"No sentence {said!r} was learned.", candidates=near, hint="List them to see their words.")
        self._write(lambda known: [each for each in known if not _is_same(each, said)])
        return found

    def _write(self, change: Callable[[Sequence[LearnedSentence]], Sequence[LearnedSentence]]) -> None:
        with folder_lock(self.path.parent) as folder:
            there = content_now(folder, self.path.name)
            if there is None and self.path.exists():
                raise self._changed()
            kept = change(_parsed(there or b"", self.path))
            tables = [tomli_w.dumps(each.model_dump(mode="json", exclude_defaults=True)) for each in kept]
            content = "\n".join([HEADER, *(f"[[sentences]]\n{table}" for table in tables)]).encode()
            if not replace_private(folder, self.path.name, content, there):
                raise self._changed()
        self._glance.again()
        self._seen = None

    def _changed(self) -> Conflict:
        return Conflict(f"{str(self.path)!r} is being changed by somebody else.", hint="Try it again.")


def _parsed(content: bytes, path: Path) -> Sequence[LearnedSentence]:
    """The sentences of a file; one that cannot be read is never overwritten."""
    if len(content) > LARGEST:
        raise Corrupt(f"{str(path)!r} is larger than {LARGEST} bytes.", hint="Remove sentences from it.")
    try:
        return _SENTENCES.validate_python(tomllib.loads(content.decode("utf-8")).get("sentences", []))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, ValidationError) as error:
        raise Corrupt(f"{str(path)!r} cannot be read: {error}.", hint="Mend it, or remove it.") from error


def _is_same(one: LearnedSentence, said: str) -> bool:
    return " ".join(fold(one.said).split()) == " ".join(fold(said).split())
