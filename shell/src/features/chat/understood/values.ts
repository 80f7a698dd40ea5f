/** Values as people read them, and as they are changed in place. Pure. */

import type { UnderstoodValue } from "@/api";
import type { I18n } from "@/i18n";
import { dayOf, monthOf, plainAmountOf } from "@/i18n/amounts";

/** The field in which a value is changed. */
export type Editor = "choice" | "day" | "hour" | "list" | "moment" | "month" | "number" | "text";

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MONTH = /^\d{4}-\d{2}$/;
const HOUR = /^\d{2}:\d{2}/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/** Numbers with so many figures are grouped; a year is not. */
const GROUPED = 10_000;
const MINUTE_MS = 60_000;

/** A value in the person's language. */
export function wordsOf(told: UnderstoodValue, i18n: I18n): string {
  const { kind, value, said } = told;
  const { t, format } = i18n;
  const option = told.options.find((each) => isSame(each.value, value));
  if (option !== undefined) return option.label;
  if (Array.isArray(value)) return format.all(value.map((each: unknown) => wordsOf({ ...told, value: each, said: "" }, i18n)));
  switch (typeof value) {
    case "boolean":
      return t(value ? "words.yes" : "words.no");
    case "number":
      return kind === "minutes" ? format.duration(value * MINUTE_MS) : numberOf(value, i18n);
    case "string":
      return textOf(kind, value, said, i18n);
    case "object":
      return value === null ? t("words.none") : rowOf(value, i18n);
    default:
      return t("words.none");
  }
}

function textOf(kind: string, value: string, said: string, { locale, format }: I18n): string {
  switch (kind) {
    case "day":
    case "first_day":
    case "last_day":
      return dayOf(value, locale);
    case "hour":
    case "last_hour":
      return HOUR.test(value) ? format.time(`2000-01-01T${value}`) : value;
    case "moment":
      return MOMENT.test(value) ? format.moment(value) : value;
    case "month":
    case "term":
      return MONTH.test(value) ? monthOf(value, locale) : said || value;
    case "cron":
      return said || value;
    default:
      return value;
  }
}

/** What is said of one of several people: `Ana 8`. */
function rowOf(row: object, i18n: I18n): string {
  const words = Object.values(row).map((part: unknown) => {
    if (typeof part === "number") return numberOf(part, i18n);
    if (typeof part === "boolean") return i18n.t(part ? "words.yes" : "words.no");
    return typeof part !== "string" ? "" : DAY.test(part) ? dayOf(part, i18n.locale) : part;
  });
  return words.filter(Boolean).join(" ");
}

function numberOf(value: number, { locale, format }: I18n): string {
  return Math.abs(value) < GROUPED ? plainAmountOf(value, locale) : format.exact(value);
}

const EDITORS: Readonly<Record<string, Editor>> = { day: "day", first_day: "day", last_day: "day", hour: "hour", last_hour: "hour", month: "month", moment: "moment" };

/** What each field takes; what it cannot hold is not put into it, so that nothing is lost by looking. */
const HOLDS: Readonly<Partial<Record<Editor, RegExp>>> = { day: DAY, hour: HOUR, month: MONTH, moment: MOMENT };

/** Names and words are typed, whatever values are known. */
const TYPED: ReadonlySet<string> = new Set(["name", "new", "text", "person", "path", "link", "code", "glob"]);

/** The field in which a value can be changed; null when only words can. */
export function editorOf({ kind, value, options }: UnderstoodValue): Editor | null {
  if (Array.isArray(value)) return options.length === 0 && value.every((each) => typeof each === "string" && !/[,\n]/.test(each)) ? "list" : null;
  if (typeof value === "boolean" || (options.length > 0 && !TYPED.has(kind))) return "choice";
  if (typeof value === "number") return "number";
  if (typeof value !== "string" || value.includes("\n")) return null;
  const editor = EDITORS[kind] ?? (TYPED.has(kind) ? "text" : kind === "number" ? "number" : kind === "term" && MONTH.test(value) ? "month" : null);
  return editor !== null && (HOLDS[editor]?.test(value) ?? true) ? editor : null;
}

/** What stands in the field at first. */
export function draftOf({ value }: UnderstoodValue, editor: Editor): string {
  if (editor === "list" && Array.isArray(value)) return value.join(", ");
  const text = String(value);
  return editor === "hour" ? text.slice(0, 5) : editor === "moment" ? text.slice(0, 16) : text;
}

/** The value in what somebody typed; undefined while there is none. */
export function readDraft(draft: string, editor: Exclude<Editor, "choice">): unknown {
  const text = draft.trim();
  if (text === "") return undefined;
  switch (editor) {
    case "number":
      return Number.isFinite(Number(text)) ? Number(text) : undefined;
    case "list": {
      const items = text.split(",").map((each) => each.trim()).filter(Boolean);
      return items.length === 0 ? undefined : items;
    }
    default:
      return (HOLDS[editor]?.test(text) ?? true) ? text : undefined;
  }
}

export interface Choice {
  /** Its place among the choices: what it stands for may be anything. */
  readonly value: string;
  readonly label: string;
  readonly means: unknown;
}

/** What a value can be chosen from. */
export function choicesOf({ value, options }: UnderstoodValue, { t }: Pick<I18n, "t">): readonly Choice[] {
  const yesOrNo = [true, false].map((means) => ({ value: means, label: t(means ? "words.yes" : "words.no") }));
  const known = options.length === 0 && typeof value === "boolean" ? yesOrNo : options;
  return known.map((option, index) => ({ value: String(index), label: option.label, means: option.value }));
}

/** Whether two values of JSON are the same. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
