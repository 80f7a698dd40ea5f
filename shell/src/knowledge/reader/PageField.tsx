import { useState } from "react";

import { useT } from "@/i18n";
import { Input } from "@/ui";

interface PageFieldProps {
  readonly page: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

/** Which page is in sight; another number and Enter lead there. */
export function PageField({ page, total, onPage }: PageFieldProps) {
  const t = useT();
  const [typed, type] = useState<string | null>(null);
  const go = () => {
    const wished = Number(typed);
    if (typed !== null && Number.isInteger(wished) && wished >= 1) onPage(Math.min(wished, total));
    type(null);
  };
  return (
    <span className="flex items-center gap-1.5 px-1 text-xs text-muted tabular-nums">
      <Input
        aria-label={t("reader.page.field")}
        inputMode="numeric"
        value={typed ?? String(page)}
        onFocus={(event) => event.target.select()}
        onChange={(event) => type(event.target.value)}
        onBlur={go}
        onKeyDown={(event) => {
          if (event.key === "Enter") event.currentTarget.blur();
          if (event.key !== "Escape") return;
          event.preventDefault();
          type(null);
        }}
        className="h-6 w-11 px-1 text-center"
      />
      {t("reader.page.of", { total })}
    </span>
  );
}
