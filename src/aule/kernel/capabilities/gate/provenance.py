"""Provenance: from whom each piece of text in a conversation came, read from its facts. Pure.

Text is private when it belongs to the person, and untrusted when somebody else may have written it. A project file is
both, unless the record of changes shows that its owner wrote it: nobody can tell a cloned or downloaded file from one
the person typed. Where private data and untrusted text are together, text could make an agent send data out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, assert_never, cast

from aule.contracts.access.capability import Effect, Provenance
from aule.contracts.errors import Problem
from aule.contracts.events.facts import (
    ApprovalDenied,
    ApprovalGranted,
    AskReceived,
    CallCompleted,
    CallFailed,
    CallStarted,
    Fact,
    MemoryRecalled,
    MessageAdded,
    TurnSteered,
)
from aule.contracts.runs.team import SEAT_CALLS, WAITING_CALLS

MEMORIES = "memories"
ATTACHMENTS = "attachments"
APP_DATA = "app_data"
OWNER_WORDS = "owner_words"
ASKED_ELSEWHERE = "asked_elsewhere"
SOURCES_WITH_WORDS = frozenset({MEMORIES, ATTACHMENTS, APP_DATA, OWNER_WORDS, ASKED_ELSEWHERE})
"""Sources other than capabilities; the kernel has its own words for them."""
MEMORY_SEARCH = "core.memory_search"
WEB_SEARCH = "core.web_search"
ASK_USER = "core.ask_user"

_NO_TEXT = frozenset(
    {"core.now", ASK_USER, "core.find_capabilities", *WAITING_CALLS, *SEAT_CALLS, "core.generate_image"}
)
"""Capabilities whose results hold neither private nor strangers' text; delegates' reads are counted separately."""
_OWNER_DOCUMENTS = frozenset(
    {"core.list_scheduled", "core.list_workflows", "core.show_workflow", "planner.show", "planner.list_plans"}
)
"""Capabilities whose results the person saw before they were stored."""
_TELLS_NOTHING = frozenset(
    {"not_found", "denied", "approval_expired", "blocked_by_policy", "not_allowed", "unknown_capability", "cancelled"}
    | {"invalid_params", "unknown_param", "missing_param", "invalid_url", "unsafe_url", "private_address"}
    | {"search_failed", "timeout", "output_scope_violation", "outside_scope", "write_blocked"}
)
"""Error codes that reveal nothing of a file or a record, unless they name candidates."""
_TELLS_NAMES = frozenset({"core.extract_archive"})
"""Writes whose results hold file names given by somebody else."""
_WORKFLOWS = frozenset({"core.run_workflow"})

LONG_MESSAGE = 600
"""Characters from which a message was probably pasted, so that somebody else may have written it."""
_ADDRESS = re.compile(r"\b[a-z][a-z0-9+.-]*://\S+", re.IGNORECASE)
_OPEN_ADDRESS = re.compile(r"https?://[^@\s]*", re.IGNORECASE)
"""A web address without a name or password in it."""
_KEY_IN_ADDRESS = re.compile(
    r"[?&#;][\w.-]*(?:token|key|secret|sig|signature|auth|code|session|sid|pass|passw\w*|pwd|senha)[\w.-]*=",
    re.IGNORECASE,
)
_SECRET_WORD = (
    r"(?:passwor[dt]|passphrase|passcode|pin|secret|token|credentials?|(?:api |access |private )?key|salary|diagnosis"
    r"|iban|senha|segredo|credenciais|chave|sal[aá]rio|diagn[oó]stico|cpf|cnpj|rg)"
)
_PERSONAL = re.compile(
    r"[\w.+-]+@[\w-]+\.\w"  # a mail address
    r"|\d{6,}"  # a number of an account, of a telephone
    r"|(?<!\d)(?!\d{4}-\d\d-\d\d)\d{2,}(?:[ .-]\d{2,}){2,}"  # numbers in groups, unless they are a date
    r"|\b(?=\w*[a-z]\d)(?=\w*\d[a-z])\w{8,}"  # a key or a code
    rf"|\b(?:my|our|meus?|minhas?|noss[oa]s?) (?:\w+ ){{0,2}}{_SECRET_WORD}\b"
    rf"|\b{_SECRET_WORD}\s*(?:is|are|was|é|era|=|:)\s*\S",
    re.IGNORECASE,
)


class TextKind(StrEnum):
    """Where a piece of text came from."""

    OWNER_WORDS = "owner_words"
    """The person typed it, and nothing in it looks personal."""
    OWNER_SECRET = "owner_secret"
    """The person typed it, and it looks personal: a number, a key, a password."""
    PASTED = "pasted"
    """A long message: the person sent it, and somebody else may have written it."""
    OWNER_FILE = "owner_file"
    OTHER_FILE = "other_file"
    """A file that came from elsewhere (cloned, downloaded, unpacked, mailed), or of unknown origin."""
    OWNER_DATA = "owner_data"
    OTHER_DATA = "other_data"
    """Data of an app or an attachment: the person's own, but possibly in a stranger's words."""
    KNOWN_MEMORY = "known_memory"
    OTHER_MEMORY = "other_memory"
    COMMAND_OUTPUT = "command_output"
    WEB = "web"


@dataclass(frozen=True, slots=True)
class TextPiece:
    """One piece of text in a conversation."""

    kind: TextKind
    source: str
    """The capability that returned it, or one of the sources the kernel has words for."""
    name: str = ""
    """The path or address the text is from."""
    text: str = ""
    addresses: tuple[str, ...] = ()
    """Of a search: the addresses it found."""
    requested: str = ""
    """Of a request: the address that was requested."""
    was_asked: bool = False
    """Of a request: whether a person approved this very one."""

    @property
    def is_unheard(self) -> bool:
        """Whether it is what a command is yet to print."""
        return self.kind is TextKind.COMMAND_OUTPUT and not self.text

    @property
    def is_private(self) -> bool:
        """Whether it belongs to the person and must not be sent out unasked."""
        return self.kind not in (TextKind.WEB, TextKind.OWNER_WORDS)

    @property
    def is_untrusted(self) -> bool:
        """Whether somebody else may have written it."""
        match self.kind:
            case (
                TextKind.PASTED
                | TextKind.OTHER_FILE
                | TextKind.OTHER_DATA
                | TextKind.OTHER_MEMORY
                | TextKind.COMMAND_OUTPUT
                | TextKind.WEB
            ):
                return True
            case (
                TextKind.OWNER_WORDS
                | TextKind.OWNER_SECRET
                | TextKind.OWNER_FILE
                | TextKind.OWNER_DATA
                | TextKind.KNOWN_MEMORY
            ):
                return False
            case _:
                assert_never(self.kind)

    @property
    def is_typed(self) -> bool:
        """Whether the person typed or pasted it."""
        return self.kind in (TextKind.OWNER_WORDS, TextKind.OWNER_SECRET, TextKind.PASTED)


@dataclass(frozen=True, slots=True)
class HeldText:
    """All text a conversation holds, in order."""

    pieces: tuple[TextPiece, ...] = ()

    @property
    def private(self) -> tuple[str, ...]:
        """The sources of private data."""
        return tuple(dict.fromkeys(piece.source for piece in self.pieces if piece.is_private))

    @property
    def untrusted(self) -> tuple[str, ...]:
        """The sources of text that somebody else may have written."""
        return tuple(dict.fromkeys(piece.source for piece in self.pieces if piece.is_untrusted))

    @property
    def is_mixed(self) -> bool:
        """Whether the conversation holds both private data and untrusted text."""
        return bool(self.private and self.untrusted)

    @property
    def is_mixed_beyond_commands(self) -> bool:
        """Whether it is mixed by more than what commands printed, and files whose every word was written here.

        Those are of the project itself, which a command in the box can read whatever the conversation holds.
        """
        of_project = (TextKind.COMMAND_OUTPUT, TextKind.OWNER_FILE)
        telling = [piece for piece in self.pieces if not piece.is_unheard]
        is_mixed = any(piece.is_private for piece in telling) and any(piece.is_untrusted for piece in telling)
        marked = [piece for piece in telling if piece.is_private or piece.is_untrusted]
        return is_mixed and any(piece.kind not in of_project for piece in marked)

    @property
    def has_command_output(self) -> bool:
        """Whether a command printed something here."""
        return any(piece.kind is TextKind.COMMAND_OUTPUT and not piece.is_unheard for piece in self.pieces)

    @property
    def typed(self) -> str:
        """All text the person typed themselves; pasted text may be somebody else's and is left out."""
        return "\n".join(piece.text for piece in self.pieces if piece.is_typed and not piece.is_untrusted)

    @property
    def found(self) -> tuple[str, ...]:
        """The addresses that searches found."""
        return tuple(dict.fromkeys(address for piece in self.pieces for address in piece.addresses))


