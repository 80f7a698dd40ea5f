import { X } from "lucide-react";
import { type ReactNode, useId } from "react";

import { useT } from "@/i18n";
import { classes } from "./classes";
import { Modal } from "./Modal";

interface SheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** From the side, or from below; on a phone it always comes from below. */
  readonly side?: "right" | "bottom";
  readonly children: ReactNode;
  /** Buttons, the primary one last. */
  readonly footer?: ReactNode;
}

const SIDES = {
  right:
    "inset-y-2 right-2 w-[min(420px,calc(100vw-16px))] animate-slide rounded-lg max-sm:inset-x-0 max-sm:top-auto max-sm:bottom-0 max-sm:max-h-[85dvh] max-sm:w-full max-sm:animate-lift max-sm:rounded-b-none",
  bottom: "inset-x-0 bottom-0 mx-auto max-h-[85dvh] w-full max-w-3xl animate-lift rounded-t-lg",
} as const;

/** More room than a dialog, without leaving the page. */
export function Sheet({ open, onClose, title, side = "right", children, footer }: SheetProps) {
  const t = useT();
  const id = useId();
  if (!open) return null;
  return (
    <Modal
      onClose={onClose}
      labelledBy={id}
      className={classes("flex flex-col overflow-hidden bg-panel text-sm text-fg shadow-float outline-none", SIDES[side])}
    >
      <header className="flex h-11 shrink-0 items-center gap-3 border-b border-line pr-2 pl-4">
        <h2 id={id} className="min-w-0 flex-1 truncate text-md font-semibold text-fg">
          {title}
        </h2>
        <button
          type="button"
          aria-label={t("words.close")}
          onClick={onClose}
          className="inline-flex size-7 pointer-coarse:size-9 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-fg"
        >
          <X aria-hidden className="size-4" />
        </button>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto p-4">{children}</div>
      {footer && <footer className="flex shrink-0 justify-end gap-2 border-t border-line px-4 py-3">{footer}</footer>}
    </Modal>
  );
}
