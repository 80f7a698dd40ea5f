"""Plan file inspection: compares a plan's file with its history and the store. Blocks on the disk."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import get_args

from aule.contracts.events.plans import Author
from aule.contracts.model import JsonObject
from aule.contracts.plans.plan import Plan, PlanOriginal
from aule.contracts.plans.views import PlanVersion
from aule.kernel.planning.document.adoption import AdoptedPlan, PlanFileFacts, adopt
from aule.kernel.planning.document.keys import to_file
from aule.kernel.planning.document.parser import PlanText, UnreadablePlan, dump, parse
from aule.kernel.planning.document.reader import read_text
from aule.kernel.planning.document.source_form import written_back
from aule.kernel.planning.document.source_values import is_lost
from aule.stores.home.plan_files import FOLDER, LARGEST, PlanFile, PlanFiles, file_name
from aule.text.hashing import bytes_hash

AUTHORS: tuple[Author, ...] = get_args(Author)


@dataclass(frozen=True, slots=True)
class PlanFileState:
    """A plan's file at one moment, beside what the store knows."""

    file: PlanFile | None
    known: Plan | None
    last: int
    """The highest version that was ever used."""
    adopted: AdoptedPlan | None = None
    document: JsonObject | None = None
    """The file's document, or the history's last version when there is no file."""
    former: JsonObject = field(default_factory=dict[str, object])
    """The last version of the history, which a new one is compared with."""
    warnings: list[str] = field(default_factory=list[str])
    trouble: UnreadablePlan | None = None
    is_ours: bool = False
    past: bytes | None = None
    """The content of a version that is missing from the history."""
    past_version: int = 0
    home: PlanFile | None = None
    """Where to write a new file when there is none."""

    @property
    def place(self) -> str:
        """The folder of the file."""
        file = self.file or self.home
        return FOLDER if file is None else file.folder

    def there(self, id: str, content: bytes | None = None) -> PlanFile:
        """Return the file a plan is written to: ours has the plan's name, another program's keeps its own."""
        file = self.file or self.home
        name = file.name if file is not None and file.is_foreign else file_name(id)
        return PlanFile(name, content, self.place)

    @property
    def content(self) -> bytes | None:
        """The bytes of the file."""
        return None if self.file is None else self.file.content

    @property
    def is_news(self) -> bool:
        """Whether the file's content is not in the store yet."""
        return self.adopted is not None and self.adopted.plan != self.known

    @property
    def is_gone(self) -> bool:
        """Whether there should be a file and is none."""
        return self.file is None and self.known is not None and not self.known.status.is_final

    @property
    def token(self) -> str:
        """A token that changes whenever the file does."""
        version = 0 if self.known is None else self.known.version
        return f"{version}:{bytes_hash(self.content or b'')[:16]}"


@dataclass(frozen=True, slots=True)
class PlanFileReader:
    """Reads the plan files of a project."""

    files: PlanFiles
    project: str
    now: str

    def look(self, id: str, known: Plan | None) -> PlanFileState:
        """Return the present state of a plan's file."""
        file = self.files.read(id)
        written = self.files.last(id)
        last = max(written, 0 if known is None else known.version)
        newest = self.files.past(id, written) if written else None
        if file is None:
            former = self._parsed(newest)
            document = None if former is None else former.document
            return PlanFileState(file, known, last, document=document, former=document or {})
        try:
            text = self._text(file)
            read = read_text(text, id=id, project=self.project, now=self.now)
        except UnreadablePlan as trouble:
            return PlanFileState(file, known, last, trouble=trouble)
        if known is None and not file.is_foreign and is_lost(text.document, to_file(read.plan, text.document)):
            kept = PlanOriginal(format="plan", document=text.document)  # writing the file would lose some of its values
            read = replace(read, plan=read.plan.model_copy(update={"original": read.plan.original or kept}))
        version = read.plan.version
        past = newest if version == written else self.files.past(id, version)
        is_ours = past is not None and past == file.content
        former = text if newest == file.content else self._parsed(newest)
        latest = read.plan if former is text else self._plan(id, former)
        base = read.plan if is_ours else latest if version == written else self._plan(id, self._parsed(past))
        adopted = adopt(PlanFileFacts(read.plan, known, base, latest, last, is_ours))
        unkept = None
        if former is None and past is None and known is not None:  # the version is missing from the history
            unkept = dump(form_of(known, text.document, file)) if adopted.is_edited else file.content
        return PlanFileState(
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
        """Return a version from the history, or None."""
        return self._plan(id, self._parsed(self.files.past(id, version)))

    def _text(self, file: PlanFile) -> PlanText:
        if file.content is None:
            raise UnreadablePlan(f"It has more than {LARGEST} bytes")
        return parse(file.content)

    def _parsed(self, content: bytes | None) -> PlanText | None:
        try:
            return None if content is None else parse(content)
        except UnreadablePlan:
            return None

    def _plan(self, id: str, text: PlanText | None) -> Plan | None:
        try:
            return None if text is None else read_text(text, id=id, project=self.project, now=self.now).plan
        except UnreadablePlan:
            return None


def form_of(plan: Plan, document: JsonObject | None, file: PlanFile | None) -> JsonObject:
    """Return the document of a plan's file: in our form, or in that of the program that wrote the file."""
    if file is not None and file.is_foreign and document is not None:
        return written_back(document, plan)
    return to_file(plan, document)


def history_of(files: PlanFiles, id: str, project: str) -> dict[int, PlanVersion]:
    """Return the versions of a project's history, by number."""
    told = {line["to"]: line for line in files.log(id)}
    sighting, found = PlanFileReader(files, project, ""), dict[int, PlanVersion]()
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
