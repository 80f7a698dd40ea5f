/** Records that would change, told: in which order, what their kinds and fields are called, what their values say. Pure. */

import type { Preview } from "@/api";
import { type I18n, type Locale, paramOf, type Translate } from "@/i18n";
import { dayOf, monthOf } from "@/i18n/amounts";

export type Records = Extract<Preview, { type: "records" }>;
export type RecordChange = Records["records"][number];
export type FieldChange = RecordChange["fields"][number];
export type TableCount = Records["tables"][number];

/** What goes comes first, so that nobody overlooks it among the rest. */
export function inOrder(records: readonly RecordChange[]): { readonly going: readonly RecordChange[]; readonly others: readonly RecordChange[] } {
  return { going: records.filter(({ op }) => op === "delete"), others: records.filter(({ op }) => op !== "delete") };
}

/** The kinds that have a name in every language; tables of an app are called by what stands in them. */
const KINDS = {
  company: "company",
  companies: "company",
  cycle: "cycle",
  strategic_plans: "cycle",
  pillar: "pillar",
  strategic_pillars: "pillar",
  objective: "objective",
  strategic_objectives: "objective",
  key_result: "key_result",
  key_results: "key_result",
  check_in: "check_in",
  key_result_values: "check_in",
  history: "history",
  key_results_history: "history",
  fca: "fca",
  kr_fca: "fca",
  monthly_action: "monthly_action",
  kr_monthly_actions: "monthly_action",
  status_report: "status_report",
  kr_status_reports: "status_report",
  initiative: "initiative",
  kr_initiatives: "initiative",
  project: "project",
  strategic_projects: "project",
  task: "task",
  project_tasks: "task",
  member: "member",
  project_members: "member",
  link: "link",
  objective_links: "link",
  project_link: "project_link",
  project_kr: "project_link",
  project_kr_relations: "project_link",
  project_objective: "project_link",
  project_objective_relations: "project_link",
  action_history: "history",
  kr_actions_history: "history",
  meeting: "meeting",
  governance_meetings: "meeting",
  agenda_item: "agenda_item",
  governance_agenda_items: "agenda_item",
  minutes: "minutes",
  governance_atas: "minutes",
  golden_circle: "golden_circle",
  swot: "swot",
  swot_analysis: "swot",
  vision_alignment: "vision_alignment",
  insight: "insight",
  ai_insights: "insight",
  person: "person",
  people: "person",
  escola: "escola",
  periodo: "periodo",
  professor: "professor",
  materia: "materia",
  turma: "turma",
  aluno: "aluno",
  atividade: "atividade",
  aula: "aula",
  avaliacao: "avaliacao",
  plano: "plano",
  evento: "evento",
  nota: "nota",
  matricula: "matricula",
  entrega: "entrega",
  frequencia: "frequencia",
  participacao: "participacao",
} as const;

function kindIn(name: string): (typeof KINDS)[keyof typeof KINDS] | undefined {
  return Object.hasOwn(KINDS, name) ? KINDS[name as keyof typeof KINDS] : undefined;
}

/** What one of a kind is called; a kind nobody knows is called as its maker calls it. */
export function kindWord(name: string, t: Translate, locale: Locale): string {
  const kind = kindIn(name);
  return kind === undefined ? paramOf(name, locale) : t(`records.kind.${kind}`);
}

/** So many of a kind: "3 objectives". */
export function countWords(name: string, count: number, { t, locale, format }: I18n): string {
  const kind = kindIn(name);
  return kind === undefined ? `${format.number(count)} × ${paramOf(name, locale)}` : t(`records.count.${kind}`, { count });
}

/** Counts by what their kinds are called: two kinds of one name are one. Those of nothing are left out. */
export function merged(counts: Readonly<Record<string, number>>): readonly (readonly [kind: string, count: number])[] {
  const sums = new Map<string, number>();
  for (const [name, count] of Object.entries(counts)) {
    const kind = kindIn(name) ?? name;
    if (count > 0) sums.set(kind, (sums.get(kind) ?? 0) + count);
  }
  return [...sums];
}

/** Words that stand for something in fields of records, such as a status. */
const VALUES = [
  ...["not_started", "in_progress", "completed", "at_risk", "delayed", "on_track", "off_track", "behind", "cancelled"],
  ...["planned", "planning", "active", "on_hold", "draft", "resolved", "todo", "review", "done"],
  ...["low", "medium", "high", "critical", "maximize", "minimize", "sum", "average", "max", "min", "last"],
  ...["scheduled", "pending", "discussed", "deferred", "dismissed", "risk", "opportunity", "info", "RM", "RE", "Extraordinaria"],
  ...["cumulative", "period", "monthly", "bimonthly", "quarterly", "semesterly", "yearly"],
] as const;

/** The fields whose values are such words; what people write themselves is never translated. */
const CLOSED = /^(status|priority|severity|insight_type|meeting_type|frequency|target_direction|aggregation_type|comparison_type)$/;

/** A value that stands for something, in words; nothing if nobody knows it. */
export function wordOf(value: string, t: Translate): string | undefined {
  const known = VALUES.find((each) => each === value);
  return known && t(`records.value.${known}`);
}

/** The place of a value among those that stand for something; others come last. */
export function wordRank(value: unknown): number {
  const place = VALUES.findIndex((each) => each === value);
  return place === -1 ? Number.POSITIVE_INFINITY : place;
}

/** What a field is called: `monthly_targets` with the month it is about, if it is about one. */
export function fieldWord(name: string, locale: Locale): string {
  const [field = name, ...rest] = name.split(".");
  const inside = rest.join(".");
  return inside === "" ? paramOf(field, locale) : `${paramOf(field, locale)} · ${MONTH.test(inside) ? monthOf(inside, locale, "short") : inside}`;
}

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What a field holds, as people write it; nothing for nothing. Figures are shown whole: they are what is decided about. */
export function valueWord(name: string, value: unknown, i18n: I18n): string | null {
  const { t, format, locale } = i18n;
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "number") return format.exact(value);
  if (typeof value === "boolean") return t(value ? "words.yes" : "words.no");
  if (typeof value === "string") {
    if (DAY.test(value)) return dayOf(value, locale);
    if (MONTH.test(value)) return monthOf(value, locale, "short");
    return (CLOSED.test(name) && wordOf(value, t)) || value;
  }
  if (Array.isArray(value) && value.every((each) => typeof each !== "object")) {
    return value.length === 0 ? null : format.all(value.map((each) => valueWord(name, each, i18n) ?? ""));
  }
  return Object.keys(value).length === 0 ? null : JSON.stringify(value);
}

/** What only machines call a record by. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const isUuid = (value: unknown) => typeof value === "string" && UUID.test(value);

/** Fields one by one: of what holds several values by name, such as months, those that differ. */
export function spread(fields: readonly FieldChange[]): readonly FieldChange[] {
  return fields.flatMap((field) => {
    if ((isUuid(field.before) || field.before == null) && (isUuid(field.after) || field.after == null) && field.before !== field.after) return [];
    const [before, after] = [named(field.before), named(field.after)];
    if (before === null || after === null || (field.before == null && field.after == null)) return [field];
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
    const parts = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
    return parts.map((name) => ({ name: `${field.name}.${name}`, before: before[name] ?? null, after: after[name] ?? null, note: field.note ?? null }));
  });
}

/** Values by name; null for what is neither that nor nothing. */
function named(value: unknown): Readonly<Record<string, unknown>> | null {
  if (value === null || value === undefined) return {};
  if (typeof value !== "object" || Array.isArray(value)) return null;
  return value as Readonly<Record<string, unknown>>;
}
