"""Session consent: approval of a web request counts for one site in one conversation.

Where the conversation holds private data and untrusted text together, every request asks, unless a rule of the owner's
names this very address, or its site and nothing private is found in it. Where an address carries what the person typed,
or much that neither they nor a page wrote, it asks. Else a site is asked about once; a card for a page that a search
found covers the other pages of that search, exactly as they were found.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from urllib.parse import unquote

from aule.contracts.access.approval import Approval, ApprovalStatus, Preview, Table
from aule.contracts.access.capability import Approve, Effect
from aule.contracts.errors import UnknownCapability
from aule.contracts.model import JsonObject
from aule.kernel.capabilities.context.context import Context
from aule.kernel.capabilities.gate.novelty import addresses_in, novelty_of, words_in
from aule.kernel.capabilities.gate.overlap import TextOverlap, find_overlaps
from aule.kernel.capabilities.gate.provenance import (
    ASKED_ELSEWHERE,
    SOURCES_WITH_WORDS,
    HeldText,
    TextKind,
    without_addresses,
)
from aule.kernel.capabilities.registry import Registry
from aule.kernel.capabilities.words import say
from aule.kernel.policy import Decision, Verdict, targets

MOST_NAMED = 3
"""Sources that a card names."""
LONGEST_OVERLAP = 300
"""Characters of one overlap that a card shows; the address itself is always whole."""
_SITE = re.compile(r"\(https?://([^/:*?\[\](){}!|]+)", re.IGNORECASE)
"""The host in a rule, as far as it is written out."""
ANY_HOST = "*"
"""The host of capabilities that do not say which hosts they reach."""


async def with_consent(decided: Verdict, context: Context, registry: Registry) -> Verdict:
    """Return the verdict on a request after consent in this conversation is considered.

    The person's own rule comes first where it asks, or where it names this very request.
    """
    if context.capability.effect is not Effect.EXTERNAL or decided.decision is Decision.DENY:
        return decided
    if decided.rule is not None and (decided.decision is Decision.ASK or _names_all(decided.rule, context)):
        return decided
    held = await context.held_text()
    if context.capability.approval is not Approve.ONCE:
        return _mixed(held, context, registry) if held.is_mixed else decided
    if _stays_here(held, context):
        return Verdict(Decision.ALLOW, "it was just read here, so nothing is sent")
    if await _was_allowed_to_schedule(held, context):
        return Verdict(Decision.ALLOW, "the person allowed this schedule this very address")
    if held.is_mixed:
        opens = _opens_site(decided.rule, context) and not _is_made_up(held, context)
        return decided if opens and not await _overlaps(held, context) else _mixed(held, context, registry)
    if await _tells_what_was_typed(held, context):
        note = say("typed_asks", context.locale)
        return Verdict(Decision.ASK, "the address carries what the person typed", note=note)
    if _is_made_up(held, context):
        note = say("made_up_asks", context.locale)
        return Verdict(Decision.ASK, "the address holds more of the agent's own making than a yes covers", note=note)
    if decided.decision is Decision.ALLOW or context.run.session_id is None:
        return decided
    return await _by_host(decided, held, context, registry)


async def with_contents(preview: Preview | None, context: Context) -> Preview | None:
    """Add to a preview which private text a request carries, and what else an approval would cover."""
    if context.capability.effect is not Effect.EXTERNAL:
        return preview
    held = await context.held_text()
    table = preview if isinstance(preview, Table) else _table(context)
    found = await _overlaps(held, context)
    rows = [_overlap_row(each, context) for each in found] + _decoded_row(context)
    covered = [] if held.is_mixed else _covered_by_search(held, context)
    rows += [[say("also_covers", context.locale), address] for address in covered]
    return table.model_copy(update={"rows": [*table.rows, *rows], "total": table.total + len(rows)})


def _mixed(held: HeldText, context: Context, registry: Registry) -> Verdict:
    locale = context.locale
    private, untrusted = (_named(names, registry, locale) for names in (held.private, held.untrusted))
    note = say("mixed_asks", locale, private=private, untrusted=untrusted)
    return Verdict(Decision.ASK, "private data and untrusted text are together in this conversation", note=note)


async def _by_host(decided: Verdict, held: HeldText, context: Context, registry: Registry) -> Verdict:
    """Allow a request to a site the person allowed here, or ask about the site."""
    hosts = tuple(registry.resolve(context.capability.name).hosts(context)) or (ANY_HOST,)
    session = context.run.session_id or ""
    decisions = await context.ports.approvals.decided_in(session, context.capability.name)
    allowed = _allowed_hosts(decisions)
    if all(allowed.get(host) is True for host in hosts):
        return Verdict(Decision.ALLOW, f"the person allowed {', '.join(hosts)} in this conversation")
    address = _address(context)
    was_covered = any(address in each.binds.envelope.addresses for each in decisions if _is_granted(each))
    if address and was_covered and not any(allowed.get(host) is False for host in hosts):
        return Verdict(Decision.ALLOW, "the person allowed what this search found")
    note = say("host_asks", context.locale, hosts=", ".join(hosts))
    return replace(decided, note=note, hosts=hosts, addresses=tuple(_covered_by_search(held, context)))


def _names_all(rule: str, context: Context) -> bool:
    """Return whether the person's own rule names exactly this request, so that nobody else made it up."""
    touched = targets(context.capability, _params(context))
    return len(touched) == 1 and rule == f"{context.capability.name}({touched[0]})"


