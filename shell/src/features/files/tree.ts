/** Folders as rows: which are in sight, and where the keys lead. Pure. */

import type { FolderEntry, FolderView } from "@/api";

/** One row of the tree that is in sight. */
export interface TreeRow {
  readonly entry: FolderEntry;
  /** How deep it stands, from 1. */
  readonly level: number;
  readonly open: boolean;
  /** Its place among its neighbours, from 1, and how many they are. */
  readonly place: number;
  readonly of: number;
  /** Whether its content is still on its way. */
  readonly loading: boolean;
}

export const isFolder = (entry: Pick<FolderEntry, "kind">): boolean => entry.kind === "folder";

/** The rows in sight: the folder's entries, those of open folders below them. */
export function rowsOf(folders: ReadonlyMap<string, FolderView>, opened: ReadonlySet<string>, path = "", level = 1): readonly TreeRow[] {
  const entries = folders.get(path)?.entries ?? [];
  return entries.flatMap((entry, index) => {
    const open = isFolder(entry) && opened.has(entry.path);
    const row: TreeRow = { entry, level, open, place: index + 1, of: entries.length, loading: open && !folders.has(entry.path) };
    return open ? [row, ...rowsOf(folders, opened, entry.path, level + 1)] : [row];
  });
}

/** What a key does to the row one is on: go to another, open, close, or nothing of ours. */
export type Move =
  | { readonly kind: "go"; readonly path: string }
  | { readonly kind: "open" | "close"; readonly path: string }
  | { readonly kind: "nothing" };

const NOTHING: Move = { kind: "nothing" };

export function moveOf(key: string, rows: readonly TreeRow[], current: string): Move {
  const at = rows.findIndex(({ entry }) => entry.path === current);
  const row = rows[at];
  const to = (target: TreeRow | undefined): Move => (target === undefined ? NOTHING : { kind: "go", path: target.entry.path });
  switch (key) {
    case "ArrowDown":
      return to(rows[at + 1]);
    case "ArrowUp":
      return to(rows[Math.max(0, at - 1)]);
    case "Home":
      return to(rows[0]);
    case "End":
      return to(rows.at(-1));
    case "ArrowRight":
      if (row === undefined || !isFolder(row.entry)) return NOTHING;
      return row.open ? to(rows[at + 1]?.level === row.level + 1 ? rows[at + 1] : undefined) : { kind: "open", path: current };
    case "ArrowLeft":
      if (row?.open) return { kind: "close", path: current };
      return to(rows.find(({ entry }) => entry.path === parentOf(current)));
    default:
      return key.length === 1 && key !== " " ? to(beginning(key, rows, at)) : NOTHING;
  }
}

/** The next row, after the one one is on, whose name begins with a letter. */
function beginning(letter: string, rows: readonly TreeRow[], at: number): TreeRow | undefined {
  const wanted = letter.toLowerCase();
  return [...rows.slice(at + 1), ...rows.slice(0, at + 1)].find(({ entry }) => entry.name.toLowerCase().startsWith(wanted));
}

/** The folder something stands in; `""` is the project's own. */
export function parentOf(path: string): string {
  const plain = path.replace(/\/$/, "");
  return plain.slice(0, Math.max(0, plain.lastIndexOf("/")));
}

/** The folders on the way to something, from the outside in, itself not among them. */
export function foldersTo(path: string): readonly string[] {
  const parent = parentOf(path);
  return parent === "" ? [] : [...foldersTo(parent), parent];
}

/** What something is called. */
export function nameIn(path: string): string {
  const plain = path.replace(/\/$/, "");
  return plain.slice(plain.lastIndexOf("/") + 1);
}

/** The ending of a name, for colours and pictures. */
export function endingOf(path: string): string | undefined {
  return /[^.]\.(\w+)$/.exec(nameIn(path))?.[1]?.toLowerCase();
}
