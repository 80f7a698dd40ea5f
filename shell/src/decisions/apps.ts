/** Changes of apps' own data: which app, which thing of it, and where that is shown. Pure. */

import type { Change } from "@/api";
import type { TableCount } from "./records/records";

/** The apps whose things have a screen. */
const APPS = ["atlas", "school"] as const;

export type AppId = (typeof APPS)[number];

/** The app a change belongs to: `atlas:kr-11` is one of Atlas. */
export function appOf({ entity }: Pick<Change, "entity">): AppId | undefined {
  const id = entity.slice(0, Math.max(0, entity.indexOf(":")));
  return APPS.find((app) => app === id);
}

/** Where a thing of an app is shown, unless the change removed it or was taken back. */
export function appPlaceOf(change: Pick<Change, "entity" | "after" | "undone_by" | "status">): string | undefined {
  if (change.after === null || change.undone_by !== null || change.status !== "applied") return undefined;
  const id = change.entity.slice(change.entity.indexOf(":") + 1);
  switch (appOf(change)) {
    case "atlas":
      if (/^(pil|obj|kr|prj)-\d+$/.test(id)) return `/atlas/${id}`;
      return /^emp-\d+$/.test(id) ? `/atlas?company=${id}` : "/atlas/history";
    case "school":
      return schoolPlaceOf(id);
    case undefined:
      return undefined;
  }
}

/** The sections of School Power in which what an id begins with has its page. */
const SECTIONS: Readonly<Record<string, string>> = { tur: "turmas", alu: "alunos", atv: "atividades", aul: "aulas", ava: "avaliacoes", pla: "planos" };

function schoolPlaceOf(id: string): string {
  const prefix = id.slice(0, Math.max(0, id.indexOf("_")));
  if (prefix === "evt") return "/school/calendario";
  const section = Object.hasOwn(SECTIONS, prefix) ? SECTIONS[prefix] : undefined;
  return section === undefined ? "/school" : `/school/${section}/${id}`;
}

/** What a change altered, field by field; nothing where it does not tell. */
export function fieldsOf({ before, after }: Pick<Change, "before" | "after">): readonly { readonly name: string; readonly before: unknown; readonly after: unknown; readonly note: null }[] {
  const [was, is] = [before ?? {}, after ?? {}];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return names.flatMap((name) =>
    JSON.stringify(was[name]) === JSON.stringify(is[name]) ? [] : [{ name, before: was[name] ?? null, after: is[name] ?? null, note: null }],
  );
}

type Told = ReturnType<typeof fieldsOf>;

const COUNTED = { insert: "create", update: "update", delete: "delete" } as const;

/** Rows counted by kind, where that is what a change tells of itself, as an import does. */
export function countsIn(fields: Told): readonly TableCount[] | undefined {
  const tables = new Map<string, Partial<Record<"create" | "update" | "delete", number>>>();
  for (const { name, before, after } of fields.flatMap(apart)) {
    const [, table, part] = /^(\w+)\.(insert|update|delete)$/.exec(name) ?? [];
    const count = after ?? before;
    if (table === undefined || typeof count !== "number") return undefined;
    tables.set(table, { ...tables.get(table), [COUNTED[part as keyof typeof COUNTED]]: count });
  }
  const none = { create: 0, update: 0, unchanged: 0, skipped: 0, delete: 0 };
  return tables.size === 0 ? undefined : [...tables].map(([name, counts]) => ({ name, ...none, ...counts }));
}

/** A field that holds several by name, one by one; the server tells them either way. */
function apart({ name, before, after, note }: Told[number]): Told {
  const value = after ?? before;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [{ name, before, after, note }];
  return Object.entries(value).map(([part, each]) => ({ name: `${name}.${part}`, before: null, after: each as unknown, note }));
}

/** The fields a diff of a record's `field: value` lines tells of. */
export function fieldsInDiff(diff: string): Told {
  const sides = { "-": {} as Record<string, unknown>, "+": {} as Record<string, unknown> };
  for (const line of diff.split("\n")) {
    const [, mark, name, text] = /^([-+])([a-z_]\w*(?:\.[\w-]+)*): ?(.*)$/.exec(line) ?? [];
    if ((mark === "-" || mark === "+") && name !== undefined) sides[mark][name] = valueIn(text ?? "");
  }
  return fieldsOf({ before: sides["-"], after: sides["+"] });
}

/** A value as it was before it was written into a line; words are words. */
function valueIn(text: string): unknown {
  if (!/^(-?\d|[[{]|true$|false$|null$)/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
