/** What can be made by hand, and what is asked for it. Pure. */

import type { PlainKey } from "@/i18n";

export type AddKind = "pillar" | "objective" | "key_result" | "initiative" | "project" | "task";

export interface Asked {
  /** The parameter of the action. */
  readonly name: string;
  readonly label: PlainKey;
  readonly input: "text" | "long" | "day" | "amount" | "color" | "pillar" | "choice";
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
};

/** How each names what it belongs to. */
export const PARENT: Readonly<Record<AddKind, string | undefined>> = {
  pillar: undefined,
  objective: "pillar_id",
  key_result: "objective_id",
  initiative: "key_result_id",
  project: undefined,
  task: "project_id",
};

/** Colours that can be told apart; a person may choose any other later. */
export const COLOURS = ["#3B82F6", "#10B981", "#F59E0B", "#EF4444", "#8B5CF6", "#14B8A6", "#EC4899", "#64748B"] as const;
