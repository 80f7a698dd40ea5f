import { Check } from "lucide-react";
import { useEffect, useState } from "react";

import { useT } from "@/i18n";
import { useSaves } from "./useEdit";

/** "Saved", quietly, for a moment after each save; read aloud too. */
export function SaveMark() {
  const t = useT();
  const count = useSaves((saves) => saves.count);
  const [shown, show] = useState(count);
  useEffect(() => {
    if (count === shown) return;
    const timer = setTimeout(() => show(count), 2_000);
    return () => clearTimeout(timer);
  }, [count, shown]);
  return (
    <div role="status" className="h-7 text-sm text-ok-text">
      {count !== shown && (
        <span key={count} className="inline-flex animate-fade items-center gap-1.5">
          <Check aria-hidden className="size-4" />
          {t("settings.saved")}
        </span>
      )}
    </div>
  );
}
