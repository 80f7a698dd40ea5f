import { type KeyboardEvent, useMemo, useState } from "react";

import { type FolderView, useFolders } from "@/api";
import { foldersTo, moveOf, rowsOf, type TreeRow } from "./tree";

export interface Tree {
  readonly rows: readonly TreeRow[];
  /** The row the tab key leads to. */
  readonly stop: string | undefined;
  readonly error: unknown;
  readonly isPending: boolean;
  /** Whether a folder in sight holds more than is listed. */
  readonly truncated: boolean;
  readonly retry: () => void;
  readonly toggle: (path: string) => void;
  readonly press: (event: KeyboardEvent<HTMLElement>) => void;
}

/** The tree of a project: the way to what is shown is open, other folders as one likes. */
export function useTree(project: string, shown: string): Tree {
  const [turned, turn] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [focused, focus] = useState<string | null>(null);
  const opened = useMemo(() => {
    const open = new Set(foldersTo(shown.endsWith("/") ? `${shown}x` : shown));
    for (const [path, wished] of turned) {
      if (wished) open.add(path);
      else open.delete(path);
    }
    return open;
  }, [shown, turned]);
  const paths = useMemo(() => ["", ...opened], [opened]);
  const answers = useFolders(project, paths);
  const folders = new Map<string, FolderView>(answers.flatMap(({ data }, index) => (data === undefined ? [] : [[paths[index] ?? "", data]])));
  const rows = rowsOf(folders, opened);
  const here = shown.replace(/\/$/, "");
  const stop = [focused, here].find((path) => rows.some(({ entry }) => entry.path === path)) ?? rows[0]?.entry.path;
  const set = (path: string, open: boolean) => turn((before) => new Map(before).set(path, open));
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.metaKey || event.ctrlKey || event.altKey || stop === undefined) return;
    const move = moveOf(event.key, rows, stop);
    if (move.kind === "nothing") return;
    event.preventDefault();
    event.stopPropagation();
    if (move.kind !== "go") return set(move.path, move.kind === "open");
    focus(move.path);
    // Each row is there already: only which of them is the stop changes.
    event.currentTarget.querySelector<HTMLElement>(`[data-path="${CSS.escape(move.path)}"]`)?.focus();
  };
  return {
    rows,
    stop: stop ?? undefined,
    error: answers[0]?.error ?? null,
    isPending: answers[0]?.isPending ?? true,
    truncated: [...folders.values()].some((folder) => folder.truncated),
    retry: () => void answers.forEach((answer) => void answer.refetch()),
    toggle: (path) => {
      focus(path);
      set(path, !opened.has(path));
    },
    press,
  };
}
