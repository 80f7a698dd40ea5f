"""Sources of the catalogue: added, asked and removed by the owner alone. Nothing is fetched by itself."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, cast

from pydantic import Field

from aule.apps.additions import queries
from aule.apps.additions import tables as t
from aule.apps.additions.addresses import folder_of, is_web, read_address
from aule.apps.additions.app import additions
from aule.apps.additions.index_file import Index, read_index
from aule.apps.additions.records import (
    LARGEST_FILE,
    LARGEST_INDEX,
    MOST_BYTES,
    MOST_FORMER,
    EntryProblem,
    Former,
    KeptEntry,
    RefreshedSource,
    SignatureState,
    Snapshot,
    Source,
    SourceId,
)
from aule.apps.additions.start import BUILT_IN, HERE, Catalogue
from aule.apps.additions.transfers import Transfer, transfer_of
from aule.apps.additions.words import hint, say
from aule.sdk import (
    Context,
    Effect,
    FieldChange,
    RecordChange,
    Records,
    Row,
    RowWrite,
    Table,
    errors,
    is_by_owner,
)
from aule.sdk.signatures import LARGEST as LARGEST_SIGNATURE
from aule.sdk.signatures import BadSignature, check, read_key
from aule.text.hashing import bytes_hash

Address = Annotated[
    str,
    Field(
        min_length=1,
        max_length=500,
        description="A folder, the https address of an index, its folder or a repository (.git).",
    ),
]
Key = Annotated[
    str | None, Field(max_length=300, description="The public key of minisign that its index has to be signed with.")
]
Local = Annotated[bool, Field(description="Whether the address may be on this machine or in its network.")]


async def _show_add(
    context: Context, source: SourceId, address: Address, key: Key = None, local: Local = False
) -> Records:
    refuse_others(context)
    made = await _new(context, source, address, key, local=local)
    shown = {"address": made.address, "key": made.key, "local": made.is_local or None}
    fields = [FieldChange(name=name, before=None, after=str(value)) for name, value in shown.items() if value]
    record = RecordChange(op="create", kind="source", id=source, title=source, fields=fields)
    return Records(summary=say("source_added", context.locale, id=source), records=[record], total=1)


@additions.capability(
    effect=Effect.WRITE,
    title={"en": "Add a source to the catalogue", "pt": "Adicionar uma fonte ao catálogo"},
    category="catalogue",
    targets=["address"],
    reversible=True,
    internal=True,
    anywhere=True,
    preview=_show_add,
)
async def add_source(
    context: Context, source: SourceId, address: Address, key: Key = None, local: Local = False
) -> Source:
    """Keep a folder or an address as a source of the catalogue. Nothing is read or fetched before it is asked."""
    refuse_others(context)
    await context.write_turn()
    made = await _new(context, source, address, key, local=local)
    await _write(context, [RowWrite(t.sources, None, _row(made))], source, "create", "source_added")
    return made


async def _show_refresh(context: Context, source: SourceId) -> Table:
    refuse_others(context)
    _, found = await queries.found_source(context.reading.source, source, context.locale)
    locale = context.locale
    rows = [
        [say("row_source", locale), found.id],
        [say("row_address", locale), found.address],
        [say("row_signature", locale), found.key or say("row_no_key", locale)],
    ]
    return Table(columns=[say("column_what", locale), say("column_value", locale)], rows=rows, total=len(rows))


@additions.capability(
    effect=Effect.EXTERNAL,
    title={"en": "Ask a source of the catalogue", "pt": "Consultar uma fonte do catálogo"},
    category="catalogue",
    targets=["source"],
    internal=True,
    anywhere=True,
    preview=_show_refresh,
    timeout_s=600,
)
async def refresh_source(context: Context, source: SourceId) -> RefreshedSource:
    """Read what a source offers now, with its files, and keep it. Nothing of it is added by that."""
    refuse_others(context)
    row, found = await queries.found_source(context.reading.source, source, context.locale)
    context.progress(say("asking", context.locale, address=found.address), 0.0)
    transfer = transfer_of(found, _own(context).kernel.documents.home.path, context.locale)
    try:
        came = await _fetched(context, found, transfer)
    finally:
        transfer.close()
    after = came.source
    await context.write_turn()
    if await queries.source_row(context.reading.source, source) != row:
        raise errors.Conflict(
            say("source_changed", context.locale, id=source), code="stale", hint=hint("source_changed", context.locale)
        )
    writes = [RowWrite(t.sources, row, _row(after)), *await _file_writes(context, source, came.files)]
    await _write(context, writes, source, "update", "source_asked")
    context.cite(found.address)
    return _refreshed(found, after)


async def _show_removal(context: Context, source: SourceId) -> Records:
    refuse_others(context)
    _, found = await queries.found_source(context.reading.source, source, context.locale)
    record = RecordChange(op="delete", kind="source", id=found.id, title=found.address)
    return Records(summary=say("source_removed", context.locale, id=source), records=[record], total=1)


@additions.capability(
    effect=Effect.DELETE,
    title={"en": "Remove a source from the catalogue", "pt": "Remover uma fonte do catálogo"},
    category="catalogue",
    targets=["source"],
    reversible=True,
    internal=True,
    anywhere=True,
    preview=_show_removal,
)
async def remove_source(context: Context, source: SourceId) -> str:
    """Remove a source and what it offered. What was added from it stays; undo brings the source back."""
    refuse_others(context)
    await context.write_turn()
    row, _ = await queries.found_source(context.reading.source, source, context.locale)
    files = await queries.file_rows(context.reading.source, source)
    writes = [RowWrite(t.sources, row, None), *(RowWrite(t.files, each, None) for each in files)]
    await _write(context, writes, source, "delete", "source_removed")
    return source


def refuse_others(context: Context) -> None:
    """Refuse whoever is not the owner at a door for people: no agent, workflow or file chooses what is offered."""
    if not is_by_owner(context):
        raise errors.Refused(
            say("owner_only", context.locale), code="catalogue_owner_only", hint=hint("owner_only", context.locale)
        )


@dataclass(frozen=True, slots=True)
class _Fetched:
    """A source as it offers itself now, and the files it has by their hashes; those that were here are left out."""

    source: Source
    files: dict[str, bytes | None]


async def _new(context: Context, id: str, address: str, key: str | None, *, local: bool) -> Source:
    locale, own = context.locale, _own(context)
    if id in {BUILT_IN, HERE, *own.built_in} or await queries.source_row(context.reading.source, id) is not None:
        raise errors.Conflict(say("source_exists", locale, id=id), code="source_exists", field="source")
    kept = read_address(address, own.kernel.documents.home.path, is_local=local, locale=locale)
    if key:
        try:
            read_key(key)
        except BadSignature:
            raise errors.Invalid(
                say("bad_key", locale), code="bad_key", field="key", hint=hint("bad_key", locale)
            ) from None
    return Source(
        id=id,
        address=kept,
        is_local=local and is_web(kept),
        key=key.strip() if key else None,
        key_from="owner" if key else None,
        added_at=context.ambient.timestamp(),
    )


async def _fetched(context: Context, found: Source, transfer: Transfer) -> _Fetched:
    """Bring the index of a source, its signature and its files, each held against what is known."""
    own, locale = _own(context), context.locale
    _, name = folder_of(found.address)
    content = await transfer.read(name, LARGEST_INDEX)
    signature = await _optional(transfer, f"{name}.minisig", LARGEST_SIGNATURE)
    index = read_index(content, own.kinds(), locale)
    key, state, comment = _signed(found, index, content, signature, locale)
    files, entries = await _files(context, found, index.entries, transfer)
    snapshot = Snapshot(
        title=index.title,
        homepage=index.homepage,
        hash=bytes_hash(content),
        commit=transfer.commit,
        fetched_at=context.ambient.timestamp(),
        signature=state,
        comment=comment[:200],
        notes=index.notes,
    )
    former = {name: [*each] for name, each in found.former.items()}
    kept = [await _remembered(context, found, each, files, former) for each in entries]
    update = {"snapshot": snapshot.model_copy(update={"entries": kept}), "former": former, "key": key}
    key_from = found.key_from or ("source" if key is not None else None)
    return _Fetched(found.model_copy(update={**update, "key_from": key_from}), files)


def _signed(
    found: Source, index: Index, content: bytes, signature: bytes | None, locale: str
) -> tuple[str | None, SignatureState, str]:
    """Return the key to go by from now on, and what the signature is worth; refuse one that does not hold.

    Once a source was signed, an index without a signature, or with one of another key, is refused.
    """
    if signature is None:
        if found.key is not None:
            raise errors.Refused(
                say("signature_missing", locale, id=found.id),
                code="signature_missing",
                hint=hint("signature_missing", locale),
            )
        return None, "none", ""
    key = found.key or index.key
    if key is None:
        return None, "no_key", ""
    try:
        return key, "signed", check(content, signature, read_key(key))
    except BadSignature as error:
        raise errors.Refused(
            say("signature_wrong", locale, id=found.id, reason=str(error)),
            code="signature_wrong",
            hint=hint("signature_wrong", locale),
        ) from None


async def _optional(transfer: Transfer, path: str, most: int) -> bytes | None:
    try:
        return await transfer.read(path, most)
    except errors.NotFound:
        return None


async def _files(
    context: Context, found: Source, entries: Sequence[KeptEntry], transfer: Transfer
) -> tuple[dict[str, bytes | None], list[KeptEntry]]:
    """Return the files that entries name, by their hashes, and the entries with what is wrong with theirs.

    A file whose hash is here already is not fetched again.
    """
    here = await queries.hashes(context.reading.source, found.id)
    files: dict[str, bytes | None] = {}
    judged: list[KeptEntry] = []
    room = MOST_BYTES
    for number, kept in enumerate(entries, start=1):
        problem = kept.problem
        for path, sha256 in _wanted(kept):
            if sha256 in here or sha256 in files:
                files.setdefault(sha256, None)
                continue
            context.progress(say("fetching", context.locale, path=path), number / (len(entries) + 1))
            content, wrong = await _file(transfer, path, sha256, min(LARGEST_FILE, room))
            if content is None:
                problem = wrong
                break
            files[sha256] = content
            room -= len(content)
        judged.append(kept.model_copy(update={"problem": problem}))
    return files, judged


def _wanted(kept: KeptEntry) -> Iterable[tuple[str, str]]:
    """Return the files of an entry that are brought, with their hashes: also of a kind whose app may come later."""
    is_wanted = kept.problem is None or kept.problem.code == "unknown_kind"
    return kept.entry.members.items() if kept.entry is not None and is_wanted else ()


async def _file(transfer: Transfer, path: str, sha256: str, most: int) -> tuple[bytes | None, EntryProblem | None]:
    """Return a file of an entry, or what is wrong with it; a source that cannot be reached any more is an error."""
    if most <= 0:
        return None, EntryProblem(code="too_much", detail=path)
    try:
        content = await transfer.read(path, most)
    except errors.TooLarge:
        return None, EntryProblem(code="large_file", detail=path)
    except (errors.NotFound, errors.Invalid, errors.OutsideScope):
        return None, EntryProblem(code="missing_file", detail=path)
    if bytes_hash(content) != sha256:
        return None, EntryProblem(code="wrong_hash", detail=path)
    return content, None


async def _remembered(
    context: Context,
    found: Source,
    kept: KeptEntry,
    files: dict[str, bytes | None],
    former: dict[str, list[Former]],
) -> KeptEntry:
    """Return an entry with how it stands to what it was; what it adds now is remembered."""
    entry = kept.entry
    if entry is None or (kept.problem is not None and kept.problem.code != "unknown_kind"):
        return kept
    name = f"{kept.kind}/{kept.name}"
    before = former.setdefault(name, [])
    wanted = entry.members.values()
    brought = {each: content for each in wanted if (content := files.get(each)) is not None}
    known = await queries.files(context.reading.source, found.id, [each for each in wanted if each not in brought])
    added = await _own(context).read(kept, {**known, **brought}, context.locale)
    text = "" if added is None else bytes_hash(added.text.encode())
    if before and before[-1].digest == kept.digest:
        was = _same(found, kept)
        before[-1] = Former(version=entry.version, digest=kept.digest, text=text or before[-1].text)
        flags = {"is_changed": was.is_changed, "is_earlier": was.is_earlier} if was is not None else {}
    else:
        flags = {
            "is_changed": any(each.version == entry.version for each in before),
            "is_earlier": any(each.digest == kept.digest for each in before),
        }
        before.append(Former(version=entry.version, digest=kept.digest, text=text))
        del before[:-MOST_FORMER]
    return kept.model_copy(update=flags)


def _same(found: Source, kept: KeptEntry) -> KeptEntry | None:
    entries = [] if found.snapshot is None else found.snapshot.entries
    return next((each for each in entries if (each.kind, each.name) == (kept.kind, kept.name)), None)


async def _file_writes(context: Context, source: str, files: dict[str, bytes | None]) -> list[RowWrite]:
    known = {row["sha256"]: row for row in await queries.file_rows(context.reading.source, source)}
    gone = [RowWrite(t.files, row, None) for hash, row in known.items() if hash not in files]
    new = [
        RowWrite(t.files, None, {"source": source, "sha256": hash, "content": content})
        for hash, raw in files.items()
        if raw is not None and hash not in known
        for content in [await asyncio.to_thread(_encoded, raw)]
    ]
    return [*gone, *new]


def _encoded(raw: bytes) -> str:
    return base64.b64encode(raw).decode("ascii")


def _refreshed(before: Source, after: Source) -> RefreshedSource:
    old, new = _digests(before), _digests(after)
    snapshot = after.snapshot
    assert snapshot is not None
    return RefreshedSource(
        source=after.id,
        signature=snapshot.signature,
        entries=len(snapshot.entries),
        new=sorted(set(new) - set(old)),
        changed=sorted(name for name, digest in new.items() if old.get(name, digest) != digest),
        gone=sorted(set(old) - set(new)),
        not_usable=sorted({f"{each.kind}/{each.name}" for each in snapshot.entries if each.problem is not None}),
    )


def _digests(source: Source) -> dict[str, str]:
    entries = [] if source.snapshot is None else source.snapshot.entries
    return {f"{each.kind}/{each.name}": each.digest for each in entries if each.problem is None}


async def _write(context: Context, writes: Sequence[RowWrite], source: str, op: str, title: str) -> None:
    await context.change_rows(writes, entity=f"additions:{source}", op=op, title=say(title, context.locale, id=source))


def _row(source: Source) -> Row:
    return {"id": source.id, "doc": source.model_dump_json()}


def _own(context: Context) -> Catalogue:
    return cast("Catalogue", context.own)