def held_text_of(
    facts: Iterable[Fact], *, has_person: bool, unfold: Callable[[Any], Any] = lambda data: data
) -> HeldText:
    """Return the text of a conversation from its facts; `unfold` gives a large result its text back.

    Without a person in it (a schedule, a workflow), the words it began with may come from a file.
    """
    pieces: list[TextPiece] = []
    begun: dict[str, CallStarted] = {}
    for fact in facts:
        match fact:
            case MessageAdded(message=message) if message.role == "user":
                pieces.append(_typed_piece(message.content))
                pieces += [TextPiece(TextKind.OTHER_DATA, ATTACHMENTS, each.ref) for each in message.refs]
            case TurnSteered(message=message):
                pieces.append(_typed_piece(message))
            case ApprovalDenied(approval=approval) | ApprovalGranted(approval=approval) if approval.answer:
                pieces.append(_typed_piece(approval.answer))
            case AskReceived():
                pieces = _asked(fact, pieces, has_person=has_person)
            case MemoryRecalled(items=items):
                pieces += [_memory_piece(item.trust, item.content, MEMORIES) for item in items]
            case CallStarted(id=id):
                begun[id] = fact
                pieces += _attempt(fact)
            case CallCompleted(id=id) if fact.result.ok:
                pieces += _result(fact, begun.get(id), unfold)
            case CallFailed(id=id):
                pieces += _failure(fact, begun.get(id))
                pieces += [] if fact.result.data is None else _result(fact, begun.get(id), unfold)
            case _:
                pass
    return HeldText(tuple(pieces))


