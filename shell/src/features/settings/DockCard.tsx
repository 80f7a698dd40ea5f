import { RotateCcw } from "lucide-react";

import type { Settings } from "@/api";
import { useT } from "@/i18n";
import { Button, Card, Switch, undoToast } from "@/ui";
import { useEdit } from "./useEdit";

/** The dock: names beside its icons, and the way back to how it was at first. */
export function DockCard() {
  const t = useT();
  const { settings, edit } = useEdit();
  const { labels, pins } = settings.desktop;
  const arrange = (change: Partial<Settings["desktop"]>) => edit((now) => ({ ...now, desktop: { ...now.desktop, ...change } }));
  const reset = () => {
    arrange({ pins: [] });
    undoToast({ message: t("dock.reset.done"), undo: () => arrange({ pins }) });
  };
  return (
    <Card className="divide-y divide-line">
      <div className="flex items-center gap-4 p-4">
        <div className="min-w-0 flex-1">
          <p className="font-medium">{t("settings.dock.labels")}</p>
          <p className="text-xs text-muted">{t("settings.dock.labels.hint")}</p>
        </div>
        <Switch label={t("settings.dock.labels")} checked={labels} onChange={(value) => arrange({ labels: value })} />
      </div>
      <div className="flex items-center gap-4 p-4">
        <div className="min-w-0 flex-1">
          <p className="font-medium">{t("settings.dock.pins")}</p>
          <p className="text-xs text-muted">{t(pins.length > 0 ? "settings.dock.pins.own" : "settings.dock.pins.first")}</p>
        </div>
        <Button icon={RotateCcw} disabled={pins.length === 0} onClick={reset}>
          {t("dock.reset")}
        </Button>
      </div>
    </Card>
  );
}
