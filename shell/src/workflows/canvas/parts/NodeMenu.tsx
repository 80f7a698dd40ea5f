import { Cable, Copy, CopyPlus, FolderInput, PanelRight, Play, Plus, StepForward, Trash2 } from "lucide-react";
import { useRef } from "react";

import { stepOf } from "@/flow";
import { useT } from "@/i18n";
import { type MenuItem, MenuSheet } from "@/ui";
import { isStep } from "../scene";
import { useEditor } from "../useEditor";

export interface MenuPlace {
  readonly node: string | null;
  readonly x: number;
  readonly y: number;
}

interface NodeMenuProps {
  readonly place: MenuPlace;
  readonly onClose: () => void;
  readonly onAdd: () => void;
  readonly onConnect: (from: string) => void;
  readonly onCopy: () => void;
  readonly onDuplicate: () => void;
  readonly onRemove: () => void;
  /** Running from a step or only that step; left out where nothing runs. */
  readonly onRun?: (wish: { readonly start_at?: string; readonly only?: string }) => void;
}

/** What one can do with a node, beside the pointer or where a finger was held. */
export function NodeMenu({ place, onClose, onAdd, onConnect, onCopy, onDuplicate, onRemove, onRun }: NodeMenuProps) {
  const t = useT();
  const anchor = useRef<HTMLSpanElement>(null);
  const show = useEditor((editor) => editor.show);
  const enter = useEditor((editor) => editor.enter);
  const isFixed = useEditor((editor) => editor.isFixed);
  const step = useEditor(({ draft }) => (place.node === null ? null : stepOf(draft, place.node)));
  const { node } = place;
  const items: MenuItem[] = [];
  if (node === null) items.push({ id: "add", label: t("canvas.add"), icon: Plus, onSelect: onAdd });
  else {
    items.push({ id: "open", label: t("canvas.open"), icon: PanelRight, onSelect: () => show(node) });
    if (step?.graph) items.push({ id: "enter", label: t("canvas.enter"), icon: FolderInput, onSelect: () => enter(node) });
    if (isStep(node) && onRun && !node.includes("/")) {
      items.push({ id: "from", label: t("canvas.run.from"), icon: StepForward, separated: true, onSelect: () => onRun({ start_at: node }) });
      items.push({ id: "only", label: t("canvas.run.only"), icon: Play, onSelect: () => onRun({ only: node }) });
    }
    if (isStep(node) && !isFixed) items.push({ id: "connect", label: t("canvas.connect"), icon: Cable, separated: true, onSelect: () => onConnect(node) });
    items.push({ id: "copy", label: t("canvas.copy"), icon: Copy, onSelect: onCopy });
    if (!isFixed) {
      items.push({ id: "duplicate", label: t("canvas.duplicate"), icon: CopyPlus, onSelect: onDuplicate });
      if (!/(_inputs|_output)$/.test(node)) items.push({ id: "remove", label: t("words.delete"), icon: Trash2, danger: true, separated: true, onSelect: onRemove });
    }
  }
  return (
    <>
      <span ref={anchor} tabIndex={-1} aria-hidden className="fixed size-px" style={{ left: place.x, top: place.y }} />
      <MenuSheet anchor={anchor} items={items} label={t("canvas.menu")} onClose={onClose} />
    </>
  );
}
