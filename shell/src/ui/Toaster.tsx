import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";

import { useT } from "@/i18n";
import { useDialogs } from "./layers";
import { expire, type Toast, toast as toasts, useToasts } from "./toast";

/** Where toasts appear. Stands once, in the frame. */
export function Toaster() {
  const t = useT();
  const shown = useToasts((state) => state.toasts);
  // By the notice that somebody is at: when that one goes, nothing is held any more, whatever the pointer tells.
  const [at, setAt] = useState<Toast["id"] | null>(null);
  const held = shown.some((each) => each.id === at);
  // In the topmost dialog, since the browser makes everything beside it inert.
  const root = useDialogs((state) => state.dialogs.at(-1)) ?? document.body;
  const box = useRef<HTMLElement>(null);
  useLayoutEffect(() => box.current?.showPopover(), [root]);
  return createPortal(
    <section
      ref={box}
      popover="manual"
      aria-label={t("frame.notices")}
      aria-live="polite"
      className="pointer-events-none inset-x-0 bottom-10 flex flex-col items-center gap-2 px-4 max-sm:bottom-16"
    >
      {shown.map((each) => (
        <Notice key={each.id} toast={each} held={held} onHold={setAt} />
      ))}
    </section>,
    root,
  );
}

const MARKS = { plain: null, ok: CircleCheck, bad: CircleAlert } as const;
const COLOURS = { plain: "", ok: "text-ok", bad: "text-bad" } as const;

interface NoticeProps {
  readonly toast: Toast;
  readonly held: boolean;
  /** Somebody points at it or has the focus in it, or nobody does any more. */
  readonly onHold: (id: Toast["id"] | null) => void;
}

function Notice({ toast, held, onHold }: NoticeProps) {
  const t = useT();
  useExpiry(toast, held);
  const Mark = MARKS[toast.tone];
  return (
    <div
      onMouseEnter={() => onHold(toast.id)}
      onMouseLeave={() => onHold(null)}
      onFocus={() => onHold(toast.id)}
      onBlur={() => onHold(null)}
      className="pointer-events-auto flex w-full max-w-sm animate-rise items-center gap-3 rounded-lg bg-raised py-2.5 pr-2 pl-4 text-sm text-fg shadow-float"
    >
      {Mark && <Mark aria-hidden className={`size-4 shrink-0 ${COLOURS[toast.tone]}`} />}
      <div className="min-w-0 flex-1 break-words">
        <p className="font-medium">{toast.title}</p>
        {toast.description && <p className="text-xs text-muted">{toast.description}</p>}
      </div>
      {toast.action && (
        <button
          type="button"
          onClick={() => {
            toast.action?.onClick();
            toasts.dismiss(toast.id);
          }}
          className="h-7 shrink-0 rounded-sm border border-line-strong px-2.5 text-xs font-medium hover:bg-hover"
        >
          {toast.action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={t("words.close")}
        onClick={() => toasts.dismiss(toast.id)}
        className="inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-fg"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </div>
  );
}

/** Its time runs only while nobody holds it. */
function useExpiry(toast: Toast, held: boolean): void {
  const left = useRef(toast.duration);
  useEffect(() => {
    left.current = toast.duration;
  }, [toast]);
  useEffect(() => {
    if (held || !Number.isFinite(left.current)) return;
    const began = performance.now();
    const timer = setTimeout(() => expire(toast), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - began;
    };
  }, [toast, held]);
}
