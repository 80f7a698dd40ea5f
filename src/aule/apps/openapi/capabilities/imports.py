"""APIs as documents of the owner: imported as they were seen, and removed. No agent does any of it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any
from urllib.parse import quote, unquote, urljoin, urlsplit

from pydantic import Field

from aule.apps.openapi import queries
from aule.apps.openapi import tables as t
from aule.apps.openapi.app import openapi
from aule.apps.openapi.document.references import packed, with_references
from aule.apps.openapi.records import (
    OWN_SCHEMES,
    READING,
    Api,
    ApiDraft,
    ApiId,
    LeftOutPart,
    Operation,
    SecurityScheme,
)
from aule.apps.openapi.start import LARGEST, ReadDocument, own
from aule.apps.openapi.words import hint, say
from aule.contracts.model import JsonObject
from aule.sdk import (
    Approve,
    Context,
    Effect,
    FieldChange,
    RecordChange,
    Records,
    RowWrite,
    TableCount,
    errors,
    is_by_owner,
)

BATCH = 200
MOST_SHOWN = 60
"""Operations that a card shows one by one; the numbers tell of all."""
MOST_LEFT_OUT_SHOWN = 12
_WEB = ("http://", "https://")
_SHOWN = ("method", "path", "summary", "arguments", "params", "body", "security")


async def _show_import(
    context: Context,
    id: ApiId,
    api: ApiDraft,
) -> Records:
    refuse_others(context)
    made, operations = await _made(context, id, api)
    before = await queries.api_row(context.reading, id)
    old = None if before is None else Api.model_validate_json(before["doc"])
    changes = await _changes(context, id, operations)
    locale = context.locale
    fields = [
        FieldChange(name=name, before=None if old is None else _said(old, name), after=_said(made, name))
        for name in ("title", "version", "base", "local", "secrets", "source", "document", "first")
        if old is None or _said(old, name) != _said(made, name)
    ]
    card = RecordChange(
        op="create" if old is None else "update", kind="api", id=id, title=f"{made.title} {made.version}", fields=fields
    )
    counts = TableCount(
        name=say("operations", locale),
        create=sum(each.before is None for each in changes),
        update=sum(each.before is not None and each.after is not None for each in changes),
        delete=sum(each.after is None for each in changes),
        unchanged=len(operations) - sum(each.after is not None for each in changes),
    )
    shown = [_record(each) for each in _worth_seeing(changes, is_new=old is None)]
    return Records(
        summary=say("imported", locale, api=id, count=len(operations), host=made.base),
        records=[card, *shown],
        tables=[counts],
        total=1 + len(changes),
        warnings=_warnings(made, operations, own(context.own).secret, locale),
    )


@openapi.capability(
    effect=Effect.WRITE,
    title={"en": "Import an OpenAPI document", "pt": "Importar um documento OpenAPI"},
    category="openapi",
    targets=["id"],
    reversible=True,
    internal=True,
    anywhere=True,
    approval=Approve.ALWAYS,
    preview=_show_import,
    timeout_s=300,
)
async def import_api(
    context: Context,
    id: ApiId,
    api: ApiDraft,
) -> Api:
    """Let agents use the operations of an API as its document describes them. Nothing is sent anywhere for this."""
    refuse_others(context)
    await context.write_turn()
    made, operations = await _made(context, id, api)
    before = await queries.api_row(context.reading, id)
    changes = await _changes(context, id, operations)
    title = say("imported", context.locale, api=id, count=len(operations), host=made.base)
    op = "create" if before is None else "update"
    if before is not None:
        made = made.model_copy(update={"created_at": Api.model_validate_json(before["doc"]).created_at})
    async with context.bulk(entity=f"openapi:{id}", op=op, title=title) as bulk:
        await bulk.put(t.apis, [RowWrite(t.apis, before, {"id": id, "doc": made.model_dump_json()})])
        for start in range(0, len(changes), BATCH):
            await bulk.put(t.operations, changes[start : start + BATCH])
    return made


async def _show_removal(context: Context, api: ApiId) -> Records:
    refuse_others(context)
    found = await queries.api(context.reading, api)
    record = RecordChange(op="delete", kind="api", id=found.id, title=found.title)
    return Records(summary=say("removed", context.locale, api=api), records=[record], total=1)


@openapi.capability(
    effect=Effect.DELETE,
    title={"en": "Remove an API", "pt": "Remover uma API"},
    category="openapi",
    targets=["api"],
    reversible=True,
    internal=True,
    anywhere=True,
    preview=_show_removal,
)
async def remove_api(context: Context, api: ApiId) -> str:
    """Remove an API and its operations; undo brings both back."""
    refuse_others(context)
    await context.write_turn()
    row = await queries.api_row(context.reading, api)
    if row is None:
        await queries.api(context.reading, api)  # raises what is there instead
    rows = await queries.operation_rows(context.reading, api)
    async with context.bulk(
        entity=f"openapi:{api}", op="delete", title=say("removed", context.locale, api=api)
    ) as bulk:
        await bulk.put(t.apis, [RowWrite(t.apis, row, None)])
        for start in range(0, len(rows), BATCH):
            await bulk.put(t.operations, [RowWrite(t.operations, each, None) for each in rows[start : start + BATCH]])
    return api


@openapi.capability(
    effect=Effect.EXTERNAL,
    title={"en": "Fetch an OpenAPI document", "pt": "Buscar um documento OpenAPI"},
    category="openapi",
    targets=["url"],
    internal=True,
    anywhere=True,
    approval=Approve.ALWAYS,
    timeout_s=120,
)
async def fetch_document(
    context: Context, url: Annotated[str, Field(min_length=8, max_length=2_000, description="Its whole address.")]
) -> str:
    """Fetch an OpenAPI document through the guarded client and keep it as an artifact; nothing of it is used yet."""
    refuse_others(context)
    fetched = await context.download(url, LARGEST)
    context.cite(fetched.url)
    parts = urlsplit(fetched.url)
    origin, first = f"{parts.scheme}://{parts.netloc}", unquote(parts.path).lstrip("/")
    name = first.rstrip("/").rpartition("/")[2] or "openapi.json"
    found = await _referred(context, origin, first, fetched.content)
    if len(found) == 1:
        return (await context.keep(name, fetched.type, fetched.content)).id
    content = await asyncio.to_thread(packed, found, first, origin)
    return (await context.keep(f"{name.rpartition('.')[0] or name}.zip", "application/zip", content)).id


async def _referred(context: Context, origin: str, first: str, content: bytes) -> dict[str, bytes]:
    """Return a document with the files that it refers to, all of them at one address."""
    host = urlsplit(origin).hostname or ""
    room = LARGEST - len(content)
    failed: list[str] = []

    async def read(path: str) -> bytes | None:
        nonlocal room
        try:
            fetched = await context.download(f"{origin}/{quote(path)}", max(1, room), hosts=[host])
        except (errors.NotFound, errors.Refused, errors.Unavailable, errors.TooLarge, errors.Invalid) as error:
            failed.append(f"{path} ({error.problem.code})")
            return None
        room -= len(fetched.content)
        context.progress(say("fetching", context.locale, path=path))
        return fetched.content

    found, left = await with_references(first, content, origin, read)
    if failed or left:
        told = ", ".join([*failed, *left][:10])
        context.warn(
            "openapi_not_fetched", say("not_fetched", context.locale, count=len(failed) + len(left), first=told)
        )
    return found


def refuse_others(context: Context) -> None:
    """Refuse whoever is not the owner at a door for people: what can be reached is never set up by words."""
    if not is_by_owner(context):
        raise errors.Refused(
            say("owner_only", context.locale), code="openapi_owner_only", hint=hint("owner_only", context.locale)
        )


async def _made(context: Context, id: str, wish: ApiDraft) -> tuple[Api, list[Operation]]:
    """Return an API as it would be kept, and the operations that are at its address."""
    found = await context.artifact(wish.artifact)
    with await context.opened(found, LARGEST) as file:
        document = await own(context.own).read(found.sha256, file, wish.first, context.locale)
    base = _base(wish, document, context.locale)
    operations, elsewhere = _at_base(document, base, context.locale)
    facts = document.facts
    schemes, operations = _signed(wish, facts.schemes, operations, context.locale)
    if not operations:
        raise errors.Invalid(
            say("no_operations", context.locale), code="openapi_document", hint=hint("no_operations", context.locale)
        )
    now = context.ambient.timestamp()
    api = Api(
        id=id,
        title=facts.title or id,
        version=facts.version,
        openapi=facts.openapi,
        base=base,
        local=wish.local,
        secrets=wish.secrets,
        schemes=schemes,
        source=wish.source,
        artifact=found.id,
        document=found.sha256,
        first=wish.first,
        operations=len(operations),
        left_out=[*facts.left_out, *elsewhere],
        created_at=now,
        updated_at=now,
    )
    return api, operations


def _signed(
    wish: ApiDraft, said: dict[str, SecurityScheme], operations: list[Operation], locale: str
) -> tuple[dict[str, SecurityScheme], list[Operation]]:
    """Return the ways to say who asks, and the operations with them: the document's, else the one the owner chose."""
    offered = said or dict(OWN_SCHEMES)
    if unknown := [name for name in wish.secrets if name not in offered] or ([] if said else list(wish.secrets)[1:]):
        raise errors.Invalid(
            say("unknown_scheme", locale, name=unknown[0]),
            code="openapi_unknown_scheme",
            field="secrets",
            candidates=list(offered)[:10],
        )
    if said or not wish.secrets:
        return said, operations
    chosen = list(wish.secrets)
    return {name: OWN_SCHEMES[name] for name in chosen}, [
        each.model_copy(update={"security": [chosen]}) for each in operations
    ]


