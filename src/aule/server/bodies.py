"""What the HTTP door takes and gives beyond the contracts."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints, model_validator

from aule.contracts.access.agent import Budget
from aule.contracts.access.approval import StepEdit
from aule.contracts.access.runtimes import Choice
from aule.contracts.ids import Ref
from aule.contracts.model import JsonObject, Model
from aule.contracts.plans.views import PlanEdit
from aule.contracts.runs.graph import MAX_STEPS, Graph, StepId
from aule.contracts.runs.schedule import Missed, Overlap, Schedule
from aule.contracts.settings import Locale, ProviderId
from aule.contracts.talk.catalog import Discovery, ModelInfo, ProviderInfo, RoleChoice
from aule.contracts.talk.memory import MemoryKind
from aule.contracts.talk.messages import MAX_MESSAGE, MAX_REFS
from aule.contracts.talk.understanding import Meant
from aule.kernel.plans.replies import ReplyKind

Name = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$")]
"""The id or name of something that exists."""


class SignIn(Model):
    """A one-time code, exchanged for a session cookie."""

    code: str = Field(min_length=1, max_length=200)


class SignInLink(Model):
    """A fresh one-time code, and the address that carries it to a browser."""

    code: str
    url: str


class PickedModel(Model):
    """One model, by provider and id."""

    provider: ProviderId
    id: str = Field(min_length=1, max_length=200)


class ChatRequest(Model):
    """Something said to an agent. `persona_id` is another word for `agent_id`."""

    message: str = Field(min_length=1, max_length=MAX_MESSAGE)
    conversation_id: Name | None = None
    agent_id: Name | None = None
    persona_id: Name | None = None
    team: Name | None = None
    """The team that is asked, by its id, in place of one agent."""
    project: Name | None = None
    model: PickedModel | Annotated[str, StringConstraints(min_length=1, max_length=200)] | None = None
    """Which model answers: by provider and id, or by its name alone (`llama3.2`) where one provider has it."""
    wait: bool = True
    """Whether the response is the whole answer; if not, it only says what was started."""
    locale: Locale | None = None
    budget: Budget | None = None
    runtime: Choice | None = None
    """Which tools may be used: all, or only those that run in a sandbox (`synapse` is another word for that)."""
    refs: list[Ref] = Field(default=[], max_length=MAX_REFS)
    """What is put beside the words: `artifact:<id>`, `file:<project>/<path>`."""
    about: Ref | None = None
    """What is open beside the talk, as its app calls it: `app:id`. Meant where nothing else is named."""
    meant: Meant | None = None
    """What was chosen on a card in place of what was understood: it is not guessed again."""
    replaces: Name | None = None
    """An earlier message of one's own, said anew: it and all after it are set aside."""


class UnderstandRequest(Model):
    """Words whose meaning is asked for; nothing is done about them."""

    words: str = Field(min_length=1, max_length=MAX_MESSAGE)
    agent: Name | None = None
    """Who would be asked; else whoever answers there."""
    conversation_id: Name | None = None
    """The conversation they would be said in: *the second one* means something there."""
    about: Ref | None = None
    """What is open beside the talk, as its app calls it: `app:id`."""
    locale: Locale | None = None


class ArtifactEdit(Model):
    """What to change about an artifact."""

    name: str = Field(min_length=1, max_length=1_000)


class NewConversation(Model):
    """A conversation to open."""

    agent: Name | None = None
    project: Name | None = None
    title: str = Field(default="", max_length=200)


class ConversationEdit(Model):
    """What to change about a conversation; what is left out stays."""

    title: str | None = Field(default=None, max_length=200)
    agent: Name | None = None
    project: Name | None = None


class Steering(Model):
    """Words added to a run that is under way."""

    message: str = Field(min_length=1, max_length=MAX_MESSAGE)


class Models(Model):
    """Every provider and model there is, and which one each role uses."""

    providers: list[ProviderInfo]
    models: list[ModelInfo]
    roles: list[RoleChoice]


class Discovered(Model):
    """What was found when looking around this machine."""

    found: list[Discovery]


class ProbeRequest(Model):
    """The model to try out."""

    provider: ProviderId
    model: str = Field(min_length=1, max_length=200)


class Decision(Model):
    """The chosen option, bound to exactly what was seen."""

    option: str = Field(min_length=1, max_length=200)
    answer: str | None = Field(default=None, max_length=MAX_MESSAGE)
    content_hash: str = Field(min_length=1, max_length=200)
    edit: StepEdit | None = None
    """What to change along with it, for a step of a run."""


class TextEdit(Model):
    """Another text for a file that waits to be written, bound to what was seen."""

    path: str = Field(min_length=1, max_length=1024)
    content: str = Field(max_length=1_000_000)
    content_hash: str = Field(min_length=1, max_length=200)


