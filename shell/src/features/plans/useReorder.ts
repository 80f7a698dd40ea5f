import { type DragEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";

import type { PlanStep } from "@/api";
import { useT } from "@/i18n";
import { moveStep, neighbour } from "@/plans/editing";
import { announce } from "@/state";
import type { Editor } from "./useEditor";

/** Where a dragged step would land: before a step, or at the end. */
export type Landing = string | "end" | null;

export interface Reorder {
  readonly dragged: string | null;
  readonly landing: Landing;
  readonly list: { readonly ref: RefObject<HTMLOListElement | null>; readonly onDragOver: (event: DragEvent) => void; readonly onDrop: (event: DragEvent) => void };
  readonly grip: (id: string) => { readonly draggable: true; readonly onDragStart: (event: DragEvent) => void; readonly onDragEnd: () => void };
  readonly onKeyDown: (event: KeyboardEvent, id: string) => void;
  readonly move: (id: string, way: "up" | "down") => void;
}

/** Putting steps in another order: by dragging their grip, or with Alt and the arrow keys on the step. */
export function useReorder(steps: readonly PlanStep[], editor: Editor, editable: boolean): Reorder {
  const t = useT();
  const ref = useRef<HTMLOListElement>(null);
  const [dragged, drag] = useState<string | null>(null);
  const [landing, land] = useState<Landing>(null);
  const follow = useRef<string | null>(null);
  // An element that is put elsewhere loses the focus: who moves a step wants to move it on.
  useEffect(() => {
    if (follow.current === null) return;
    ref.current?.querySelector<HTMLElement>(`[data-step="${CSS.escape(follow.current)}"]`)?.focus();
    follow.current = null;
  });
  const place = (id: string, before: string | null) => {
    editor.edit(moveStep(id, before));
    const others = steps.filter((each) => each.id !== id);
    const number = before === null ? steps.length : others.findIndex((each) => each.id === before) + 1;
    announce(t("plans.moved", { number, count: steps.length }));
  };
  const move = (id: string, way: "up" | "down") => {
    const before = neighbour(steps, id, way);
    if (!editable || before === undefined) return;
    follow.current = id;
    place(id, before);
  };
  const over = (event: DragEvent): Landing => {
    const rows = [...(ref.current?.querySelectorAll<HTMLElement>("[data-step]") ?? [])];
    const below = rows.find((row) => {
      const { top, height } = row.getBoundingClientRect();
      return event.clientY < top + height / 2;
    });
    return below?.dataset.step ?? "end";
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
        const to = over(event);
        const here = steps.findIndex((each) => each.id === dragged);
        if (to !== dragged && to !== (steps[here + 1]?.id ?? "end")) place(dragged, to === "end" ? null : to);
        drag(null);
      },
    },
    grip: (id) => ({
      draggable: true,
      onDragStart: (event) => {
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", id);
        const row = event.currentTarget.closest("[data-step]");
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
