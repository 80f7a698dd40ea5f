import { CircleCheck } from "lucide-react";

import { useT } from "@/i18n";
import { Trouble } from "@/stage";
import type { Tested } from "./useConnection";

/** What came of asking the platform: what it told, or why it did not. */
export function Outcome({ tested }: { readonly tested: Tested }) {
  const t = useT();
  if (tested.error !== undefined) return <Trouble error={tested.error} />;
  return (
    <div role="status" className="flex items-start gap-3 rounded-lg border border-line bg-ok-soft px-4 py-3 text-sm">
      <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
      <div className="min-w-0">
        <p className="font-medium text-fg">{t("school.source.works")}</p>
        <p className="break-words text-muted">{tested.told}</p>
        {tested.warnings.map((warning) => (
          <p key={warning} className="break-words text-muted">
            {warning}
          </p>
        ))}
      </div>
    </div>
  );
}
