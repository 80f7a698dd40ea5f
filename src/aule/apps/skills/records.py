"""What a skill is: what its front matter says, its files by their hashes, and where it came from."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from aule.sdk import Model

NAME = r"^[a-z0-9]+(?:-[a-z0-9]+)*$"
"""The form of names in the public specification."""
MOST_NAME, MOST_DESCRIPTION, MOST_COMPATIBILITY = 64, 1_024, 500
SKILL_FILE = "SKILL.md"

SkillId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,80}$")]
Severity = Literal["error", "warning"]
FoundState = Literal["new", "accepted", "changed", "refused"]
"""Not accepted yet, accepted exactly as it is, changed since it was accepted, or not acceptable."""
Origin = Literal["added", "home", "project", "app"]


class SkillFinding(Model):
    """Something a check of a skill found."""

    code: str
    severity: Severity
    message: str
    hint: str = ""
    path: str = ""
    """The file it is about."""


class SkillHeader(Model):
    """What the front matter of a skill says."""

    name: str = ""
    description: str = ""
    license: str = ""
    compatibility: str = ""
    metadata: dict[str, str] = {}
    allowed_tools: list[str] | None = None
    """The tools it names, as it writes them; None where it names none and so narrows nothing."""
    other: dict[str, Any] = {}
    """What else stands there: kept and shown, and nothing here rests on it."""


class SkillFile(Model):
    """One file of a skill."""

    path: str
    size: int
    sha256: str
    is_text: bool
    is_shown: bool
    """Whether the card shows it whole, so that accepting the skill is accepting its words."""


class SkillContent(Model):
    """A skill without its origin: its header, its files, and the hash of all of them."""

    header: SkillHeader
    files: list[SkillFile] = []
    hash: str
    scripts: list[str] = []
    """Files that can be run, in the sandbox and each time with a yes."""
    allows: list[str] | None = None
    """The capabilities it narrows a turn to, as patterns; None: it narrows nothing."""
    unknown_tools: list[str] = []
    """Tools it names that mean nothing here."""


class Skill(SkillContent):
    """An accepted skill."""

    id: SkillId
    origin: Origin
    source: str
    """Where it was found: `home:NAME`, `project:.claude/skills/NAME`, `app:APP:NAME`, or `added`."""
    project: str | None = None
    """The project it belongs to; none: every project may use it."""
    accepted_at: str
    updated_at: str

    @property
    def capability(self) -> str:
        """The name under which agents use it; one that begins with a digit cannot be a name there."""
        name = self.id.replace("-", "_")
        return f"skill.{name}" if name[0].isalpha() else f"skill.n__{name}"


class FoundSkill(SkillContent):
    """A skill as it lies in a folder, accepted or not."""

    found: str
    """What it is accepted by: `home:NAME`, `project:.agents/skills/NAME`, `app:APP:NAME`."""
    origin: Origin
    place: str
    """The folder, for people."""
    state: FoundState
    accepted_as: str | None = None
    """The accepted skill it is, or another version of."""
    findings: list[SkillFinding] = []


class ListedSkill(Model):
    """An accepted skill as it stands in a list."""

    id: str
    capability: str
    name: str
    description: str
    origin: Origin
    source: str
    project: str | None
    allows: list[str] | None
    unknown_tools: list[str]
    scripts: list[str]
    files: int
    size: int
    hash: str
    accepted_at: str
    changed: bool = False
    """Whether the folder it was accepted from has another content now."""


class SkillList(Model):
    """Accepted skills, and folders of skills that wait for the owner."""

    items: list[ListedSkill]
    found: list[FoundSkill] = Field(default=[], description="Skills in folders that are new, changed or refused.")
    notes: list[str] = Field(default=[], description="Folders that were left out, and why.")


class SkillText(Model):
    """The words of a skill, or of one of its files."""

    skill: str
    path: str
    text: str
    cut: int = 0
    """Characters that were left out because there were too many."""
    files: list[str] = []
    """Its other files: `skills.read_skill_file` gives them."""
    scripts: list[str] = []
    """Those that `skills.run_script` runs."""
    allows: list[str] | None = None
    """The only capabilities that may be used in the rest of this turn."""


class SkillPackage(Model):
    """A skill as a zip."""

    filename: str
    content: str = Field(description="The zip, in Base64.")
    sha256: str


def listed(skill: Skill, *, changed: bool = False) -> ListedSkill:
    """Return an accepted skill as it stands in a list."""
    return ListedSkill(
        id=skill.id,
        capability=skill.capability,
        name=skill.header.name,
        description=skill.header.description,
        origin=skill.origin,
        source=skill.source,
        project=skill.project,
        allows=skill.allows,
        unknown_tools=skill.unknown_tools,
        scripts=skill.scripts,
        files=len(skill.files),
        size=sum(each.size for each in skill.files),
        hash=skill.hash,
        accepted_at=skill.accepted_at,
        changed=changed,
    )
