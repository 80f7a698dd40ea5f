import { X } from "lucide-react";
import { type ReactNode, useId } from "react";

import { useT } from "@/i18n";
import { classes } from "./classes";
import { Modal } from "./Modal";

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** One sentence under the title; read aloud with it. */
  readonly about?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons, the primary one last. */
  readonly footer?: ReactNode;
  readonly width?: "sm" | "md" | "lg";
}

const WIDTHS = { sm: "max-w-sm", md: "max-w-lg", lg: "max-w-3xl" } as const;

/** Asks for attention and gives focus back where it came from. */
export function Dialog({ open, onClose, title, about, children, footer, width = "md" }: DialogProps) {
  const t = useT();
  const id = useId();
  if (!open) return null;
  return (
    <Modal
      onClose={onClose}
      labelledBy={`${id}-title`}
      describedBy={about ? `${id}-about` : undefined}
      className={classes(
        "inset-0 m-auto flex h-fit max-h-[calc(100dvh-32px)] w-[calc(100%-32px)] animate-pop flex-col overflow-y-auto rounded-lg bg-panel text-sm text-fg shadow-float outline-none backdrop:backdrop-blur-[2px]",
        WIDTHS[width],
      )}
    >
      <header className="order-first flex items-start gap-3 px-5 pt-4 pb-2">
        <div className="min-w-0 flex-1">
          <h2 id={`${id}-title`} className="text-md font-semibold text-fg">
            {title}
          </h2>
          {about && (
            <p id={`${id}-about`} className="mt-0.5 text-sm text-muted">
              {about}
            </p>
          )}
        </div>
        <button
          type="button"
          aria-label={t("words.close")}
          onClick={onClose}
          className="-mr-1.5 inline-flex size-7 pointer-coarse:size-9 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-fg"
        >
          <X aria-hidden className="size-4" />
        </button>
      </header>
      {children && <div className="max-h-[70vh] overflow-y-auto px-5 py-2">{children}</div>}
      <footer className={classes("flex justify-end gap-2 px-5 pt-2 pb-4", !footer && "hidden")}>{footer}</footer>
    </Modal>
  );
}