class Adoption(Model):
    """Which part of a proposal to let happen, in the very file it was looked at with."""

    hunks: list[Annotated[int, Field(ge=0)]] | None = Field(
        default=None, max_length=10_000, description="Counted from 0 as they stand in the diff; left out, all of it."
    )
    sha256: str | None = Field(
        default=None,
        pattern=r"^[0-9a-f]{64}$",
        description="What the file held when the diff was made; null if there was none. Left out, what it held when it"
        " was proposed.",
    )
    locale: Locale | None = None


class Fork(Model):
    """Where a new run begins, and what is different in it."""

    step: str = Field(min_length=1, max_length=600)
    state: JsonObject = {}
    """Shared keys, with their new values."""
    graph: Graph | None = None


class ProviderTest(Model):
    """The provider to try a connection with."""

    provider: ProviderId


class SecretValue(Model):
    """A secret on its way in. It never comes out again."""

    value: str = Field(min_length=1, max_length=8_192)


class TokenWish(Model):
    """A token to make: what it is called, what it may do, and how long."""

    name: str = Field(min_length=1, max_length=100, pattern=r"^[^\x00-\x1f\x7f]*$")
    scopes: list[str] = Field(min_length=1, max_length=20)
    days: int = Field(default=90, ge=1, le=365)


class NewProject(Model):
    """A project to make. Without a root it gets a folder of its own."""

    name: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=120)]
    root: str | None = Field(default=None, min_length=1, max_length=4_096, pattern=r"^[^\x00-\x1f]+$")
    description: str = Field(default="", max_length=500)
    instructions: str = Field(default="", max_length=8_000)
    agent: Name | None = None


class ProjectEdit(Model):
    """What to change about a project; what is left out stays, `agent: null` lets the assistant answer again."""

    name: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=120)] | None = None
    description: str | None = Field(default=None, max_length=500)
    instructions: str | None = Field(default=None, max_length=8_000)
    agent: Name | None = None
    memory_file: bool | None = None

    def changes(self) -> dict[str, str | bool | None]:
        """The fields that were given; only the agent and the choice of a memory file can be taken away."""
        given = self.model_dump(exclude_unset=True)
        return {name: value for name, value in given.items() if value is not None or name in ("agent", "memory_file")}


class NewMemory(Model):
    """Something to remember for good."""

    content: str = Field(min_length=1, max_length=8_000)
    kind: MemoryKind = MemoryKind.FACT
    scope: str | None = Field(
        default=None,
        max_length=200,
        pattern=r"^(user:owner|project:[a-z0-9][a-z0-9_-]{0,63})$",
        description="Where it counts: `project:<id>`, or `user:owner` for everywhere, which is what none means.",
    )
    pinned: bool = False


class ConsolidationBody(Model):
    """Whose memory to look through."""

    project: Name = "home"


class MemoryFileBody(Model):
    """Whose memory file to read, or to write anew."""

    project: Name
    discard: bool = False
    """Leave out what was changed in it."""
    sha256: Name | None = None
    """The content that was looked at, from `GET /v1/memory/file`; another one is a conflict."""


class MemoryEdit(Model):
    """What to change about a memory; what is left out stays."""

    content: str | None = Field(default=None, min_length=1, max_length=8_000)
    kind: MemoryKind | None = None
    pinned: bool | None = None
    trust: Literal["user", "agent", "untrusted"] | None = None


StepResults = Annotated[dict[StepId, Any], Field(max_length=MAX_STEPS)]
"""Results by the steps they stand for."""


class WorkflowInputs(Model):
    """What a workflow would be given."""

    inputs: JsonObject = {}


class WorkflowStart(Model):
    """What a workflow is given to run, and what is allowed beforehand."""

    inputs: JsonObject = {}
    project: Name | None = None
    approve: str | None = Field(default=None, max_length=200)
    """The `content_hash` of a preview: exactly that is allowed. Without it every write asks. The hash of a preview
    without these inputs allows the same workflow, except on targets that the inputs name."""
    locale: Locale | None = None
    start_at: StepId | None = None
    """Run from this step on: what comes before it is taken over, and never run."""
    only: StepId | None = None
    """Run only this step."""
    results: StepResults = {}
    """Results for steps that do not run, which hold over pinned ones and over those of the last run."""
    use_pins: bool = False
    """Whether pinned samples stand for results: the steps that have one are not run, and the run says so."""


class StepTry(Model):
    """What one call of a workflow is tried with. Nothing but reading has any effect."""

    inputs: JsonObject = {}
    project: Name | None = None
    locale: Locale | None = None
    results: StepResults = {}
    """Results of steps before it, which hold over pinned ones and over those of the last run."""
    use_pins: bool = False


class WorkflowRun(Model):
    """Which run of a workflow; none means the latest."""

    run: Name | None = None


class WorkflowResume(WorkflowRun):
    """What is said to an interrupt that waits in a run of a workflow."""

    approval: Name | None = None
    """Which interrupt, where several wait."""
    decision: str | None = Field(default=None, max_length=20_000)
    """An option by its id or its name, or an answer in words; left out, it goes on."""
    state: JsonObject = {}
    """Shared keys to set, which hold over what the step wrote."""


