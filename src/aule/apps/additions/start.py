"""The catalogue while the system runs: entries of all sources, compared with what the apps have now."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import resources

from aule.apps.additions import queries
from aule.apps.additions.addresses import INDEX
from aule.apps.additions.app import additions
from aule.apps.additions.entries import (
    Files,
    Judged,
    KindHere,
    Unfit,
    compare,
    is_removable,
    params_of,
    refusal,
    unusable,
    view_of,
    view_of_here,
)
from aule.apps.additions.index_file import read_index
from aule.apps.additions.records import (
    CatalogueCall,
    CatalogueEntry,
    CatalogueEntryDetail,
    CatalogueKind,
    CatalogueSource,
    CatalogueView,
    EntryProblem,
    KeptEntry,
    Snapshot,
    Source,
)
from aule.apps.additions.words import hint, say
from aule.contracts.access.differences import preview
from aule.contracts.model import JsonObject
from aule.sdk import Addition, AppAdditions, FileDiff, errors
from aule.sdk.system import DEFAULT_LOCALE, Kernel
from aule.text.hashing import bytes_hash
from aule.text.messages import language_in

FOLDER = "catalogue"
"""What apps call the folders in which they bring an index."""
OWN = "additions"
BUILT_IN = "aule"
"""The id of the source that comes with the system."""
HERE = "here"
"""What stands for a source where something is here and no source has it."""


@dataclass(frozen=True, slots=True)
class BuiltInSource:
    """An index that an app brings in its package, with its files."""

    source: Source
    files: dict[str, bytes]


class Catalogue:
    """Everything there is to add, and everything that is here."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel

    def locale(self, wanted: str | None = None) -> str:
        """Return the language in which somebody is answered."""
        return wanted or self.kernel.settings.current().appearance.locale or DEFAULT_LOCALE

    def kinds(self) -> list[str]:
        """Return the kinds that are known; no app is loaded for that."""
        return [each.kind.kind for each in self.kernel.apps.addition_kinds()]

    async def list(self, locale: str) -> CatalogueView:
        """Return all entries and all that is here; nothing is fetched."""
        kinds = await self._kinds_here(locale)
        items: list[CatalogueEntry] = []
        for source, kept in await self._entries():
            of = kinds.get(kept.kind)
            judged = await self._judge(source, kept, of, locale)
            items.append(view_of(source.id, kept, judged, None if of is None else of.kind, locale))
        shown = {(each.kind, each.name) for each in items if each.state in ("added", "update")}
        items += [
            view_of_here(of.kind, addition)
            for of in kinds.values()
            for addition in of.here.values()
            if (of.kind.kind, addition.name) not in shown
        ]
        offered = {kind: sum(each.kind == kind and each.source != HERE for each in items) for kind in kinds}
        views = [self._kind_view(of, offered[of.kind.kind], locale) for of in kinds.values()]
        return CatalogueView(kinds=views, items=items)

    async def find(self, source: str, kind: str, name: str, locale: str) -> CatalogueEntryDetail:
        """Return one entry with everything that is known of it, and the calls that add and remove it."""
        kinds = await self._kinds_here(locale, only=kind)
        of = kinds.get(kind)
        if source == HERE and of is not None and name in of.here:
            addition = of.here[name]
            view = view_of_here(of.kind, addition)
            return CatalogueEntryDetail(**view.model_dump(), text=addition.text, remove=_removal(of, addition))
        for found, kept in await self._entries():
            if (found.id, kept.kind, kept.name) == (source, kind, name):
                return self._detail(found, kept, await self._judge(found, kept, of, locale), of, locale)
        raise errors.NotFound(say("no_entry", locale, id=f"{source}/{kind}/{name}"), hint=hint("no_entry", locale))

    async def sources(self, locale: str) -> list[CatalogueSource]:
        """Return the sources: those that apps bring, then those of the owner."""
        known = set(self.kinds())
        own = await queries.all_sources(self.kernel.database)
        built_in = [_source_view(each.source, known, is_built_in=True) for each in self.built_in.values()]
        return [*built_in, *(_source_view(each, known) for each in own)]

    async def read(self, kept: KeptEntry, files: Files, locale: str) -> Addition | None:
        """Return what an entry would add, or None where nothing comes of it."""
        of = next((each for each in self.kernel.apps.addition_kinds() if each.kind.kind == kept.kind), None)
        if of is None or of.kind.read is None or kept.entry is None or kept.problem is not None:
            return None
        try:
            params = params_of(of.kind, kept.entry, files, locale)
            return await self._read(of, params, locale)
        except (Unfit, errors.AuleError):
            return None

    @cached_property
    def built_in(self) -> dict[str, BuiltInSource]:
        """The indexes that apps bring, by the ids of their sources; read once, from their packages."""
        found: dict[str, BuiltInSource] = {}
        for app, (package, folder) in self.kernel.apps.folders(FOLDER).items():
            id = BUILT_IN if app == OWN else app
            found[id] = _read_built_in(id, package, folder, self.kinds())
        return found

    async def _entries(self) -> list[tuple[Source, KeptEntry]]:
        own = await queries.all_sources(self.kernel.database)
        built_in = [each.source for each in (await asyncio.to_thread(lambda: self.built_in)).values()]
        return [
            (source, kept)
            for source in [*built_in, *own]
            if source.snapshot is not None
            for kept in source.snapshot.entries
        ]

    async def _kinds_here(self, locale: str, only: str | None = None) -> dict[str, KindHere]:
        """Return every kind with what is here of it; an app that cannot tell is told of, and hides no other."""
        found: dict[str, KindHere] = {}
        for each in self.kernel.apps.addition_kinds():
            if only is not None and each.kind.kind != only:
                continue
            of = KindHere(each.app, each.kind)
            try:
                here = await self.kernel.apps.additions_here(each, locale)
                of = replace(of, here={addition.name: addition for addition in here})
            except (errors.AuleError, TimeoutError) as error:
                reason = refusal(error) if isinstance(error, errors.AuleError) else say("slow_app", locale)
                of = replace(of, problem=reason)
            found[each.kind.kind] = of
        return found

    async def _judge(self, source: Source, kept: KeptEntry, of: KindHere | None, locale: str) -> Judged:
        entry = kept.entry
        if of is None and entry is not None and kept.problem is None:  # its app is not there any more
            return unusable(EntryProblem(code="unknown_kind", detail=kept.kind), locale)
        if of is not None and kept.problem is not None and kept.problem.code == "unknown_kind":
            kept = kept.model_copy(update={"problem": None})  # its app came after the source was asked
        if kept.problem is not None or entry is None or of is None:
            return unusable(kept.problem or EntryProblem(code="bad_entry"), locale)
        if of.kind.add is None:
            return Judged("told", of.kind.how.get(language_in(locale), ""))
        if of.problem:
            return Judged("refused", of.problem)
        try:
            files = await self._files(source.id, entry.members.values())
            params = params_of(of.kind, entry, files, locale)
            app = next(each for each in self.kernel.apps.addition_kinds() if each.kind.kind == kept.kind)
            after = await self._read(app, params, locale)
        except Unfit as error:
            return Judged("refused", str(error))
        except errors.AuleError as error:
            return Judged("refused", refusal(error))
        former = source.former.get(f"{kept.kind}/{kept.name}", [])
        return replace(compare(of, entry, after, former, locale), params=params)

    async def _read(self, of: AppAdditions, params: JsonObject, locale: str) -> Addition:
        """Return what a call with these parameters would add; raises what it is refused with."""
        registry = self.kernel.registry
        assert of.kind.add is not None
        await registry.prepare([of.kind.add])
        item, given = registry.meant(of.kind.add, params)
        return await self.kernel.apps.read_addition(of, item.signature.bind(given).json, locale)

    async def _files(self, source: str, hashes: Iterable[str]) -> Files:
        built_in = self.built_in.get(source)
        if built_in is not None:
            return {each: built_in.files[each] for each in hashes if each in built_in.files}
        return await queries.files(self.kernel.database, source, hashes)

    def _detail(
        self, source: Source, kept: KeptEntry, judged: Judged, of: KindHere | None, locale: str
    ) -> CatalogueEntryDetail:
        view = view_of(source.id, kept, judged, None if of is None else of.kind, locale)
        entry, snapshot, before, after = kept.entry, source.snapshot, judged.before, judged.after
        can_be_added = judged.state in ("available", "update") or (
            judged.state == "differs" and of is not None and of.kind.replaces
        )
        add = None
        if can_be_added and of is not None and of.kind.add is not None:
            add = CatalogueCall(capability=of.kind.add, params=judged.params or {})
        return CatalogueEntryDetail(
            **view.model_dump(),
            license="" if entry is None else entry.license,
            homepage=None if entry is None else entry.homepage,
            address=source.address,
            signature=None if snapshot is None else snapshot.signature,
            comment="" if snapshot is None else snapshot.comment,
            sha256=None if entry is None else entry.sha256,
            digest=kept.digest,
            said=kept.said,
            text="" if after is None else after.text,
            difference=_difference(view.name, before, after) if judged.state in ("update", "differs") else "",
            add=add,
            remove=_removal(of, before) if view.is_removable else None,
        )

    def _kind_view(self, of: KindHere, offered: int, locale: str) -> CatalogueKind:
        language = language_in(locale)
        return CatalogueKind(
            kind=of.kind.kind,
            title=of.kind.titles.get(language, of.kind.kind),
            app=of.app,
            here=len(of.here),
            offered=offered,
            how=of.kind.how.get(language, ""),
            problem=of.problem,
        )


