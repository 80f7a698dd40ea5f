import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";

import { useT } from "@/i18n";
import { classes } from "./classes";
import { useFocusReturn } from "./useFocusReturn";

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
  const focus = useFocusReturn();
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 grid animate-fade place-items-center overflow-y-auto bg-scrim p-4 backdrop-blur-[2px]">
          <Radix.Content
            {...focus}
            {...(about ? {} : { "aria-describedby": undefined })}
            className={classes("flex w-full animate-pop flex-col rounded-lg bg-panel shadow-float", WIDTHS[width])}
          >
            <header className="flex items-start gap-3 px-5 pt-4 pb-2">
              <div className="min-w-0 flex-1">
                <Radix.Title className="text-md font-semibold text-fg">{title}</Radix.Title>
                {about && <Radix.Description className="mt-0.5 text-sm text-muted">{about}</Radix.Description>}
              </div>
              <Radix.Close
                aria-label={t("words.close")}
                className="-mr-1.5 inline-flex size-7 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-fg"
              >
                <X aria-hidden className="size-4" />
              </Radix.Close>
            </header>
            {children && <div className="max-h-[70vh] overflow-y-auto px-5 py-2">{children}</div>}
            <footer className={classes("flex justify-end gap-2 px-5 pt-2 pb-4", !footer && "hidden")}>{footer}</footer>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
