/** The nouns of the API under short names, taken from the generated schema. */

import type { components } from "./schema";

export type * from "./atlas";
export type * from "./atlas-doors";
export type * from "./atlas-governance";
export type * from "./catalogue";
export type * from "./evaluations";
export type * from "./mcp";
export type * from "./plugins";
export type * from "./openapi";
export type * from "./school";
export type * from "./school-import";
export type * from "./school-work";
export type * from "./skills";
export type * from "./tools";
export type * from "./traces";

type Schemas = components["schemas"];

export type Agent = Schemas["Persona"];

/** A team of agents, as it is kept and as people write it. */
export type AgentTeam = Schemas["AgentTeam"];
export type TeamDraft = Schemas["TeamDraft"];
export type MemberFigures = Schemas["MemberFigures"];
export type TeamMember = Schemas["TeamMember"];
export type HandoffRule = Schemas["HandoffRule"];
/** What the creator of resident agents asks, answered. */
export type AgentAnswers = Schemas["AgentAnswers"];
export type AgentDraft = Schemas["AgentDraft"];
export type App = Schemas["AppInfo"];
export type Approval = Schemas["Approval"];
export type ApprovalOption = Schemas["ApprovalOption"];
export type ApprovalStatus = Schemas["ApprovalStatus"];
export type Artifact = Schemas["Artifact"];
export type ArtifactType = Artifact["type"];
export type Asked = Schemas["Asked"];
export type Budget = Schemas["Budget"];
export type BudgetStatus = Schemas["BudgetStatus"];
export type CallRecord = Schemas["CallRecord"];
export type Capability = Schemas["Capability"];
export type CardStep = Schemas["CardStep"];
export type Change = Schemas["Change"];
export type ChangeStatus = Schemas["ChangeStatus"];
/** What can be changed and changed back: kinds of the system, and apps with data of their own. */
export type ChangedKind = "file" | "memory" | "agent" | "project" | "conversation" | "artifact" | "workflow" | "schedule" | "atlas" | "school";
export type Clarification = Schemas["Clarification"];
export type ConductorProject = Schemas["ConductorProject"];
export type ConductorView = Schemas["ConductorView"];
export type ConnectionTest = Schemas["ConnectionTest"];
export type Conversation = Schemas["Conversation"];
export type ConversationDetail = Schemas["ConversationDetail"];
export type Discovery = Schemas["Discovery"];
export type Envelope = Schemas["Envelope"];
export type EnvironmentView = Schemas["EnvironmentView"];
export type Event = Schemas["Event"];
export type Fact = Event["data"];
export type EventType = Fact["type"];
/** One finding of the critic. */
export type Feedback = Schemas["Feedback"];
export type FileName = Schemas["FileName"];
export type FileView = Schemas["FileView"];
export type FolderEntry = Schemas["FolderEntry"];
export type FolderView = Schemas["FolderView"];
export type Finding = Schemas["Finding"];
export type Graph = Schemas["Graph"];
export type Health = Schemas["Health"];
export type Hit = Schemas["Hit"];
export type Home = Schemas["Home"];
export type MachineLoad = Schemas["MachineLoad"];
export type Machine = Schemas["Machine"];
export type MachineSize = Schemas["MachineSize"];
export type News = Schemas["News"];
export type NewsItem = Schemas["NewsItem"];
export type UsageSummary = Schemas["UsageSummary"];
export type KnownName = Schemas["KnownName"];
export type LintNote = Schemas["LintNote"];
/** The calls that were chosen in place of what was understood. */
export type Meant = Schemas["Meant"];
export type MemoryFileChange = Schemas["MemoryFileChange"];
export type MemoryItem = Schemas["MemoryItem"];
export type Message = Schemas["Message"];
export type ModelInfo = Schemas["ModelInfo"];
export type Models = Schemas["Models"];
export type ModelStatus = Schemas["ModelStatus"];
export type NewPersona = Schemas["NewPersona"];
export type Guideline = Agent["guidelines"][number];
export type AgentInterrupt = Agent["interrupts"][number];
export type AgentVersion = Schemas["AgentVersion"];
export type ImportedAgent = Schemas["ImportedAgent"];
export type AgentFormat = ImportedAgent["format"];
export type NewSchedule = Schemas["NewSchedule"];
export type ModelChoice = Schemas["ModelChoice"];
export type PlannedTask = Schemas["PlannedTask"];
export type Plan = Schemas["Plan"];
export type PlanCard = Schemas["PlanCard"];
export type PlanDiff = Schemas["PlanDiff"];
export type PlanEdit = Schemas["PlanEdit"];
export type PlanFieldChange = Schemas["PlanFieldChange"];
export type PlanStatus = Schemas["PlanStatus"];
export type PlanStep = Schemas["PlanStep"];
export type PlanStepStatus = Schemas["PlanStepStatus"];
export type PlanSummary = Schemas["PlanSummary"];
export type PlanVersion = Schemas["PlanVersion"];
export type PlanView = Schemas["PlanView"];
export type Preview = NonNullable<Approval["preview"]>;
export type ProbeFacts = Schemas["ProbeFacts"];
export type Project = Schemas["Project"];
export type ProjectSummary = Schemas["ProjectSummary"];
export type Provider = Schemas["Provider"];
export type ProviderInfo = Schemas["ProviderInfo"];
export type Recommended = Schemas["Recommended"];
/** A package registry, as it stands in a project. */
export type Registry = Schemas["RegistryView"];
export type Report = Schemas["Report"];
/** An agent of Conductor: it lives beside a project. */
export type ResidentView = Schemas["ResidentView"];
export type ReportLine = Schemas["ReportLine"];
export type Result = Schemas["Result"];
export type Role = Schemas["Role"];
export type RoleChoice = Schemas["RoleChoice"];
export type Run = Schemas["Run"];
export type RunDetail = Schemas["RunDetail"];
export type RunGraph = Schemas["RunGraph"];
export type RunKind = Schemas["RunKind"];
export type RunStatus = Schemas["RunStatus"];
export type SandboxView = Schemas["SandboxView"];
export type Schedule = Schemas["Schedule"];
export type ScheduleView = Schemas["ScheduleView"];
export type SecretInfo = Schemas["SecretInfo"];
export type AccessToken = Schemas["AccessTokenInfo"];
export type TokenWish = Schemas["TokenWish"];
/** What a session with a resident agent is opened with. */
export type SessionRequest = Schemas["SessionRequest"];
export type SessionView = Schemas["SessionView"];
export type Settings = Schemas["Settings"];
export type SharedBudget = Schemas["SharedBudget"];
export type Step = Schemas["Step"];
export type StepDetail = Schemas["StepDetail"];
export type StepEdit = Schemas["StepEdit"];
export type StepKind = Schemas["StepKind"];
export type StepStatus = Schemas["StepStatus"];
export type StepTry = Schemas["StepTry"];
export type StepView = Schemas["StepView"];
export type SampleCall = Schemas["SampleCall"];
export type TaskResult = Schemas["TaskResult"];
export type UndoItem = Schemas["UndoItem"];
export type UndoPreview = Schemas["UndoPreview"];
/** What was understood of somebody's words: values, other readings, what was left unused. */
export type Understood = Schemas["Understood"];
export type UnderstoodCall = Schemas["UnderstoodCall"];
export type UnderstoodValue = Schemas["UnderstoodValue"];
export type ValueOption = Schemas["ValueOption"];
export type Usage = Schemas["Usage"];
export type Workflow = Schemas["Workflow"];
export type WorkflowCheck = Schemas["WorkflowCheck"];
export type WorkflowImport = Schemas["WorkflowImport"];
export type WorkflowDryRun = Schemas["WorkflowDryRun"];
/** What a run of a workflow is started with. */
export type WorkflowOrder = Pick<Schemas["WorkflowStart"], "inputs"> & Partial<Schemas["WorkflowStart"]>;
export type WorkflowOutcome = Schemas["WorkflowOutcome"];
/** A workflow file of Conductor, to be checked or run. */
export type WorkflowRequest = Schemas["WorkflowRequest"];
export type WorkflowPreview = Schemas["WorkflowPreview"];
export type WorkflowStepPreview = Schemas["WorkflowStepPreview"];
export type WorkflowTemplate = Schemas["TemplateSummary"];
export type WorkflowTemplateUse = Schemas["TemplateUse"];
export type WorkflowView = Schemas["WorkflowView"];
export type WorkflowVersion = Schemas["WorkflowVersion"];
export type WorkflowSummary = Schemas["WorkflowSummary"];

/** The fact of one event type: `FactOf<"run.started">`. */
export type FactOf<T extends EventType> = Extract<Fact, { type: T }>;

export interface Page<T> {
  readonly items: readonly T[];
  readonly next?: string | null;
}
