import { type DragEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";

/** Where a dragged thing would land: before another one, or at the end. */
type Landing = string | "end" | null;

export interface Reorder {
  readonly dragged: string | null;
  readonly landing: Landing;
  readonly list: { readonly ref: RefObject<HTMLOListElement | null>; readonly onDragOver: (event: DragEvent) => void; readonly onDrop: (event: DragEvent) => void };
  readonly grip: (id: string) => { readonly draggable: true; readonly onDragStart: (event: DragEvent) => void; readonly onDragEnd: () => void };
  readonly onKeyDown: (event: KeyboardEvent, id: string) => void;
}

/** Putting things in another order: by dragging their grip, or with Alt and the arrow keys on the thing. Rows carry `data-thing`. */
export function useReorder(ids: readonly string[], onMove: (id: string, to: number) => void): Reorder {
  const ref = useRef<HTMLOListElement>(null);
  const [dragged, drag] = useState<string | null>(null);
  const [landing, land] = useState<Landing>(null);
  const follow = useRef<string | null>(null);
  // An element that is put elsewhere loses the focus: who moves a thing wants to move it on.
  useEffect(() => {
    if (follow.current === null) return;
    ref.current?.querySelector<HTMLElement>(`[data-thing="${CSS.escape(follow.current)}"]`)?.focus();
    follow.current = null;
  });
  const over = (event: DragEvent): Landing => {
    const rows = [...(ref.current?.querySelectorAll<HTMLElement>("[data-thing]") ?? [])];
    const below = rows.find((row) => {
      const { top, height } = row.getBoundingClientRect();
      return event.clientY < top + height / 2;
    });
    return below?.dataset.thing ?? "end";
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
        const others = ids.filter((id) => id !== dragged);
        const target = over(event);
        const to = target === "end" ? others.length : target === dragged ? ids.indexOf(dragged) : others.indexOf(target ?? "");
        if (to !== ids.indexOf(dragged)) onMove(dragged, to);
        drag(null);
      },
    },
    grip: (id) => ({
      draggable: true,
      onDragStart: (event) => {
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", id);
        const row = event.currentTarget.closest("[data-thing]");
        if (row) event.dataTransfer.setDragImage(row, 12, 12);
        drag(id);
      },
      onDragEnd: () => drag(null),
    }),
    onKeyDown: (event, id) => {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.target !== event.currentTarget) return;
      const way = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
      const to = ids.indexOf(id) + way;
      if (way === 0) return;
      event.preventDefault();
      if (to < 0 || to >= ids.length) return;
      follow.current = id;
      onMove(id, to);
    },
  };
}
