import type { KeyboardEvent } from "react";

import { isChord } from "@/actions/keys";
import type { Commands } from "./useCommands";
import { useEditorStore } from "./useEditor";
import { isArrow, walk } from "./walk";

/** What is opened by a key, besides what the canvas does itself. */
export interface Doors {
  readonly palette: () => void;
  readonly find: () => void;
  readonly connect: (from: string) => void;
  readonly duplicate: () => void;
  readonly menu: (node: string) => void;
}

const STEP = 20;

/** The keys of a canvas. They hold while the focus is on it, and never while somebody types in a field. */
export function useCanvasKeys(commands: Commands, doors: Doors): (event: KeyboardEvent) => void {
  const store = useEditorStore();
  return (event) => {
    if (isTyping(event.target)) return;
    const editor = store.getState();
    const done = chord(event, commands, doors, editor) || plain(event, commands, doors);
    if (!done) return;
    event.preventDefault();
    event.stopPropagation();
    const board = event.currentTarget;
    // A node that goes takes the focus along: the keys go on holding.
    requestAnimationFrame(() => document.activeElement === document.body && board instanceof HTMLElement && board.focus({ preventScroll: true }));
  };

  function plain(event: KeyboardEvent, { remove, nudge, reveal, toggle }: Commands, { palette, connect, menu }: Doors): boolean {
    if (event.ctrlKey || event.metaKey) return false;
    const { draft, inside, current, select, show, selected } = store.getState();
    const onNode = event.target instanceof Element && event.target.closest("[data-node]") !== null;
    // What one is at with the keyboard is what is meant, not what was chosen elsewhere before.
    const mean = () => onNode && current !== null && !selected.has(current) && select([current]);
    if (isArrow(event.key) && event.altKey) {
      mean();
      nudge(BY[event.key]);
      return true;
    }
    if (isArrow(event.key) && (onNode || event.target === event.currentTarget)) {
      const next = walk(draft, inside, current, event.key);
      if (next !== null) {
        reveal(next);
        if (event.shiftKey) select([...selected, next]);
      }
      return true;
    }
    if (event.altKey) return false;
    switch (event.key) {
      case "/":
        palette();
        return true;
      case "Delete":
      case "Backspace":
        mean();
        remove();
        return true;
      case "Enter":
      case " ":
        if (!onNode || current === null) return false;
        if (event.key === "Enter") show(current);
        select(event.shiftKey || event.key === " " ? toggled(selected, current) : [current]);
        return true;
      case "c":
        if (!onNode || current === null) return false;
        connect(current);
        return true;
      case "d":
        mean();
        toggle();
        return true;
      case "F10":
      case "ContextMenu":
        if (!onNode || current === null || (event.key === "F10" && !event.shiftKey)) return false;
        menu(current);
        return true;
      case "Escape":
        if (selected.size === 0 && store.getState().open === null) return false;
        show(null);
        select([]);
        return true;
      default:
        return false;
    }
  }
}

function chord({ nativeEvent: pressed }: KeyboardEvent, { selectAll }: Commands, { find, duplicate }: Doors, { undo, redo }: { readonly undo: () => void; readonly redo: () => void }): boolean {
  const keys: readonly (readonly [string, () => void])[] = [
    ["mod+z", undo],
    ["mod+shift+z", redo],
    ["mod+y", redo],
    ["mod+a", selectAll],
    ["mod+d", duplicate],
    ["mod+f", find],
  ];
  const hit = keys.find(([keys]) => isChord(keys, pressed));
  hit?.[1]();
  return hit !== undefined;
}

const BY = {
  ArrowRight: { x: STEP, y: 0 },
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowDown: { x: 0, y: STEP },
  ArrowUp: { x: 0, y: -STEP },
} as const;

function toggled(selected: ReadonlySet<string>, node: string): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(node)) next.add(node);
  return next;
}

export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}
