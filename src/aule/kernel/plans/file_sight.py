"""Looking at a plan's file: what it says, what the history has, and what that means. Waits for the disk."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import get_args

from aule.contracts.events.plans import Author
from aule.contracts.model import JsonObject
from aule.contracts.plans.plan import Plan, PlanOriginal
from aule.contracts.plans.views import PlanVersion
from aule.kernel.planning.document.adoption import Adopted, Sight, adopt
from aule.kernel.planning.document.keys import to_file
from aule.kernel.planning.document.parser import Text, Unreadable, dump, parse
from aule.kernel.planning.document.reader import read_text
from aule.kernel.planning.document.source_form import written_back
from aule.kernel.planning.document.source_values import is_lost
from aule.stores.home.plan_files import FOLDER, LARGEST, PlanFile, PlanFiles, file_name
from aule.text.hashing import bytes_hash

AUTHORS: tuple[Author, ...] = get_args(Author)


@dataclass(frozen=True, slots=True)
class Look:
    """A plan's file at one moment, beside what the store knows."""

    file: PlanFile | None
    known: Plan | None
    last: int
    """The highest version that was ever used."""
    adopted: Adopted | None = None
    document: JsonObject | None = None
    """What the file says, or the last version of it in the history when there is no file."""
    former: JsonObject = field(default_factory=dict[str, object])
    """The last version as the history has it: what a new one is compared to."""
    warnings: list[str] = field(default_factory=list[str])
    trouble: Unreadable | None = None
    is_ours: bool = False
    past: bytes | None = None
    """The content of a version that the history should have and has not."""
    past_version: int = 0
    home: PlanFile | None = None
    """The file whose place a new one takes, when there is none."""

    @property
    def place(self) -> str:
        """The folder the file is in."""
        file = self.file or self.home
        return FOLDER if file is None else file.folder

    def there(self, id: str, content: bytes | None = None) -> PlanFile:
        """The file a plan is written to: ours has the plan's name, another program's keeps its own."""
        file = self.file or self.home
        name = file.name if file is not None and file.is_foreign else file_name(id)
        return PlanFile(name, content, self.place)

    @property
    def content(self) -> bytes | None:
        """The bytes of the file."""
        return None if self.file is None else self.file.content

    @property
    def is_news(self) -> bool:
        """Whether the store does not know yet what the file says."""
        return self.adopted is not None and self.adopted.plan != self.known

    @property
    def is_gone(self) -> bool:
        """Whether there should be a file and is none."""
        return self.file is None and self.known is not None and not self.known.status.is_final

    @property
    def token(self) -> str:
        """Changes whenever the file does."""
        version = 0 if self.known is None else self.known.version
        return f"{version}:{bytes_hash(self.content or b'')[:16]}"


@dataclass(frozen=True, slots=True)
class Sighting:
    """Looks at the files of a project."""

    files: PlanFiles
    project: str
    now: str

    def look(self, id: str, known: Plan | None) -> Look:
        """What is there now."""
        file = self.files.read(id)
        written = self.files.last(id)
        last = max(written, 0 if known is None else known.version)
        newest = self.files.past(id, written) if written else None
        if file is None:
            former = self._parsed(newest)
            document = None if former is None else former.document
            return Look(file, known, last, document=document, former=document or {})
        try:
            text = self._text(file)
            read = read_text(text, id=id, project=self.project, now=self.now)
        except Unreadable as trouble:
            return Look(file, known, last, trouble=trouble)
        if known is None and not file.is_foreign and is_lost(text.document, to_file(read.plan, text.document)):
            kept = PlanOriginal(format="plan", document=text.document)  # writing it back would replace some of it
            read = replace(read, plan=read.plan.model_copy(update={"original": read.plan.original or kept}))
        version = read.plan.version
        past = newest if version == written else self.files.past(id, version)
        is_ours = past is not None and past == file.content
        former = text if newest == file.content else self._parsed(newest)
        latest = read.plan if former is text else self._plan(id, former)
        base = read.plan if is_ours else latest if version == written else self._plan(id, self._parsed(past))
        adopted = adopt(Sight(read.plan, known, base, latest, last, is_ours))
        unkept = None
        if former is None and past is None and known is not None:  # it was here before we were
            unkept = dump(form_of(known, text.document, file)) if adopted.is_edited else file.content
        return Look(
            file,
            known,
            last,
            adopted=adopted,
            document=text.document,
            former=text.document if former is None else former.document,
            warnings=read.warnings,
            is_ours=is_ours,
            past=unkept,
            past_version=0 if known is None else known.version,
        )

    def past(self, id: str, version: int) -> Plan | None:
        """A version as the history has it."""
        return self._plan(id, self._parsed(self.files.past(id, version)))

    def _text(self, file: PlanFile) -> Text:
        if file.content is None:
            raise Unreadable(f"It has more than {LARGEST} bytes")
        return parse(file.content)

    def _parsed(self, content: bytes | None) -> Text | None:
        try:
            return None if content is None else parse(content)
        except Unreadable:
            return None

    def _plan(self, id: str, text: Text | None) -> Plan | None:
        try:
            return None if text is None else read_text(text, id=id, project=self.project, now=self.now).plan
        except Unreadable:
            return None


def form_of(plan: Plan, document: JsonObject | None, file: PlanFile | None) -> JsonObject:
    """What the file of a plan says: in our form, or in that of the program whose file it is."""
    if file is not None and file.is_foreign and document is not None:
        return written_back(document, plan)
    return to_file(plan, document)


def history_of(files: PlanFiles, id: str, project: str) -> dict[int, PlanVersion]:
    """The versions a project's history has, by number."""
    told = {line["to"]: line for line in files.log(id)}
    sighting, found = Sighting(files, project, ""), dict[int, PlanVersion]()
    for number in files.kept(id):
        plan = sighting.past(id, number)
        if plan is not None:
            line = told.get(number, {})
            author = line.get("actor")
            found[number] = PlanVersion(
                version=number,
                at=str(line.get("ts") or plan.updated_at),
                author=author if author in AUTHORS else "editor",
                reason=str(line.get("reason") or ""),
                content_hash=plan.content_hash,
                status=plan.status,
            )
    return found
