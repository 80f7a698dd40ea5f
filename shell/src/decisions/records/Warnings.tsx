import { TriangleAlert } from "lucide-react";

import { useT } from "@/i18n";
import { ForeignText } from "@/ui";

/** What to look at twice; nothing when there is nothing. */
export function Warnings({ warnings }: { readonly warnings: readonly string[] }) {
  const t = useT();
  if (warnings.length === 0) return null;
  return (
    <ul aria-label={t("records.warnings")} className="flex flex-col gap-1 rounded-md bg-warn-soft px-2.5 py-1.5 text-xs text-warn-text">
      {warnings.map((warning) => (
        <li key={warning} className="flex items-start gap-2 leading-5">
          <TriangleAlert aria-hidden className="mt-[3px] size-3.5 shrink-0" />
          <span className="min-w-0 break-words"><ForeignText>{warning.replaceAll("`", "")}</ForeignText></span>
        </li>
      ))}
    </ul>
  );
}
