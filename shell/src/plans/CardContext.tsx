import { ChevronRight } from "lucide-react";
import { useId, useMemo, useState } from "react";

import { itemsOf, useMemories } from "@/api";
import { useT } from "@/i18n";
import { classes } from "@/ui";
import { inMind } from "./context";
import { ContextRow } from "./ContextRow";

interface CardContextProps {
  readonly run: string;
  /** Whether the run is under way: then what it has in mind is in sight. */
  readonly live: boolean;
}

/** What the run of a plan has in mind, on its card: each step as it begins, and what came of it. */
export function CardContext({ run, live }: CardContextProps) {
  const t = useT();
  const id = useId();
  const [wished, wish] = useState<boolean | null>(null);
  const open = wished ?? live;
  return (
    <div className="border-b border-line px-3.5 py-2 last:border-b-0">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => wish(!open)}
        className="-ml-1 flex items-center gap-0.5 rounded-sm pr-1 text-xs text-muted hover:text-fg"
      >
        <ChevronRight aria-hidden className={classes("size-3.5 transition-transform duration-100", open && "rotate-90")} />
        {t("plans.context")}
      </button>
      {open && (
        <div id={id} className="-mx-3 mt-1 max-h-56 overflow-y-auto">
          <InMind run={run} />
        </div>
      )}
    </div>
  );
}

function InMind({ run }: { readonly run: string }) {
  const t = useT();
  const { data } = useMemories({ layer: "working", scope: `run:${run}` });
  const items = useMemo(() => inMind(itemsOf(data)), [data]);
  if (items.length === 0) return data && <p className="px-3 py-1 text-xs text-muted">{t("plans.context.empty")}</p>;
  return (
    <ul aria-label={t("plans.context")}>
      {items.map((item) => (
        <ContextRow key={item.id} item={item} />
      ))}
    </ul>
  );
}