def without_addresses(piece: TextPiece, host: str) -> TextPiece:
    """Return a piece without the addresses of one host."""
    text = _ADDRESS.sub(lambda found: " " if f"://{host}" in found[0].lower() else found[0], piece.text)
    return replace(piece, text=text)


def kind_of_message(text: str) -> TextKind:
    """Return what a person's message is: plain words, something personal, or pasted text."""
    words = _ADDRESS.sub(" ", text)
    if len(words) > LONG_MESSAGE:
        return TextKind.PASTED
    return TextKind.OWNER_SECRET if is_personal(text) else TextKind.OWNER_WORDS


def is_personal(text: str) -> bool:
    """Return whether a text looks personal: a number, a key, a password, also inside an address."""
    if any(_opens_something(address) for address in _ADDRESS.findall(text)):
        return True
    return _PERSONAL.search(_ADDRESS.sub(" ", text)) is not None


def _opens_something(address: str) -> bool:
    """Return whether an address itself gives access, such as one with a key in it."""
    return _OPEN_ADDRESS.fullmatch(address) is None or _KEY_IN_ADDRESS.search(address) is not None


def kind_of_result(capability: str, effect: Effect, provenance: Provenance | None = None) -> TextKind | None:
    """Return what kind of text a capability returns; an unknown one counts as a stranger's private text."""
    if capability in _NO_TEXT:
        return None
    if capability in _WORKFLOWS:
        return TextKind.OTHER_DATA
    match effect:
        case Effect.EXTERNAL:
            return TextKind.WEB
        case Effect.EXEC:
            return TextKind.COMMAND_OUTPUT
        case Effect.READ:
            return _kind_of_reading(capability, provenance)
        case Effect.WRITE if capability in _TELLS_NAMES:
            return TextKind.OTHER_FILE
        case Effect.WRITE | Effect.DELETE | Effect.NAVIGATE:
            # An app answers with its records; what the core and the planner wrote is known, and what they read counts
            # by itself.
            return None if capability.startswith(("core.", "planner.")) else TextKind.OTHER_DATA
        case _:
            assert_never(effect)


def _kind_of_reading(capability: str, provenance: Provenance | None) -> TextKind:
    if capability in _OWNER_DOCUMENTS:
        return TextKind.OWNER_DATA
    is_owners = provenance is not None and provenance.is_owners
    if not capability.startswith("core."):
        return TextKind.OWNER_DATA if is_owners else TextKind.OTHER_DATA
    return TextKind.OWNER_FILE if is_owners else TextKind.OTHER_FILE


