"""What the API answers, as commands read it: plain JSON with known keys.

Written by docs/generate.py from the contracts: edit those, then run `make docs`. There are only types here, for type
checkers: a command that speaks to a server neither loads the contracts nor checks what the server has checked.
"""

from typing import Any, Generic, Literal, TypedDict, TypeVar

from aule.contracts.errors import Report

Item = TypeVar("Item")

class Page(TypedDict, Generic[Item]):
    """Some of many. `next` goes back in as `after`; none means this was the last page."""

    items: list[Item]
    next: str | None

class AccessTokenInfo(TypedDict):
    """A token with scopes, without its secret."""

    id: str
    name: str
    scopes: list[str]
    created_at: str
    expires_at: str

class Actor(TypedDict):
    """Who did it."""

    type: str
    id: str

class AnswerOption(TypedDict):
    """One possible answer, and what follows from it."""

    id: str
    label: str
    consequence: str

class AppInfo(TypedDict):
    """An installed app: who can be asked, what can be done, what can be looked at."""

    id: str
    name: str
    names: dict[str, str]
    icon: str
    version: str
    agents: list[str]
    capabilities: list[str]
    views: list[dict[str, Any]]
    failure: str | None

class Approval(TypedDict):
    """One thing that waits for a person, or waited."""

    id: str
    kind: str
    run: str | None
    session_id: str | None
    agent: str | None
    subject: str
    title: str
    body: str
    preview: FileDiff | Patch | Command | Table | Text | Choices | Cascade | Records | None
    notices: list[Notice]
    risk: str
    options: list[ApprovalOption]
    binds: Binding
    call: Call | None
    default: str
    status: str
    created_at: str
    decided_by: str | None
    decided_at: str | None
    option: str | None
    answer: str | None
    expires_at: str | None
    environment: str | None
    is_protected: bool
    step: str | None
    edit: dict[str, Any] | None
    version: int

class ApprovalOption(TypedDict):
    """One possible answer. The id never changes with the language, the label does."""

    id: str
    label: str
    input: bool
    expects: str | None

class Artifact(TypedDict):
    """A result one keeps: a file with its type, size and origin."""

    id: str
    project: str
    run: str | None
    type: str
    name: str
    mime: str
    size: int
    sha256: str
    created_at: str
    made_by: str | None
    call: str | None
    deleted: bool

class Asked(TypedDict):
    """What an ask started."""

    conversation_id: str
    run: str
    message: str
    cursor: str

class Autorun(TypedDict):
    """A file that a tool on this machine runs by itself."""

    path: str
    tool: str
    when: str

class Binding(TypedDict):
    """What exactly is approved: this content, this version, this envelope."""

    content_hash: str
    version: int
    envelope: Envelope

class Call(TypedDict):
    """A request to use a capability with these parameters."""

    id: str
    capability: str
    params: dict[str, Any]
    bound_params: dict[str, Any] | None
    idempotency_key: str
    edits: dict[str, str]
    within: Call | None

class CallPreview(TypedDict):
    """What a call would do, as a person gets to see it, and the hash their decision is bound to."""

    preview: FileDiff | Patch | Command | Table | Text | Choices | Cascade | Records | None
    content_hash: str
    params: dict[str, Any]

class Called(TypedDict):
    """What a direct call came to."""

    run: str
    result: Result

class Capability(TypedDict):
    """One thing the system can do: the single source of schema, docs, form and help."""

    name: str
    app: str
    category: str
    title: str
    titles: dict[str, str]
    description: str
    params: dict[str, Any]
    returns: dict[str, Any]
    effect: str
    targets: list[str]
    reversible: bool
    idempotent: bool
    anywhere: bool
    internal: bool
    unspoken: bool
    previewable: bool
    approval: str
    timeout_s: float
    aliases: list[str]
    hosts: list[str]
    project: str | None
    calls: list[str]
    runtime: str
    since: str

class CardStep(TypedDict):
    """A step as the person who approves sees it."""

    id: str
    number: int
    title: str
    description: str
    kind: str
    function: str
    function_title: str
    times: int
    effect: str | None
    params: dict[str, Any]
    names: dict[str, str]
    rationale: str
    validation: str
    dependencies: list[str]
    files: list[str]
    check: str | None
    asks: bool

class Cascade(TypedDict):
    """What else goes when this goes."""

    type: Literal["cascade"]
    counts: dict[str, int]
    examples: list[str]

