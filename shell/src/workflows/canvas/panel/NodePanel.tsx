import { Lock, X } from "lucide-react";
import { useEffect, useRef } from "react";

import { INPUTS, kindOf, type NodeKind, OUTPUT, splitPlace, stepOf } from "@/flow";
import { useT } from "@/i18n";
import { PHONE } from "@/state";
import { IconButton, Sheet, useMedia } from "@/ui";
import { lockOf } from "../looks";
import { ICONS, INKS } from "../nodes/looks";
import { noteOf } from "../scene";
import { useEditor } from "../useEditor";
import { NotePanel } from "./NotePanel";
import { OutputPanel } from "./OutputPanel";
import { StartPanel } from "./StartPanel";
import { StepPanel } from "./StepPanel";

/** Everything about the open node: beside the picture, or on a phone above it. */
export function NodePanel() {
  const t = useT();
  const phone = useMedia(PHONE);
  const open = useEditor((editor) => editor.open);
  const show = useEditor((editor) => editor.show);
  const panel = useRef<HTMLElement>(null);
  // Where no field can be reached, the panel itself is scrolled with the keyboard.
  const isStill = useEditor(({ isFixed, looks }) => isFixed || (open !== null && lockOf(looks, open) !== undefined));
  const isWalked = useEditor((editor) => editor.walked);
  useEffect(() => {
    // Opened with the keyboard, it is where one goes on.
    if (open !== null && isWalked) panel.current?.querySelector<HTMLElement>("input, textarea")?.focus({ preventScroll: true });
    // Walking on does not open anything: only the opened node counts.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [open]);
  if (open === null) return null;
  const close = () => show(null);
  if (phone) {
    return (
      <Sheet open onClose={close} title={t("canvas.panel")} side="bottom">
        <Contents key={open} node={open} />
      </Sheet>
    );
  }
  return (
    <aside
      ref={panel}
      aria-label={t("canvas.panel")}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.stopPropagation();
        close();
        document.querySelector<HTMLElement>(`[data-node="${CSS.escape(open)}"]`)?.focus({ preventScroll: true });
      }}
      className="flex w-80 shrink-0 flex-col border-l border-line bg-panel"
    >
      <header className="flex h-10 shrink-0 items-center border-b border-line pr-1.5 pl-4">
        <PanelTitle node={open} />
        <IconButton icon={X} label={t("words.close")} onClick={close} />
      </header>
      <div tabIndex={isStill ? 0 : undefined} className="min-h-0 flex-1 overflow-y-auto p-4">
        <Contents key={open} node={open} />
      </div>
    </aside>
  );
}

/** The kind of what is open, with its sign. */
function PanelTitle({ node }: { readonly node: string }) {
  const t = useT();
  const kind = useEditor(({ draft }): NodeKind => {
    const step = stepOf(draft, node);
    return noteOf(node) !== null ? "note" : step !== null ? kindOf(step) : splitPlace(node).id === INPUTS ? "start" : "output";
  });
  const Icon = ICONS[kind];
  return (
    <>
      <span className={`mr-2 flex size-6 shrink-0 items-center justify-center rounded-sm ${INKS[kind]}`}>
        <Icon aria-hidden className="size-3.5" />
      </span>
      <h2 className="flex-1 truncate text-sm font-semibold text-fg">{t(`canvas.kind.${kind}`)}</h2>
    </>
  );
}

/** What a node says; of one that cannot be changed, why, before everything else. */
function Contents({ node }: { readonly node: string }) {
  const lock = useEditor(({ looks }) => lockOf(looks, node));
  return (
    <div className="flex flex-col gap-4">
      {lock !== undefined && (
        <p role="note" className="flex gap-2 rounded-md bg-hover p-2.5 text-sm text-fg">
          <Lock aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
          {lock}
        </p>
      )}
      <fieldset disabled={lock !== undefined} className="flex min-w-0 flex-col gap-4">
        <Panel node={node} />
      </fieldset>
    </div>
  );
}

function Panel({ node }: { readonly node: string }) {
  const note = noteOf(node);
  const { inside, id } = splitPlace(node);
  if (note !== null) return <NotePanel id={note} />;
  if (id === INPUTS) return <StartPanel inside={inside} />;
  if (id === OUTPUT) return <OutputPanel inside={inside} />;
  return <StepPanel place={node} />;
}
