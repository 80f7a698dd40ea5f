import { ChevronRight } from "lucide-react";

import type { SpanPart } from "@/api";
import { useT } from "@/i18n";
import { JsonTree } from "@/ui";
import { Messages } from "./Messages";
import { Words } from "./Words";

/** Parts that are long and seldom looked at: folded to begin with. */
const FOLDED = new Set(["tools", "settings"]);

/** One thing that went into a span or came out, which folds behind its name. */
export function SpanPartView({ part }: { readonly part: SpanPart }) {
  const t = useT();
  return (
    <section aria-label={part.title}>
      <details open={!FOLDED.has(part.name)} className="group/part">
        <summary className="-ml-1 flex list-none items-center gap-0.5 rounded-sm pr-1 text-muted hover:text-fg">
          <ChevronRight aria-hidden className="size-3.5 shrink-0 transition-transform duration-100 group-open/part:rotate-90" />
          <h3 className="text-xs font-medium">{part.title}</h3>
        </summary>
        <div className="mt-1.5 flex flex-col gap-1.5">
          {part.kind === "json" && part.data !== null ? (
            <JsonTree value={part.data} label={part.title} />
          ) : part.kind === "messages" ? (
            <Messages data={part.data} />
          ) : (
            <div className="rounded-md border border-line bg-raised">
              <Words title={part.title} text={part.text ?? ""} />
            </div>
          )}
          {part.is_cut && <p className="text-xs text-muted">{t("traces.cut")}</p>}
        </div>
      </details>
    </section>
  );
}