class Change(TypedDict):
    """One entity went from `before` to `after`; the inverse is the way back."""

    id: str
    ts: str
    actor: Actor
    run: str | None
    call: str | None
    app: str
    op: str
    entity: str
    title: str
    before: dict[str, Any] | None
    after: dict[str, Any] | None
    status: str
    undo: Undo
    folders: list[str]
    undoes: str | None
    undone_by: str | None
    project: str | None
    group: str | None
    adopts: str | None
    environment: str | None
    rows: dict[str, Any] | None

class ChangeDiff(TypedDict):
    """What a change altered, to be read: a unified diff from before to after, or why there is none."""

    text: str | None
    sha256: str | None
    note: str | None

class Choices(TypedDict):
    """A question with options; `recommended` is an option id."""

    type: Literal["options"]
    question: str
    recommended: str | None
    free_text: bool

class Clarification(TypedDict):
    """One question to the person; at most one of a plan is open."""

    id: str
    question: str
    found: str
    answer: str | None
    critical: bool
    related_steps: list[str]
    field: str | None
    code: str | None
    options: list[AnswerOption]
    recommended: str | None
    evidence: list[dict[str, Any]]
    asked_at: str | None
    answered_at: str | None
    answered_by: str | None
    applied_in_version: int | None
    status: str

class Command(TypedDict):
    """A command line as it would run: where, inside which walls, and what it will find there."""

    type: Literal["command"]
    command: str
    folder: str
    level: str
    timeout_s: float
    hints: list[str]
    reaches: list[dict[str, Any]]

class Conversation(TypedDict):
    """A talk with one agent."""

    id: str
    app: str
    agent: str
    project: str
    title: str
    created_at: str
    updated_at: str
    version: int

class Discovered(TypedDict):
    """What was found when looking around this machine."""

    found: list[Discovery]

class Discovery(TypedDict):
    """What was found when looking around this machine."""

    provider: str
    name: str
    base_url: str
    reachable: bool
    models: list[ModelInfo]
    detail: str | None

class Envelope(TypedDict):
    """What an approval grants: these capabilities, at most so often, on these targets."""

    calls: dict[str, int]
    targets: dict[str, list[Any]]
    effects: list[str]
    paths: list[str]
    hosts: list[str]
    addresses: list[str]
    max_cost: float | None

class Event(TypedDict):
    """A fact with its place in the one log."""

    seq: str
    ts: str
    topic: str
    type: str
    session_id: str | None
    run: str | None
    data: dict[str, Any]

class Feedback(TypedDict):
    """One finding of the critic."""

    code: str
    step_id: str | None
    field: str | None
    issue: str
    severity: str
    suggestion: str
    requires_clarification: bool
    fix: str | None
    evidence: list[dict[str, Any]]
    round: int
    status: str
    seen: str | None

class FieldChange(TypedDict):
    """One field of a record, as it is and as it would be."""

    name: str
    before: Any
    after: Any
    note: str | None

class FileDiff(TypedDict):
    """A unified diff of one file or text."""

    type: Literal["diff"]
    path: str
    diff: str
    added: int
    removed: int
    is_new: bool
    autoruns: list[Autorun]

class Health(TypedDict):
    """Whether the server can be used yet."""

    status: str
    version: str
    detail: str | None

class Home(TypedDict):
    """What the desktop shows first, and where its event stream begins."""

    name: str
    onboarded: bool
    pending: list[Approval]
    pending_total: int
    running: list[Run]
    running_total: int
    recent: list[Run]
    artifacts: list[Artifact]
    projects: list[Project]
    conversations: list[Conversation]
    model: ModelStatus
    today: Usage
    limits: dict[str, Any]
    sandbox: str
    cursor: str
    log: str

class LearnedSentence(TypedDict):
    """A sentence that a person let this machine keep, and what it means."""

    said: str
    means: str
    learned_at: str

class MemoryFileRead(TypedDict):
    """How many items were taken over from a project's `MEMORY.md`."""

    added: int
    edited: int
    removed: int

class MemoryItem(TypedDict):
    """One remembered thing."""

    id: str
    layer: str
    scope: str
    kind: str
    content: str
    result: str | None
    step: int | None
    capability: str | None
    source: str
    trust: str
    created_at: str
    expires_at: str | None
    pinned: bool
    version: int
    evidence: list[str]
    replaces: dict[str, Any] | None

class MemoryProposal(TypedDict):
    """What was put forward to be forgotten or said as one; nothing where there is nothing of the kind."""

    approval: str | None
    run: str | None
    memories: int
    merges: int

class MessageHit(TypedDict):
    """A message of an old conversation that fits a question."""

    conversation: str
    title: str
    project: str
    message: str
    role: str
    ts: str
    excerpt: str
    fit: float
    link: str

