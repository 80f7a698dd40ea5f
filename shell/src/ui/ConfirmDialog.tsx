import type { ReactNode } from "react";

import { useT } from "@/i18n";
import { Button } from "./Button";
import { Dialog } from "./Dialog";

interface ConfirmDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** A question, such as "Delete 3 artifacts?". */
  readonly title: string;
  /** What will happen, and whether it can be undone. */
  readonly about?: ReactNode;
  /** The verb on the button. */
  readonly confirm: string;
  readonly onConfirm: () => void;
  readonly danger?: boolean;
  readonly busy?: boolean;
  readonly children?: ReactNode;
}

/** Asks before something that is hard to take back. What can be undone needs no question: use `undoToast`. */
export function ConfirmDialog({ open, onClose, title, about, confirm, onConfirm, danger, busy, children }: ConfirmDialogProps) {
  const t = useT();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      about={about}
      width="sm"
      footer={
        <>
          <Button onClick={onClose}>{t("words.cancel")}</Button>
          <Button tone={danger ? "danger" : "primary"} busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
