import { useState } from "react";

import { useT } from "@/i18n";
import { Button, ConfirmDialog, Dialog, Input, Popover, Sheet, toast, Tooltip, undoToast } from "@/ui";
import { Line } from "../Line";
import type { Group } from "../specimen";

function Dialogs() {
  const t = useT();
  const [open, setOpen] = useState(false);
  const [asking, ask] = useState(false);
  const leave = () => {
    ask(false);
    setOpen(false);
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t("words.open")}</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Dialog" about={t("design.about")} footer={<Button tone="primary">{t("words.approve")}</Button>}>
        <Line>
          <Input aria-label="Input" className="max-w-40" />
          <Popover label="Popover" trigger={<Button>{t("words.more")}</Button>} className="p-3 text-sm">
            <Button onClick={() => toast(t("words.copied"))}>{t("ui.copy")}</Button>
          </Popover>
          <Button onClick={() => toast(t("words.copied"))}>{t("ui.copy")}</Button>
          <Button onClick={() => ask(true)}>{t("words.delete")}</Button>
        </Line>
        <ConfirmDialog open={asking} onClose={() => ask(false)} title="ConfirmDialog" confirm={t("words.delete")} onConfirm={leave} danger />
      </Dialog>
    </>
  );
}

function Confirms() {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t("words.delete")}</Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title="ConfirmDialog"
        about={t("design.about")}
        confirm={t("words.delete")}
        onConfirm={() => setOpen(false)}
        danger
      />
    </>
  );
}

function Sheets() {
  const t = useT();
  const [side, setSide] = useState<"right" | "bottom" | null>(null);
  return (
    <Line>
      <Button onClick={() => setSide("right")}>→</Button>
      <Button onClick={() => setSide("bottom")}>↓</Button>
      <Sheet open={side !== null} side={side ?? "right"} onClose={() => setSide(null)} title="Sheet" footer={<Button tone="primary">{t("words.approve")}</Button>}>
        {t("design.about")}
      </Sheet>
    </Line>
  );
}

function Popovers() {
  const t = useT();
  return (
    <Popover label="Popover" trigger={<Button>{t("words.open")}</Button>} className="max-w-64 p-3 text-sm">
      {t("design.about")}
    </Popover>
  );
}

function Tooltips() {
  const t = useT();
  return (
    <Tooltip label={t("design.about")} keys="?">
      <Button>{t("words.more")}</Button>
    </Tooltip>
  );
}

function Toasts() {
  const t = useT();
  return (
    <Line>
      <Button onClick={() => toast(t("words.copied"))}>{t("ui.copy")}</Button>
      <Button onClick={() => toast.error(t("error.title"), { description: t("error.network") })}>{t("words.retry")}</Button>
      <Button onClick={() => undoToast({ message: t("words.delete"), undo: () => toast(t("words.undo")) })}>{t("words.undo")}</Button>
    </Line>
  );
}

export const OVERLAYS: Group = {
  id: "overlays",
  titleKey: "design.overlays",
  specimens: [
    { names: ["Dialog", "Modal"], Show: Dialogs },
    { names: ["ConfirmDialog"], Show: Confirms },
    { names: ["Sheet"], Show: Sheets },
    { names: ["Popover", "Floating"], Show: Popovers },
    { names: ["Tooltip"], Show: Tooltips },
    { names: ["Toaster"], Show: Toasts },
  ],
};