class ModelInfo(TypedDict):
    """One model one could use."""

    provider: str
    id: str
    local: bool
    tier: int
    context_length: int | None
    size_bytes: int | None
    price: Price | None
    facts: dict[str, Any] | None

class ModelStatus(TypedDict):
    """Which model would answer now, and why."""

    provider: str
    model: str
    tier: int
    why: str
    why_code: str | None

class Models(TypedDict):
    """Every provider and model there is, and which one each role uses."""

    providers: list[ProviderInfo]
    models: list[ModelInfo]
    roles: list[RoleChoice]

class NewAccessToken(TypedDict):
    """A token that was just made: the only time its secret is shown."""

    id: str
    name: str
    scopes: list[str]
    created_at: str
    expires_at: str
    secret: str

class Notice(TypedDict):
    """A part of what is asked that is lifted to the top of the card. It helps a person; it is no control."""

    code: str
    text: str
    path: str
    line: int | None
    count: int

class Patch(TypedDict):
    """Diffs of several files that happen together or not at all."""

    type: Literal["patch"]
    files: list[FileDiff]
    added: int
    removed: int

class Plan(TypedDict):
    """One request: what is to be reached, by which steps, and what is still open."""

    schema_version: int
    id: str
    title: str
    goal: str
    status: str
    version: int
    created_at: str
    updated_at: str
    language: str
    app: str
    project: str
    session_id: str | None
    about: str | None
    context: dict[str, Any]
    steps: list[PlanStep]
    clarifications: list[Clarification]
    risks: list[dict[str, Any]]
    success_criteria: list[str]
    feedback: list[Feedback]
    approvals: list[dict[str, Any]]
    content_hash: str
    run: dict[str, Any] | None
    origin: dict[str, Any]
    replaces: str | None
    original: dict[str, Any] | None

class PlanCard(TypedDict):
    """Everything a person approves, in one look; bound to the content hash."""

    plan: str
    version: int
    content_hash: str
    objective: str
    steps: list[CardStep]
    counts: dict[str, Any]
    files: list[str]
    hosts: list[str]
    estimate: dict[str, Any]
    risks: list[dict[str, Any]]
    findings: list[Feedback]
    open_criticals: int
    envelope: dict[str, Any]

class PlanDiff(TypedDict):
    """What differs between two versions."""

    plan: str
    from_version: int
    to_version: int
    changes: list[PlanFieldChange]
    patch: list[dict[str, Any]]

class PlanFieldChange(TypedDict):
    """One field that differs between two versions."""

    path: str
    before: Any
    after: Any

class PlanFiles(TypedDict):
    """Files by their path: a plan as another tool keeps it."""

    files: dict[str, str]
    project: str | None

class PlanPage(TypedDict):
    """Some of many plans."""

    items: list[PlanSummary]
    next: str | None
    unused: list[UnusedFile]

class PlanStep(TypedDict):
    """One step, with why it is there and how one sees that it is done."""

    id: str
    title: str
    description: str
    kind: str
    file: str | None
    line_start: int | None
    line_end: int | None
    file_action: str | None
    files: list[str]
    dependencies: list[str]
    validation: str
    check: dict[str, Any] | None
    rationale: str
    call: dict[str, Any] | None
    agent: str | None
    workflow: str | None
    question: str | None
    tools: list[str] | None
    repeat: dict[str, Any] | None
    when: str | None
    approval: str | None
    on_error: str
    retry: dict[str, Any] | None
    timeout_s: float | None
    estimate: dict[str, Any] | None
    status: str
    result: Any

class PlanSummary(TypedDict):
    """A plan in a list."""

    id: str
    title: str
    status: str
    version: int
    project: str
    session_id: str | None
    app: str
    steps: int
    done: int
    question: str | None
    run: str | None
    updated_at: str

class PlanVersion(TypedDict):
    """One version in a plan's history."""

    version: int
    at: str
    author: str
    reason: str
    content_hash: str
    status: str
    approved: bool

class PlanView(TypedDict):
    """A plan with all that a person needs to go on with it."""

    plan: Plan
    card: PlanCard
    path: str | None
    question: str | None
    approval: str | None
    warnings: list[str]
    broken: dict[str, Any] | None
    merged: bool
    source: SourceReport | None

class Planned(TypedDict):
    """What came of words that may have asked for work."""

    plan: PlanView | None
    message: str
    run: str
    is_talk: bool
    options: list[AnswerOption]

class Price(TypedDict):
    """US dollars per million tokens."""

    input: float
    output: float
    cached: float | None

