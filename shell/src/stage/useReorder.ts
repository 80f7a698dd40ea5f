import { type DragEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";

import { placeBefore, placeBeside } from "./order";

/** Where a dragged row would land: the row it goes before, or `end`. */
type Landing = string | null;

export interface Reorder {
  readonly dragged: string | null;
  readonly landing: Landing;
  readonly list: { readonly ref: RefObject<HTMLOListElement | null>; readonly onDragOver: (event: DragEvent) => void; readonly onDrop: (event: DragEvent) => void };
  readonly grip: (id: string) => { readonly draggable: true; readonly onDragStart: (event: DragEvent) => void; readonly onDragEnd: () => void };
  readonly onKeyDown: (event: KeyboardEvent, id: string) => void;
  /** Moves a row one place up or down. */
  readonly move: (id: string, way: "up" | "down") => void;
}

/**
 * Puts rows in another order: by dragging their grip, or with Alt and the arrow keys on a row.
 *
 * Each row carries its id as `data-reorder`; `onMove` is told the place it has among the others then.
 */
export function useReorder(ids: readonly string[], onMove: (id: string, to: number) => void, enabled = true): Reorder {
  const ref = useRef<HTMLOListElement>(null);
  const [dragged, drag] = useState<string | null>(null);
  const [landing, land] = useState<Landing>(null);
  const follow = useRef<string | null>(null);
  // An element that is put elsewhere loses the focus: who moves a row wants to move it on.
  useEffect(() => {
    if (follow.current === null) return;
    ref.current?.querySelector<HTMLElement>(`[data-reorder="${CSS.escape(follow.current)}"]`)?.focus();
    follow.current = null;
  });
  const move = (id: string, way: "up" | "down") => {
    const to = placeBeside(ids, id, way);
    if (!enabled || to === undefined) return;
    follow.current = id;
    onMove(id, to);
  };
  const over = (event: DragEvent): string => {
    const rows = [...(ref.current?.querySelectorAll<HTMLElement>("[data-reorder]") ?? [])];
    const below = rows.find((row) => {
      const { top, height } = row.getBoundingClientRect();
      return event.clientY < top + height / 2;
    });
    return below?.dataset.reorder ?? "end";
  };
  return {
    dragged,
    landing: dragged === null ? null : landing,
    list: {
      ref,
      onDragOver: (event) => {
        if (dragged === null) return;
        event.preventDefault();
        land(over(event));
      },
      onDrop: (event) => {
        if (dragged === null) return;
        event.preventDefault();
        const to = placeBefore(ids, dragged, over(event));
        if (to !== ids.indexOf(dragged)) onMove(dragged, to);
        drag(null);
      },
    },
    grip: (id) => ({
      draggable: true,
      onDragStart: (event) => {
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", id);
        const row = event.currentTarget.closest("[data-reorder]");
        if (row) event.dataTransfer.setDragImage(row, 12, 12);
        drag(id);
      },
      onDragEnd: () => drag(null),
    }),
    onKeyDown: (event, id) => {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.target !== event.currentTarget) return;
      if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
      event.preventDefault();
      move(id, event.key === "ArrowUp" ? "up" : "down");
    },
    move,
  };
}
