/** What can be made by hand, and what is asked for it. Pure. */

import type { PlainKey } from "@/i18n";

export type AddKind = "pillar" | "objective" | "key_result" | "initiative" | "project" | "task" | "meeting" | "agenda_item" | "insight";

export interface Asked {
  /** The parameter of the action. */
  readonly name: string;
  readonly label: PlainKey;
  readonly input: "text" | "long" | "day" | "time" | "amount" | "color" | "pillar" | "choice";
  readonly required?: true;
  readonly choices?: readonly (readonly [value: string, label: PlainKey])[];
  /** What it is unless chosen. */
  readonly initial?: string;
}

const TITLE: Asked = { name: "title", label: "atlas.field.title", input: "text", required: true };
const NAME: Asked = { name: "name", label: "atlas.field.name", input: "text", required: true };
const ABOUT: Asked = { name: "description", label: "atlas.field.description", input: "long" };
const STARTS: Asked = { name: "start_date", label: "atlas.field.start", input: "day" };
const ENDS: Asked = { name: "end_date", label: "atlas.field.end", input: "day" };
const OWNER: Asked = { name: "responsible", label: "atlas.field.owner", input: "text" };

export const ASKED: Readonly<Record<AddKind, readonly Asked[]>> = {
  pillar: [NAME, { name: "color", label: "atlas.field.color", input: "color" }, ABOUT],
  objective: [TITLE, { name: "pillar_id", label: "atlas.field.pillar", input: "pillar", required: true }, { name: "target_date", label: "atlas.field.due", input: "day" }, OWNER, ABOUT],
  key_result: [
    TITLE,
    { name: "target_value", label: "atlas.field.target", input: "amount", required: true },
    { name: "unit", label: "atlas.field.unit", input: "text" },
    {
      name: "target_direction",
      label: "atlas.field.direction",
      input: "choice",
      initial: "maximize",
      choices: [["maximize", "atlas.direction.maximize"], ["minimize", "atlas.direction.minimize"]],
    },
    {
      name: "frequency",
      label: "atlas.field.frequency",
      input: "choice",
      initial: "monthly",
      choices: [
        ["monthly", "atlas.frequency.monthly"],
        ["bimonthly", "atlas.frequency.bimonthly"],
        ["quarterly", "atlas.frequency.quarterly"],
        ["semesterly", "atlas.frequency.semesterly"],
        ["yearly", "atlas.frequency.yearly"],
      ],
    },
    OWNER,
  ],
  initiative: [TITLE, STARTS, ENDS, OWNER, ABOUT],
  project: [NAME, STARTS, ENDS, ABOUT],
  task: [TITLE, { name: "due_date", label: "atlas.field.due", input: "day" }],
  meeting: [
    TITLE,
    { name: "scheduled_date", label: "atlas.field.date", input: "day", required: true },
    { name: "scheduled_time", label: "atlas.field.time", input: "time" },
    {
      name: "meeting_type",
      label: "atlas.field.meeting_type",
      input: "choice",
      initial: "RM",
      choices: [["RM", "atlas.meeting.type.RM"], ["RE", "atlas.meeting.type.RE"], ["Extraordinaria", "atlas.meeting.type.Extraordinaria"]],
    },
    { name: "location", label: "atlas.field.location", input: "text" },
    { name: "notes", label: "atlas.field.notes", input: "long" },
  ],
  agenda_item: [TITLE, ABOUT],
  insight: [
    TITLE,
    {
      name: "insight_type",
      label: "atlas.field.insight_type",
      input: "choice",
      initial: "info",
      choices: [["risk", "atlas.insight.type.risk"], ["opportunity", "atlas.insight.type.opportunity"], ["info", "atlas.insight.type.info"]],
    },
    {
      name: "severity",
      label: "atlas.field.severity",
      input: "choice",
      initial: "medium",
      choices: [
        ["low", "atlas.severity.low"],
        ["medium", "atlas.severity.medium"],
        ["high", "atlas.severity.high"],
        ["critical", "atlas.severity.critical"],
      ],
    },
    ABOUT,
  ],
};

/** How each names what it belongs to. */
export const PARENT: Readonly<Record<AddKind, string | undefined>> = {
  pillar: undefined,
  objective: "pillar_id",
  key_result: "objective_id",
  initiative: "key_result_id",
  project: undefined,
  task: "project_id",
  meeting: undefined,
  agenda_item: "meeting_id",
  insight: undefined,
};

/** Colours that can be told apart; a person may choose any other later. */
export const COLOURS = ["#3B82F6", "#10B981", "#F59E0B", "#EF4444", "#8B5CF6", "#14B8A6", "#EC4899", "#64748B"] as const;