def _removal(of: KindHere | None, addition: Addition | None) -> CatalogueCall | None:
    if of is None or of.kind.remove is None or addition is None or not is_removable(of.kind, addition):
        return None
    return CatalogueCall(capability=of.kind.remove, params={of.kind.by: addition.name})


def _difference(name: str, before: Addition | None, after: Addition | None) -> str:
    if before is None or after is None:
        return ""
    shown = preview(f"{name}.txt", before.text.encode(), after.text.encode())
    return shown.diff if isinstance(shown, FileDiff) else ""


def _source_view(source: Source, known: set[str], *, is_built_in: bool = False) -> CatalogueSource:
    snapshot = source.snapshot
    entries = [] if snapshot is None else snapshot.entries
    usable = [
        each for each in entries if each.kind in known and (each.problem is None or each.problem.code == "unknown_kind")
    ]
    same = {name: getattr(source, name) for name in ("id", "address", "is_local", "key", "key_from")}
    if snapshot is not None:
        shared = ("title", "homepage", "signature", "comment", "hash", "commit", "fetched_at", "notes")
        same |= {name: getattr(snapshot, name) for name in shared}
    return CatalogueSource(**same, is_built_in=is_built_in, entries=len(entries), not_usable=len(entries) - len(usable))


def _read_built_in(id: str, package: str, folder: str, kinds: list[str]) -> BuiltInSource:
    """Return an index of a package; its files count only where their hashes are as the index says, as everywhere."""
    place = resources.files(package).joinpath(folder)
    content = place.joinpath(INDEX).read_bytes()
    index = read_index(content, kinds, DEFAULT_LOCALE)
    files: dict[str, bytes] = {}
    entries: list[KeptEntry] = []
    for kept in index.entries:
        entry, problem = kept.entry, kept.problem
        members = entry.members if entry is not None else dict[str, str]()
        for path, sha256 in members.items():
            found = place.joinpath(path).read_bytes()
            if bytes_hash(found) == sha256:
                files[sha256] = found
            else:
                problem = EntryProblem(code="wrong_hash", detail=path)
        entries.append(kept.model_copy(update={"problem": problem}))
    snapshot = Snapshot(
        title=index.title, hash=bytes_hash(content), fetched_at="", signature="built_in", entries=entries
    )
    return BuiltInSource(Source(id=id, address=f"{package}/{folder}", added_at="", snapshot=snapshot), files)


additions.on_start(Catalogue)
