import { type ClipboardEvent, type RefObject, useMemo } from "react";

import { fromText, paste, type Point, toText } from "@/flow";
import { useT } from "@/i18n";
import { announce } from "@/state";
import { toast } from "@/ui";
import { isTyping } from "./useCanvasKeys";
import { useEditorStore } from "./useEditor";
import { noteOf, settle } from "./scene";

interface Clipboard {
  readonly events: {
    readonly onCopy: (event: ClipboardEvent) => void;
    readonly onCut: (event: ClipboardEvent) => void;
    readonly onPaste: (event: ClipboardEvent) => void;
  };
  readonly copy: () => void;
  readonly duplicate: () => void;
}

const ASIDE: Point = { x: 40, y: 40 };

/** Copying and pasting as text: between canvases, windows and whatever takes text. */
export function useClipboard(_box: RefObject<HTMLElement | null>): Clipboard {
  const t = useT();
  const store = useEditorStore();
  return useMemo(() => {
    const chosen = () => {
      const { selected, current } = store.getState();
      return selected.size > 0 ? [...selected] : current === null ? [] : [current];
    };
    const written = () => toText(store.getState().draft, chosen().map((node) => noteOf(node) ?? node));
    const put = (text: string) => {
      const { draft, inside, edit, select } = store.getState();
      const copied = fromText(text);
      if (typeof copied === "string") return toast.error(t(`canvas.paste.${copied}`));
      const pasted = paste(draft, copied, { by: ASIDE, inside });
      if (!edit([settle(draft, inside), ...pasted.edits])) return;
      select(pasted.nodes);
      announce(t("canvas.pasted", { count: pasted.nodes.length }));
    };
    const carry = (event: ClipboardEvent): boolean => {
      if (isTyping(event.target) || chosen().length === 0 || String(getSelection() ?? "") !== "") return false;
      event.clipboardData.setData("text/plain", written());
      event.preventDefault();
      announce(t("canvas.copied", { count: chosen().length }));
      return true;
    };
    return {
      events: {
        onCopy: (event) => void carry(event),
        onCut: (event) => {
          if (!carry(event)) return;
          const { selected, edit } = store.getState();
          edit([...selected].map((node) => (noteOf(node) === null ? { type: "removeStep" as const, id: node } : { type: "removeNote" as const, id: noteOf(node) ?? "" })));
        },
        onPaste: (event) => {
          if (isTyping(event.target)) return;
          event.preventDefault();
          put(event.clipboardData.getData("text/plain"));
        },
      },
      copy: () => void navigator.clipboard?.writeText(written()).then(() => announce(t("canvas.copied", { count: chosen().length }))),
      duplicate: () => put(written()),
    };
  }, [store, t]);
}