class Project(TypedDict):
    """A place on disk that agents work in."""

    id: str
    name: str
    root: str
    host: str | None
    description: str
    instructions: str
    agent: str | None
    memory_file: bool | None
    created_at: str
    updated_at: str
    version: int

class ProjectSummary(TypedDict):
    """A project and how much is in it."""

    project: Project
    conversations: int
    artifacts: int
    memories: int
    used_at: str

class ProviderInfo(TypedDict):
    """One provider, as catalog and settings together say."""

    id: str
    name: str
    wire: str
    base_url: str | None
    local: bool
    enabled: bool
    key_name: str | None
    has_key: bool
    status: str
    detail: str | None
    homepage: str | None

class RecordChange(TypedDict):
    """One record that would be made, edited or removed."""

    op: str
    kind: str
    id: str | None
    title: str
    path: list[str]
    fields: list[FieldChange]
    cascade: Cascade | None
    warnings: list[str]

class Records(TypedDict):
    """Records of an app that would change together: in a sentence, then one by one; removals come first."""

    type: Literal["records"]
    summary: str
    records: list[RecordChange]
    tables: list[TableCount]
    total: int
    warnings: list[str]
    confirm: str | None

class Removed(TypedDict):
    """Something was removed; undoing the change brings it back."""

    change: str

class Result(TypedDict):
    """What a call gave back: data, or a problem; both where it came to its end and did not succeed."""

    ok: bool
    data: Any
    error: Report | None
    warnings: list[Warning]
    provenance: dict[str, Any] | None
    passages: list[dict[str, Any]]
    spoken: dict[str, Any] | None
    narrows: list[str] | None
    changes: list[str]
    artifacts: list[str]
    duration_ms: float

class RoleChoice(TypedDict):
    """Which model a role uses, and why."""

    role: str
    provider: str
    model: str
    tier: int
    why: str
    why_code: str | None

class Run(TypedDict):
    """One piece of work: a turn of talk, a call, an undo, a plan, a workflow."""

    id: str
    kind: str
    title: str
    parent: str | None
    agent: str | None
    session_id: str | None
    project: str
    status: str
    locale: str
    choice: dict[str, Any] | None
    model: str | None
    budget: dict[str, Any]
    allowed: list[list[str]]
    depth: int
    step: str | None
    workflow: str | None
    workflow_version: int | None
    plan: dict[str, Any] | None
    schedule: str | None
    forked_from: str | None
    queue: str | None
    host: str | None
    owner: str
    at_once: int
    approved: str | None
    envelope: Envelope | None
    environment: str | None
    is_protected: bool
    bounds: list[dict[str, Any]]
    about: str | None
    team: str | None
    trial: dict[str, Any] | None
    is_flow: bool
    sampled: list[str]
    usage: Usage
    epoch: int
    started_at: str
    finished_at: str | None
    error: Report | None

class RunDetail(TypedDict):
    """A run with all that happened in it."""

    run: Run
    children: list[Run]
    events: list[Event]
    approvals: list[Approval]
    undoable: bool
    cursor: str

class RunGraph(TypedDict):
    """A run's graph and how each step stands; repetitions only of the steps asked for."""

    run: Run
    graph: dict[str, Any]
    graph_hash: str
    inputs: dict[str, Any]
    state: dict[str, Any]
    output: Any
    steps: list[StepView]
    cursor: str

class Schedule(TypedDict):
    """Something to do at certain times: words for an agent, or a workflow. Exactly one of each pair is given."""

    id: str
    title: str
    prompt: str | None
    agent: str | None
    workflow: str | None
    inputs: dict[str, Any]
    project: str
    conversation: str | None
    at: str | None
    interval_s: int | None
    cron: str | None
    timezone: str
    missed: str
    overlap: str
    budget: dict[str, Any] | None
    heartbeat: bool
    consolidates: bool
    paused: bool
    created_by: str
    created_at: str
    updated_at: str
    version: int

class ScheduleTimes(TypedDict):
    """When a schedule would be due: its next times, and its rhythm in words where there are simple ones."""

    next: list[str]
    words: str | None

class ScheduleView(TypedDict):
    """A schedule as it stands."""

    schedule: Schedule
    next_at: str | None
    last_at: str | None
    last_run: str | None
    last_status: str | None
    why_not: str | None

class ScopeInfo(TypedDict):
    """What a token may be made for."""

    name: str
    allows: dict[str, str]

class SignInLink(TypedDict):
    """A fresh one-time code, and the address that carries it to a browser."""

    code: str
    url: str

class SourceReport(TypedDict):
    """What became of every value of the document a plan came from."""

    format: str
    read: list[SourceValue]
    kept: list[SourceValue]
    read_count: int
    kept_count: int