def _opens_site(rule: str | None, context: Context) -> bool:
    """Return whether the owner's own rule names the request's host in full; rules of agents do not count."""
    named, address = _SITE.search(rule or ""), _params(context).get("url")
    if named is None or not isinstance(address, str) or rule not in context.settings.policy.allow:
        return False
    return named[1].lower() == context.web_target(address).host


def _allowed_hosts(decisions: Iterable[Approval]) -> dict[str, bool]:
    """Return what the person last decided about each site."""
    latest: dict[str, bool] = {}
    for each in sorted(decisions, key=lambda each: each.decided_at or ""):
        latest |= {host: _is_granted(each) for host in each.binds.envelope.hosts}
    return latest


def _is_granted(approval: Approval) -> bool:
    return approval.status is ApprovalStatus.GRANTED


def _stays_here(held: HeldText, context: Context) -> bool:
    """Return whether the page is still cached from this conversation, so that reading on sends nothing."""
    address = _address(context)
    was_read = any(piece.kind is TextKind.WEB and piece.name == address for piece in held.pieces)
    return bool(address) and was_read and context.ports.web.keeps(address)


async def _was_allowed_to_schedule(held: HeldText, context: Context) -> bool:
    """Return whether a person allowed exactly this address in an earlier run of the same schedule.

    That holds as long as the run read nothing private: then nothing is sent that was not seen before.
    """
    schedule, address = context.run.schedule, _address(context)
    if schedule is None or context.run.session_id is not None or not address:
        return False
    if any(piece.is_private and piece.source != ASKED_ELSEWHERE for piece in held.pieces):
        return False
    decisions = await context.ports.approvals.decided_for(schedule, context.capability.name)
    about = [each for each in decisions if each.call is not None and each.call.params.get("url") == address]
    latest = max(about, key=lambda each: each.decided_at or "", default=None)
    return latest is not None and _is_granted(latest)


def _covered_by_search(held: HeldText, context: Context) -> list[str]:
    """Return the other addresses of a search that found this one."""
    address = _address(context)
    return [each for each in held.found if each != address] if address in held.found else []


async def _tells_what_was_typed(held: HeldText, context: Context) -> bool:
    """Return whether an address composed by the model carries the person's words to strangers."""
    address = _address(context)
    if not held.untrusted or not address or address in held.found:
        return False
    return any(each.piece.is_typed and each.is_telling for each in await _overlaps(held, context))


def _is_made_up(held: HeldText, context: Context) -> bool:
    """Return whether the agent made up more of the addresses since the last approval than one approval covers.

    Where strangers' text could instruct the agent, made-up text might hide what the person typed.
    """
    address = _address(context)
    if not held.untrusted or not address or address in held.found:
        return False
    read = [piece.text for piece in held.pieces if piece.kind is TextKind.WEB]
    typed = [piece.text for piece in held.pieces if piece.is_typed]
    written = frozenset[str]().union(*(addresses_in(text) for text in (*read, *typed)))
    since = [address] if address not in written and _params(context).get("url") not in written else []
    for piece in reversed(held.pieces):
        if piece.was_asked:
            break
        since += [piece.requested] if piece.requested and piece.requested not in written else []
    return bool(since) and novelty_of(list(dict.fromkeys(since)), words_in(read)).is_large


async def _overlaps(held: HeldText, context: Context) -> list[TextOverlap]:
    sent = [value for value in _params(context).values() if isinstance(value, str)]
    pieces = held.pieces
    if isinstance(url := _params(context).get("url"), str):
        host = context.web_target(url).host
        # An address of this host that the person wrote was meant for this host.
        pieces = [without_addresses(piece, host) if piece.is_typed else piece for piece in pieces]
    return await asyncio.to_thread(find_overlaps, sent, pieces)


def _overlap_row(overlap: TextOverlap, context: Context) -> list[str]:
    piece = overlap.piece
    name = say(piece.source, context.locale) if piece.source in SOURCES_WITH_WORDS else piece.name or piece.source
    shown = overlap.text if len(overlap.text) <= LONGEST_OVERLAP else f"{overlap.text[:LONGEST_OVERLAP]}…"
    hidden = f" ({overlap.encoding})" if overlap.encoding else ""
    return [say("carries", context.locale, name=name), f"{shown}{hidden}"]


def _decoded_row(context: Context) -> list[list[str]]:
    address = _address(context)
    plain = unquote(address, errors="replace")
    return [[say("address_decoded", context.locale), plain]] if plain != address else []


def _table(context: Context) -> Table:
    """Return all parameters of a call that has no preview of its own."""
    rows = [[name, value if isinstance(value, str) else str(value)] for name, value in _params(context).items()]
    columns = [say("column_sent", context.locale), say("column_value", context.locale)]
    return Table(columns=columns, rows=rows, total=len(rows))


def _address(context: Context) -> str:
    """Return the normalized address a call requests."""
    url = _params(context).get("url")
    return context.web_target(url).url if isinstance(url, str) else ""


def _params(context: Context) -> JsonObject:
    return context.call.bound_params or {}


def _named(names: Sequence[str], registry: Registry, locale: str) -> str:
    shown = [_name(name, registry, locale) for name in names]
    return ", ".join(shown[:MOST_NAMED]) + (", …" if len(shown) > MOST_NAMED else "")


def _name(name: str, registry: Registry, locale: str) -> str:
    if name in SOURCES_WITH_WORDS:
        return say(name, locale)
    try:
        return registry.get(name).title_in(locale)
    except UnknownCapability:  # its app was removed, but its results are still in the conversation
        return name
