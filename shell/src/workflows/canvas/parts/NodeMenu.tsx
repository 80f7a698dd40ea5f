import { Cable, Copy, CopyPlus, FolderInput, PanelRight, Play, Plus, Power, StepForward, Trash2 } from "lucide-react";
import { useRef } from "react";

import { stepOf } from "@/flow";
import { useT } from "@/i18n";
import { type MenuItem, MenuSheet } from "@/ui";
import { lockOf } from "../looks";
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
  readonly onToggle: (node: string) => void;
  /** Running from a step or only that step; left out where nothing runs. */
  readonly onRun?: (wish: { readonly start_at?: string; readonly only?: string }) => void;
}

/** What one can do with a node, beside the pointer or where a finger was held. */
export function NodeMenu({ place, onClose, onAdd, onConnect, onCopy, onDuplicate, onRemove, onToggle, onRun }: NodeMenuProps) {
  const t = useT();
  const anchor = useRef<HTMLSpanElement>(null);
  const show = useEditor((editor) => editor.show);
  const enter = useEditor((editor) => editor.enter);
  const isFixed = useEditor((editor) => editor.isFixed);
  const step = useEditor(({ draft }) => (place.node === null ? null : stepOf(draft, place.node)));
  const { node } = place;
  const isLocked = useEditor(({ looks }) => node !== null && lockOf(looks, node) !== undefined);
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
    if (step !== null && !isFixed && !isLocked) items.push({ id: "toggle", label: t(step.disabled ? "canvas.switch.on" : "canvas.switch.off"), icon: Power, keys: "D", onSelect: () => onToggle(node) });
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
