import { Feather } from "lucide-react";

import { useT } from "@/i18n";
import { useComposer } from "@/state";
import { Button, Card } from "@/ui";

/** Says honestly what works with no model at all, and lets one try it. */
export function NoModel() {
  const t = useT();
  const fill = useComposer((composer) => composer.fill);
  return (
    <Card className="flex flex-wrap items-start gap-x-4 gap-y-3 p-4">
      <Feather aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="text-sm font-semibold text-fg">{t("models.none")}</h2>
        <p className="mt-0.5 text-sm text-muted">{t("models.none.about")}</p>
      </div>
      <Button onClick={() => fill(t("models.none.ask"))}>{t("models.none.try")}</Button>
    </Card>
  );
}