class SourceValue(TypedDict):
    """One value of the document a plan came from."""

    path: str
    value: str
    field: str | None

class StepView(TypedDict):
    """One step of a run."""

    place: str
    inside: str | None
    kind: str
    title: str
    status: str
    after: list[str]
    capability: str | None
    effect: str | None
    agent: str | None
    done: int | None
    total: int | None
    attempt: int
    started_at: str | None
    finished_at: str | None
    again_at: float | None
    moment: str | None
    approval: str | None
    error: Report | None
    run: str | None
    call: str | None
    usage: Usage | None
    artifacts: list[str]
    stops_before: bool
    stops_after: bool
    repeats: bool
    condition: str | None
    origin: str | None
    skipped: str | None
    size: dict[str, Any] | None

class Table(TypedDict):
    """Rows to look at."""

    type: Literal["table"]
    columns: list[str]
    rows: list[list[Any]]
    total: int
    autoruns: list[Autorun]

class TableCount(TypedDict):
    """How many records of one kind would be made, edited, left alone or removed."""

    name: str
    create: int
    update: int
    unchanged: int
    skipped: int
    delete: int

class Text(TypedDict):
    """Words to read."""

    type: Literal["text"]
    text: str
    autoruns: list[Autorun]

class TextDraft(TypedDict):
    """What would be written to a file, as a text that a person may edit before they decide."""

    path: str
    content: str
    paths: list[str]

class Understood(TypedDict):
    """What was understood of one sentence."""

    words: str
    act: str
    decision: str
    calls: list[UnderstoodCall]
    others: list[UnderstoodCall]
    unused: list[str]
    focus: dict[str, str]

class UnderstoodCall(TypedDict):
    """One thing that may be meant."""

    capability: str
    title: str
    share: float
    params: dict[str, Any]
    values: list[UnderstoodValue]
    missing: str | None

class UnderstoodValue(TypedDict):
    """One value of a call, as it was said."""

    param: str
    label: str
    kind: str
    of: str
    value: Any
    said: str
    inherited: bool
    note: str
    options: list[dict[str, Any]]

class Undo(TypedDict):
    """Whether a change can be taken back, and if not, why."""

    possible: bool
    reason: str | None

class UndoItem(TypedDict):
    """What undoing one change would do."""

    change: str
    entity: str
    title: str
    action: str
    conflict: str | None
    diff: str | None

class UndoPreview(TypedDict):
    """What an undo would do, before it does it."""

    subject: str
    items: list[UndoItem]
    possible: bool

class UnusedFile(TypedDict):
    """A file in a project's folders for plans that is none of its plans."""

    path: str
    reason: str

class Usage(TypedDict):
    """What a run cost."""

    tokens_in: int
    tokens_out: int
    cost: float
    model_calls: int

class Warning(TypedDict):
    """Something the caller should know although the call went on."""

    code: str
    message: str

class Workflow(TypedDict):
    """A graph with a name, as people keep it, share it and run it again."""

    id: str
    title: str
    description: str
    project: str | None
    graph: dict[str, Any]
    budget: dict[str, Any] | None
    at_once: int
    canvas: dict[str, Any] | None
    created_by: str
    created_at: str
    updated_at: str
    version: int

class WorkflowCheck(TypedDict):
    """What a document says, or everything that is wrong with it. Checking saves and runs nothing."""

    ok: bool
    findings: list[dict[str, Any]]
    workflow: Workflow | None
    document: str | None

class WorkflowLastRun(TypedDict):
    """The latest run of a workflow: its status, how its steps stand, and what they share."""

    run: Run
    steps: list[StepView]
    state: dict[str, Any]
    output: Any

class WorkflowPreview(TypedDict):
    """What running a workflow would be allowed to do, and the hash that allows exactly this."""

    content_hash: str
    envelope: Envelope
    steps: list[dict[str, Any]]

class WorkflowSummary(TypedDict):
    """A workflow in a list, with how it went last."""

    workflow: Workflow
    steps: int
    last_run: Run | None

class WorkflowVersions(TypedDict):
    """The versions of a workflow, the latest first."""

    items: list[dict[str, Any]]

class WorkflowView(TypedDict):
    """A workflow, with how it went last."""

    id: str
    title: str
    description: str
    project: str | None
    graph: dict[str, Any]
    budget: dict[str, Any] | None
    at_once: int
    canvas: dict[str, Any] | None
    created_by: str
    created_at: str
    updated_at: str
    version: int
    last_run: WorkflowLastRun | None