def _base(wish: ApiDraft, document: ReadDocument, locale: str) -> str:
    """Return the one address that everything is sent to: the owner's word, else the first one in the document."""
    from aule.sdk.services import read_target  # loads the HTTP client

    named = next(iter(document.facts.servers), "")
    url = wish.base or (
        urljoin(wish.source, named or "/") if wish.source.startswith(("http://", "https://")) else named
    )
    if not url.startswith(("http://", "https://")):
        raise errors.Invalid(
            say("no_address", locale), code="openapi_no_address", hint=hint("no_address", locale), field="base"
        )
    target = read_target(url, is_own=wish.local)
    if "?" in target.path or "{" in url or "#" in url or ".." in target.path.split("/"):
        raise errors.Invalid(say("bad_address", locale, url=url[:200]), code="openapi_no_address", field="base")
    return target.url.rstrip("/")


def _at_base(document: ReadDocument, base: str, locale: str) -> tuple[list[Operation], list[LeftOutPart]]:
    """Return the operations at an address, and those that the document says are elsewhere."""
    found: list[Operation] = []
    elsewhere: list[LeftOutPart] = []
    for operation, server in document.operations:
        if not server or server.rstrip("/") in (base, *document.facts.servers[:1]):
            found.append(operation)
        else:
            shown = f"{operation.method} {operation.path}"
            elsewhere.append(LeftOutPart(name=shown, why=say("other_address", locale, url=server[:200])))
    return found, elsewhere


