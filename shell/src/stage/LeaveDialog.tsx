import { useT } from "@/i18n";
import { Button, Dialog } from "@/ui";

interface LeaveDialogProps {
  readonly open: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Asks before unsaved changes are left behind. */
export function LeaveDialog({ open, onStay, onLeave }: LeaveDialogProps) {
  const t = useT();
  return (
    <Dialog
      open={open}
      onClose={onStay}
      width="sm"
      title={t("words.leave")}
      about={t("words.leave.about")}
      footer={
        <>
          <Button tone="danger" onClick={onLeave}>
            {t("words.leave.discard")}
          </Button>
          <Button tone="primary" onClick={onStay}>
            {t("words.leave.stay")}
          </Button>
        </>
      }
    />
  );
}
