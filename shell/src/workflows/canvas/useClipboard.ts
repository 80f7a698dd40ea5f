import { useReactFlow } from "@xyflow/react";
import { type ClipboardEvent, useMemo } from "react";

import { type Clip, type Edit, fromText, paste, placeOf, type Point, toText } from "@/flow";
import { useT } from "@/i18n";
import { announce } from "@/state";
import { toast } from "@/ui";
import { addInputs, readBrought } from "./brought";
import { roomBelow } from "./insert";
import { isTyping } from "./useCanvasKeys";
import { isStep, noteOf, placesIn, settle } from "./scene";
import { useEditorStore } from "./useEditor";

interface Clipboard {
  readonly events: {
    readonly onCopy: (event: ClipboardEvent) => void;
    readonly onCut: (event: ClipboardEvent) => void;
    readonly onPaste: (event: ClipboardEvent) => void;
  };
  readonly copy: () => void;
  readonly duplicate: () => void;
}

const ASIDE = 48;

/** Copying and pasting as text: between canvases, windows and whatever takes text. */
export function useClipboard(): Clipboard {
  const t = useT();
  const store = useEditorStore();
  const { screenToFlowPosition } = useReactFlow();
  return useMemo(() => {
    const chosen = (): readonly string[] => {
      const { selected, current } = store.getState();
      return (selected.size > 0 ? [...selected] : current === null ? [] : [current]).filter((node) => isStep(node) || noteOf(node) !== null);
    };
    const written = () => {
      const nodes = chosen();
      return toText(store.getState().draft, nodes.filter(isStep), nodes.flatMap((node) => noteOf(node) ?? []));
    };
    const place = (clip: Clip, wished?: Point, more: readonly Edit[] = []): boolean => {
      const { draft, inside, edit, select, go } = store.getState();
      const corner = cornerOf(placesIn(draft, inside), chosen());
      const at = wished ?? { x: (corner?.x ?? 0) + ASIDE, y: (corner?.y ?? 0) + ASIDE };
      const spots = paste(draft, clip, at, inside).flatMap((each) => (each.type === "addStep" && each.at ? [each.at] : []));
      const edits = paste(draft, clip, { x: at.x, y: at.y + roomBelow(draft, inside, spots) }, inside);
      if (!edit([settle(draft, inside), ...more, ...edits])) return false;
      const nodes = edits.flatMap((each) => nodeOf(each, inside));
      select(nodes);
      // One is at what is new: the next key means that.
      if (nodes[0] !== undefined) go(nodes[0], true);
      announce(t("canvas.pasted", { count: nodes.length }));
      return true;
    };
    const bring = async (text: string, wished?: Point) => {
      const brought = await readBrought(text);
      if (brought === null) return toast.error(t("canvas.paste.not_steps"));
      const { draft, inside } = store.getState();
      if (!place(brought.clip, wished, addInputs(draft, brought.inputs, inside)) || brought.leftOut.length === 0) return;
      toast(t("canvas.brought.left_out", { count: brought.leftOut.length }), { description: brought.leftOut.join(", ") });
    };
    const put = (text: string, wished?: Point) => {
      const clip = fromText(text);
      if (!("code" in clip)) {
        if (place(clip, wished) && clip.left_out.length > 0) {
          toast(t("canvas.paste.left_out", { count: clip.left_out.length }), { description: clip.left_out.join(", ") });
        }
      } else if (clip.code === "not_steps") void bring(text, wished);
      else toast.error(t(`canvas.paste.${clip.code}`));
    };
    const carry = (event: ClipboardEvent): boolean => {
      if (isTyping(event.target) || chosen().length === 0 || String(getSelection() ?? "") !== "") return false;
      event.clipboardData.setData("text/plain", written());
      event.preventDefault();
      announce(t("canvas.copied", { count: chosen().length }));
      return true;
    };
    const middle = () => {
      const board = document.querySelector(".canvas .react-flow")?.getBoundingClientRect();
      return board === undefined ? undefined : screenToFlowPosition({ x: board.left + board.width / 2, y: board.top + board.height / 2 });
    };
    return {
      events: {
        onCopy: (event) => void carry(event),
        onCut: (event) => {
          const nodes = chosen();
          if (!carry(event)) return;
          store.getState().edit(nodes.map((node): Edit => ({ type: noteOf(node) === null ? "removeStep" : "removeNote", id: noteOf(node) ?? node })));
        },
        onPaste: (event) => {
          if (isTyping(event.target)) return;
          event.preventDefault();
          put(event.clipboardData.getData("text/plain"), chosen().length === 0 ? middle() : undefined);
        },
      },
      copy: () => void navigator.clipboard?.writeText(written()).then(() => announce(t("canvas.copied", { count: chosen().length }))),
      duplicate: () => put(written()),
    };
  }, [store, t, screenToFlowPosition]);
}

function cornerOf(places: Readonly<Record<string, Point>>, nodes: readonly string[]): Point | null {
  const spots = nodes.flatMap((node) => places[node] ?? []);
  return spots.length === 0 ? null : { x: Math.min(...spots.map(({ x }) => x)), y: Math.min(...spots.map(({ y }) => y)) };
}

function nodeOf(edit: Edit, inside: string | null): readonly string[] {
  if (edit.type === "addStep") return [placeOf(inside, edit.step.id)];
  return edit.type === "setNote" ? [`note:${edit.note.id}`] : [];
}
