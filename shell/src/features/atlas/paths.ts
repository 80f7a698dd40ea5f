/** Addresses inside Atlas. Pure. */

/** The parts of a company, in the order of their tabs. */
export const PARTS = ["dashboard", "map", "check-in", "projects", "meetings", "insights", "frameworks", "report", "compare", "history", "import"] as const;

export type Part = (typeof PARTS)[number];

/** What stands on a page of its own, and what its short id begins with. */
const PAGES = { pil: "pillar", obj: "objective", kr: "key_result", prj: "project", reu: "meeting" } as const;

export type PageKind = (typeof PAGES)[keyof typeof PAGES];

const SHORT = /^(pil|obj|kr|prj|reu)-\d+$/;

/** Which page a short id has: `kr-11` is a key result; nothing for what has none. */
export function pageKindOf(id: string | undefined): PageKind | undefined {
  const prefix = id === undefined ? undefined : SHORT.exec(id)?.[1];
  return prefix === undefined ? undefined : PAGES[prefix as keyof typeof PAGES];
}

/** The page of an item: `/atlas/kr-11`; undefined when it has none, as an initiative. */
export function itemPath(id: string): string | undefined {
  return pageKindOf(id) === undefined ? undefined : `/atlas/${id}`;
}

/** The page of a meeting; one that was imported long ago has no short id, and is named by its own. */
export function meetingPath(id: string): string {
  return itemPath(id) ?? `/atlas/meetings/${encodeURIComponent(id)}`;
}

/** A part of a company: `/atlas/map?company=emp-1`. The dashboard is where one arrives. */
export function partPath(part: Part | "cycle", company?: string, more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({ ...(company === undefined ? {} : { company }), ...more }).toString();
  return `/atlas${part === "dashboard" ? "" : `/${part}`}${query === "" ? "" : `?${query}`}`;
}

/** The part an address names. */
export function partOf(name: string | undefined): Part | undefined {
  return name === undefined ? "dashboard" : PARTS.find((part) => part === name);
}