async def _changes(context: Context, api: str, operations: Sequence[Operation]) -> list[RowWrite]:
    """Return the writes that make the pinned operations those of a document; what is the same stays untouched."""
    known = {row["name"]: row for row in await queries.operation_rows(context.reading, api)}
    writes: list[RowWrite] = []
    for each in operations:
        row = {
            "api": api,
            "name": each.name,
            "method": each.method,
            "path": each.path,
            "summary": each.summary,
            "doc": each.model_dump_json(),
        }
        before = known.pop(each.name, None)
        if before is None or before["doc"] != row["doc"]:
            writes.append(RowWrite(t.operations, before, row))
    return [*(RowWrite(t.operations, row, None) for row in known.values()), *writes]


def _worth_seeing(changes: Sequence[RowWrite], *, is_new: bool) -> list[RowWrite]:
    """Return the changes a card shows: those that are gone and different, then those that may act, then the rest."""

    def weight(each: RowWrite) -> int:
        after = each.after
        if not is_new and (after is None or each.before is not None):
            return 0
        return 2 if after is not None and after["method"] in READING else 1

    return sorted(changes, key=weight)[:MOST_SHOWN]


def _record(change: RowWrite) -> RecordChange:
    before, after = _doc(change.before), _doc(change.after)
    shown = after or before
    fields = [
        FieldChange(name=name, before=_text(before.get(name)), after=_text(after.get(name)))
        for name in _SHOWN
        if before and after and before.get(name) != after.get(name)
    ]
    op = "delete" if change.after is None else "create" if change.before is None else "update"
    title = f"{shown['method']} {shown['path']}"
    if op == "create":
        fields = [FieldChange(name="summary", before=None, after=shown["summary"])] if shown["summary"] else []
    return RecordChange(op=op, kind="operation", id=shown["name"], title=title, fields=fields)


def _doc(row: Mapping[str, Any] | None) -> JsonObject:
    return {} if row is None else json.loads(row["doc"])


def _warnings(api: Api, operations: Sequence[Operation], secret: Any, locale: str) -> list[str]:
    found: list[str] = []
    acting = sum(each.method not in READING for each in operations)
    found.append(say("acting", locale, count=acting, reading=len(operations) - acting))
    needed = {name for each in operations for names in each.security for name in names} - set(api.secrets)
    if not api.schemes:
        found.append(say("no_schemes", locale))
    if needed:
        found.append(say("needs_secrets", locale, names=", ".join(sorted(needed)[:10])))
    missing = [name for name in api.secrets.values() if secret(name) is None]
    if missing:
        found.append(say("unset_secrets", locale, names=", ".join(missing)))
    if api.left_out:
        first = [f"{each.name}: {each.why}" for each in api.left_out[:MOST_LEFT_OUT_SHOWN]]
        found.append(say("left_out", locale, count=len(api.left_out), first="; ".join(first)))
    return found


def _said(api: Api, name: str) -> str | None:
    value = getattr(api, name)
    if isinstance(value, dict):
        pairs: dict[str, str] = value  # pyright: ignore[reportUnknownVariableType]
        return ", ".join(f"{key} ← {each}" for key, each in sorted(pairs.items())) or None
    return str(value) or None


def _text(value: Any) -> str | None:
    return None if value is None else value if isinstance(value, str) else json.dumps(value, indent=1, sort_keys=True)