class ScheduleDraft(Model):
    """Times to look at before anything is scheduled: one moment, an interval or a pattern, in a time zone."""

    at: str | None = Field(default=None, max_length=64)
    interval_s: int | None = Field(default=None, ge=60, le=31_536_000)
    cron: str | None = Field(default=None, max_length=200)
    timezone: str = Field(default="UTC", max_length=64)
    locale: Locale | None = None

    def schedule(self) -> Schedule:
        """A schedule with these times and nothing to do."""
        return Schedule(project="home", id="draft", **self.model_dump(exclude={"locale"}))


class NewSchedule(Model):
    """Something to do at certain times: words for an agent, a workflow, or the project's heartbeat."""

    title: Annotated[str, StringConstraints(strip_whitespace=True, max_length=200)] = ""
    prompt: str | None = Field(default=None, max_length=20_000)
    agent: Name | None = None
    workflow: Name | None = None
    inputs: JsonObject = {}
    project: Name = "home"
    project_id: Name | None = Field(default=None, description="Another word for `project`.")
    conversation: Name | None = None
    at: str | None = Field(default=None, max_length=64)
    interval_s: int | None = Field(default=None, ge=60, le=31_536_000)
    cron: str | None = Field(default=None, max_length=200)
    cron_expr: str | None = Field(default=None, max_length=200, description="Another word for `cron`.")
    timezone: str = Field(default="UTC", max_length=64)
    missed: Missed = Missed.ONCE
    overlap: Overlap = Overlap.SKIP
    budget: Budget | None = None
    heartbeat: bool = False
    consolidates: bool = Field(default=False, description="Propose what could be forgotten in memory.")
    paused: bool = False

    @model_validator(mode="after")
    def _say_each_thing_once(self) -> NewSchedule:
        if self.cron and self.cron_expr and self.cron != self.cron_expr:
            raise ValueError("cron and cron_expr say two different things; give one of them")
        if self.project_id and "project" in self.model_fields_set and self.project != self.project_id:
            raise ValueError("project and project_id name two projects; give one of them")
        return self

    def schedule(self) -> Schedule:
        """The schedule this describes; it gets its id when it is made."""
        fields = self.model_dump(exclude={"cron_expr", "project_id"})
        fields |= {"cron": self.cron or self.cron_expr, "project": self.project_id or self.project, "id": "new"}
        return Schedule.model_validate(fields)


class NewPlan(Model):
    """A request to be planned, in words; or a plan as a document, to be kept."""

    request: str | None = Field(default=None, min_length=1, max_length=MAX_MESSAGE)
    document: JsonObject | None = None
    project: Name | None = None
    conversation_id: Name | None = None
    locale: Locale | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> NewPlan:
        if (self.request is None) == (self.document is None):
            raise ValueError("give a request or a document, one of the two")
        return self


class PlanEdits(Model):
    """Changes to a plan, in order."""

    edits: list[PlanEdit] = Field(min_length=1, max_length=500)


class PlanAnswer(Model):
    """An answer to a plan's open question: an option or words; or one of the ways to go on without one."""

    option: str | None = Field(default=None, min_length=1, max_length=400)
    text: str | None = Field(default=None, min_length=1, max_length=20_000)
    decide: bool = False
    """You decide: the recommended option is taken."""
    unknown: bool = False
    """I don't know: another question comes first."""
    skip: bool = False

    @property
    def kind(self) -> ReplyKind:
        """Which of them it is."""
        if self.decide:
            return "decide"
        return "unknown" if self.unknown else "skip" if self.skip else "answer"

    @model_validator(mode="after")
    def _exactly_one(self) -> PlanAnswer:
        if sum((self.option is not None, self.text is not None, self.decide, self.unknown, self.skip)) != 1:
            raise ValueError("give one of option, text, decide, unknown and skip")
        return self


class PlanFix(Model):
    """A finding to be put right: its code, and the step it is about."""

    code: str = Field(min_length=1, max_length=40)
    step: str | None = Field(default=None, max_length=64)


class PlanWords(Model):
    """Something said about a plan."""

    text: str = Field(min_length=1, max_length=20_000)


class PlanConsent(Model):
    """What is approved: this version, with this content."""

    version: int = Field(ge=1)
    content_hash: str = Field(min_length=1, max_length=200)


class PlanHandOver(Model):
    """How a plan is carried out: by whom, only one step or up to one, and what is approved along with it."""

    agent: Name | None = None
    step: str | None = Field(default=None, max_length=64)
    until: str | None = Field(default=None, max_length=64)
    approve: PlanConsent | None = None


class PlanRestore(Model):
    """The version that is to count again."""

    version: int = Field(ge=1)


class PlanFiles(Model):
    """Files by their path: a plan as another tool keeps it."""

    files: dict[str, str] = Field(min_length=1, max_length=200)
    project: Name | None = None
