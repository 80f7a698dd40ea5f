/** The nouns of the API under short names, taken from the generated schema. */

import type { components } from "./schema";

type Schemas = components["schemas"];

export type Agent = Schemas["Agent"];
export type Approval = Schemas["Approval"];
export type ApprovalOption = Schemas["ApprovalOption"];
export type ApprovalStatus = Schemas["ApprovalStatus"];
export type Artifact = Schemas["Artifact"];
export type ArtifactType = Artifact["type"];
export type Asked = Schemas["Asked"];
export type Budget = Schemas["Budget"];
export type CallRecord = Schemas["CallRecord"];
export type Capability = Schemas["Capability"];
export type CardStep = Schemas["CardStep"];
export type Change = Schemas["Change"];
/** What can be changed and changed back. */
export type ChangedKind = "file" | "memory" | "agent" | "project" | "conversation" | "artifact" | "workflow" | "schedule";
export type Clarification = Schemas["Clarification"];
export type ConnectionTest = Schemas["ConnectionTest"];
export type Conversation = Schemas["Conversation"];
export type ConversationDetail = Schemas["ConversationDetail"];
export type Discovery = Schemas["Discovery"];
export type Envelope = Schemas["Envelope"];
export type Event = Schemas["Event"];
export type Fact = Event["data"];
export type EventType = Fact["type"];
/** One finding of the critic. */
export type Feedback = Schemas["Feedback"];
export type FileName = Schemas["FileName"];
export type Graph = Schemas["Graph"];
export type Health = Schemas["Health"];
export type Hit = Schemas["Hit"];
export type Home = Schemas["Home"];
export type MemoryItem = Schemas["MemoryItem"];
export type Message = Schemas["Message"];
export type ModelInfo = Schemas["ModelInfo"];
export type Models = Schemas["Models"];
export type ModelStatus = Schemas["ModelStatus"];
export type NewPersona = Schemas["NewPersona"];
export type NewSchedule = Schemas["NewSchedule"];
export type ModelChoice = Schemas["ModelChoice"];
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
export type Report = Schemas["Report"];
export type ReportLine = Schemas["ReportLine"];
export type Result = Schemas["Result"];
export type Role = Schemas["Role"];
export type RoleChoice = Schemas["RoleChoice"];
export type Run = Schemas["Run"];
export type RunDetail = Schemas["RunDetail"];
export type RunGraph = Schemas["RunGraph"];
export type RunKind = Schemas["RunKind"];
export type RunStatus = Schemas["RunStatus"];
export type Schedule = Schemas["Schedule"];
export type ScheduleView = Schemas["ScheduleView"];
export type SecretInfo = Schemas["SecretInfo"];
export type Settings = Schemas["Settings"];
export type Step = Schemas["Step"];
export type StepDetail = Schemas["StepDetail"];
export type StepEdit = Schemas["StepEdit"];
export type StepKind = Schemas["StepKind"];
export type StepStatus = Schemas["StepStatus"];
export type StepView = Schemas["StepView"];
export type UndoItem = Schemas["UndoItem"];
export type UndoPreview = Schemas["UndoPreview"];
export type Usage = Schemas["Usage"];
export type Workflow = Schemas["Workflow"];
export type WorkflowCheck = Schemas["WorkflowCheck"];
/** What a run of a workflow is started with. */
export type WorkflowOrder = Schemas["WorkflowStart"];
export type WorkflowPreview = Schemas["WorkflowPreview"];
export type WorkflowStepPreview = Schemas["WorkflowStepPreview"];
export type WorkflowSummary = Schemas["WorkflowSummary"];

/** The fact of one event type: `FactOf<"run.started">`. */
export type FactOf<T extends EventType> = Extract<Fact, { type: T }>;

export interface Page<T> {
  readonly items: readonly T[];
  readonly next?: string | null;
}