def instruction_piece(text: str) -> TextPiece:
    """Return the piece for what the person wrote for agents: it is theirs however long it is."""
    return TextPiece(TextKind.OWNER_SECRET if is_personal(text) else TextKind.OWNER_WORDS, OWNER_WORDS, text=text)


def _typed_piece(text: str) -> TextPiece:
    return TextPiece(kind_of_message(text), OWNER_WORDS, text=text)


def _asked(fact: AskReceived, pieces: list[TextPiece], *, has_person: bool) -> list[TextPiece]:
    """Return the pieces once it is known who asked: a message that a program relayed was not typed."""
    asked = TextPiece(TextKind.OTHER_DATA, ASKED_ELSEWHERE, text=fact.message)
    if not has_person:
        return [*pieces, asked]
    if not fact.is_relayed:
        return pieces
    return [asked if piece.is_typed and piece.text == fact.message else piece for piece in pieces]


def _memory_piece(trust: str, text: str, source: str) -> TextPiece:
    return TextPiece(TextKind.OTHER_MEMORY if trust == "untrusted" else TextKind.KNOWN_MEMORY, source, text=text)


def _attempt(call: CallStarted) -> list[TextPiece]:
    """Return the pieces that count once a call begins: a request was sent, whatever its answer."""
    kind = kind_of_result(call.capability, _effect_of(call))
    if kind is not TextKind.WEB and kind is not TextKind.COMMAND_OUTPUT:
        return []
    url = call.params.get("url")
    return [
        TextPiece(kind, call.capability, requested=url if isinstance(url, str) else "", was_asked=bool(call.approval))
    ]


def _result(
    fact: CallCompleted | CallFailed, call: CallStarted | None, unfold: Callable[[Any], Any]
) -> list[TextPiece]:
    if fact.capability == ASK_USER:
        return [_typed_piece("\n".join(_leaves(unfold(fact.result.data))))]
    kind = kind_of_result(fact.capability, _effect_of(call), fact.result.provenance)
    if kind is None:
        return []
    data = unfold(fact.result.data)
    if fact.capability == MEMORY_SEARCH:
        return [_memory_piece(trust, text, fact.capability) for trust, text in _memories(data)]
    name = "" if fact.result.provenance is None else fact.result.provenance.source
    addresses = tuple(_addresses(data)) if fact.capability == WEB_SEARCH else ()
    return [TextPiece(kind, fact.capability, name, "\n".join(_leaves(data)), addresses)]


def _failure(fact: CallFailed, call: CallStarted | None) -> list[TextPiece]:
    """Return the pieces a failed call revealed: an error may quote lines of a file."""
    error = fact.result.error
    if error is None or fact.capability in _NO_TEXT:
        return []
    text = "\n".join(_leaves(error.model_dump(mode="json")))
    if call is not None and (begun := _attempt(call)):
        return [replace(piece, text=text) for piece in begun]
    if error.code in _TELLS_NOTHING and not _names_others(error):
        return []
    return [TextPiece(_kind_of_reading(fact.capability, None), fact.capability, text=text)]


def _names_others(error: Problem) -> bool:
    """Return whether an error names existing things; names of capabilities do not count."""
    return bool(error.candidates or error.matches) and error.code not in ("unknown_capability", "unknown_param")


def _effect_of(call: CallStarted | None) -> Effect:
    """Return the effect a call was started with; an unrecorded or unknown one counts as reading."""
    return Effect(call.effect) if call is not None and call.effect in set(Effect) else Effect.READ


def _memories(data: Any) -> Iterator[tuple[str, str]]:
    for item in _rows(data, "items"):
        yield str(item.get("trust", "untrusted")), str(item.get("content", ""))


def _addresses(data: Any) -> Iterator[str]:
    for item in _rows(data, "results"):
        yield str(item.get("url", ""))


def _rows(data: Any, name: str) -> list[dict[str, Any]]:
    rows = cast("dict[str, Any]", data).get(name) if isinstance(data, dict) else None
    return [row for row in cast("list[Any]", rows) if isinstance(row, dict)] if isinstance(rows, list) else []


def _leaves(data: Any) -> Iterator[str]:
    """Yield all words and numbers of a value, keys included."""
    match data:
        case str():
            yield data
        case bool() | None:
            return
        case int() | float():
            yield str(data)
        case dict():
            for key, value in cast("dict[Any, Any]", data).items():
                yield str(key)
                yield from _leaves(value)
        case list():
            for item in cast("list[Any]", data):
                yield from _leaves(item)
        case _:
            return
