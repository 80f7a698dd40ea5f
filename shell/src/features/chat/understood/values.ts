/** Values as people read them, and as they are changed in place. Pure. */

import type { UnderstoodValue, ValueOption } from "@/api";
import type { I18n, Locale } from "@/i18n";
import { wordOf, wordRank } from "@/decisions/records/records";
import { dayOf, monthOf, plainAmountOf, weekdayOf } from "@/i18n/amounts";
import { choiceOf, choiceRank, colourOf, spanOf, USUAL_SPANS } from "@/i18n/choices";

/** The field in which a value is changed. */
export type Editor = "choice" | "colour" | "day" | "hour" | "list" | "moment" | "month" | "name" | "number" | "text";

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MONTH = /^\d{4}-\d{2}$/;
const HOUR = /^\d{2}:\d{2}/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
const COLOUR = /^#[\da-f]{6}$/i;

/** Numbers with so many figures are grouped; a year is not. */
const GROUPED = 10_000;
const MINUTE_MS = 60_000;

/** A value in the person's language. */
export function wordsOf(told: UnderstoodValue, i18n: I18n): string {
  const { kind, value, said } = told;
  const { t, format } = i18n;
  const option = told.options.find((each) => isSame(each.value, value));
  if (option !== undefined) return optionWords(option, i18n);
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

/** What an option is called: by a word of the language, else by its own name, else by what people say for it. */
function optionWords({ value, label }: ValueOption, { t, locale }: I18n): string {
  if (typeof value !== "string") return typeof value === "boolean" ? t(value ? "words.yes" : "words.no") : plainLabel(label);
  const known = wordOf(value, t) ?? choiceOf(value, locale) ?? colourOf(value, locale);
  // Matemática is a name already; what is written small is a mark of the machine.
  return known ?? (/^\p{Lu}/u.test(value) ? value : plainLabel(label));
}

/** What people say, without the mark of phrases that count only beside another word. */
const plainLabel = (label: string): string => label.replace(/^~/, "");

function textOf(kind: string, value: string, said: string, { locale, format }: I18n): string {
  switch (kind) {
    case "day":
    case "first_day":
    case "last_day":
      return datedOf(value, locale);
    case "hour":
    case "last_hour":
      return HOUR.test(value) ? format.time(`2000-01-01T${value}`) : value;
    case "moment":
      return MOMENT.test(value) ? `${datedOf(value, locale)}, ${format.time(value)}` : value;
    case "month":
    case "term":
      return MONTH.test(value) ? monthOf(value, locale) : (spanOf(value, locale) ?? (said || value));
    case "cron":
      return said || value;
    default:
      return colourOf(value, locale) ?? value;
  }
}

/** Fri, Nov 20, 2026: which day of the week it is, is what people check. */
function datedOf(day: string, locale: Locale): string {
  return [weekdayOf(day, locale, "short"), dayOf(day, locale)].filter(Boolean).join(", ");
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
const HOLDS: Readonly<Partial<Record<Editor, RegExp>>> = { colour: COLOUR, day: DAY, hour: HOUR, month: MONTH, moment: MOMENT };

/** Names and words are typed, whatever values are known. */
const TYPED: ReadonlySet<string> = new Set(["name", "new", "text", "person", "path", "link", "code", "glob"]);

/** The field in which a value can be changed; null when only words can. */
export function editorOf(told: UnderstoodValue): Editor | null {
  const { kind, value, options, of } = told;
  if (Array.isArray(value)) return options.length === 0 && value.every((each) => typeof each === "string" && !/[,\n]/.test(each)) ? "list" : null;
  if (isColour(value)) return "colour";
  if (typeof value === "boolean" || (options.length > 0 && !TYPED.has(kind)) || isSpan(told)) return "choice";
  if (typeof value === "number") return "number";
  if (typeof value !== "string" || value.includes("\n")) return null;
  const editor = EDITORS[kind] ?? (TYPED.has(kind) ? (of ? "name" : "text") : kind === "number" ? "number" : kind === "term" && MONTH.test(value) ? "month" : null);
  return editor !== null && (HOLDS[editor]?.test(value) ?? true) ? editor : null;
}

/** Whether a value is a colour as it is written down. */
export function isColour(value: unknown): value is string {
  return typeof value === "string" && COLOUR.test(value);
}

/** Whether it is a span of time that is chosen from those people name, not a month. */
const isSpan = ({ kind, value }: UnderstoodValue): boolean => kind === "term" && typeof value === "string" && spanOf(value, "en") !== undefined;

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

interface Named {
  readonly label: string;
  readonly means: unknown;
}

export interface Choice extends Named {
  /** Its place among the choices: what it stands for may be anything. */
  readonly value: string;
}

/** What a value can be chosen from. */
export function choicesOf(told: UnderstoodValue, i18n: I18n): readonly Choice[] {
  const { value, options } = told;
  const named = (means: unknown) => ({ label: wordsOf({ ...told, value: means, said: "" }, i18n), means });
  const known =
    options.length > 0
      ? options.map((option) => named(option.value)).toSorted(inOrder(i18n))
      : (typeof value === "boolean" ? [true, false] : isSpan(told) ? spansWith(value) : []).map(named);
  return known.map((choice, index) => ({ value: String(index), ...choice }));
}

/** What has an order in it, else as a dictionary has it. */
const inOrder = ({ locale }: I18n) => (one: Named, other: Named): number => {
  const [first, second] = [rankOf(one.means), rankOf(other.means)];
  return first === second ? one.label.localeCompare(other.label, locale, { numeric: true }) : first - second;
};

const rankOf = (value: unknown): number => Math.min(wordRank(value), choiceRank(value));

const spansWith = (value: unknown): readonly unknown[] => (USUAL_SPANS.some((each) => each === value) ? USUAL_SPANS : [value, ...USUAL_SPANS]);

/** Names with what was typed in them, those that begin with it first; all of them while nothing else was typed. */
export function namesWith(names: readonly string[], typed: string): readonly string[] {
  const wanted = plain(typed);
  const found = names.filter((name) => plain(name).includes(wanted));
  const place = (name: string) => (plain(name) === wanted ? 0 : plain(name).startsWith(wanted) ? 1 : 2);
  return found.toSorted((one, other) => place(one) - place(other));
}

/** Without capitals and accents. */
const plain = (text: string): string => text.trim().normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Whether two values of JSON are the same. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
