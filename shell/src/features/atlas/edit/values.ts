/** The fields of a row as it came, read with care: imports have strings where numbers are expected. Pure. */

import type { AtlasFields } from "@/api";

export function textIn(fields: AtlasFields, name: string): string {
  const value = fields[name];
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

export function numberIn(fields: AtlasFields, name: string): number | null {
  const value = fields[name];
  if (typeof value === "number") return value;
  if (typeof value !== "string" || value.trim() === "") return null;
  const read = Number(value);
  return Number.isFinite(read) ? read : null;
}

/** The first of these fields that says something: its name, so that the edit goes there too. */
export function firstOf(fields: AtlasFields, names: readonly [string, ...string[]]): string {
  return names.find((name) => fields[name] != null && fields[name] !== "") ?? names[0];
}

/** What a path leads to: a field, or one month of a map (`monthly_targets.2026-05`). */
export function valueAt(fields: AtlasFields, path: string): unknown {
  const [name = "", key] = path.split(".");
  return path in fields ? fields[path] : entryOf(fields[name], key);
}

/** The field a path names, with a value there: `{ monthly_targets: { "2026-05": 10 } }`. */
export function fieldWith(path: string, value: unknown): AtlasFields {
  const [name = "", key] = path.split(".");
  return { [name]: key === undefined ? value : { [key]: value } };
}

/** One entry of a map, of whatever came. */
export function entryOf(value: unknown, key: string | undefined): unknown {
  if (key === undefined) return value;
  return typeof value === "object" && value !== null ? (value as AtlasFields)[key] : undefined;
}
