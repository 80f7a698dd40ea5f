import { Calculator } from "lucide-react";

import type { AtlasCompany } from "@/api";
import { useAct } from "@/apps";
import { useT } from "@/i18n";
import { Button } from "@/ui";

/** An imported company keeps the way its former program reckoned; here is the better one, if wanted. */
export function Reckoning({ company: { id, name, settings } }: { readonly company: AtlasCompany }) {
  const t = useT();
  const act = useAct("atlas");
  if (settings.rollup_cap !== null && settings.ytd_mode === "closed_months" && settings.pillar_rollup === "weighted") return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line px-4 py-3 text-sm text-muted">
      <Calculator aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 basis-72">{t("atlas.reckoning.original")}</p>
      <Button size="sm" onClick={() => act("atlas.switch_defaults", { company: id, to: "recommended" }, t("atlas.edited", { title: name }))}>
        {t("atlas.reckoning.switch")}
      </Button>
    </div>
  );
}
