import { ArrowDownRight, ArrowRight, ArrowUpRight } from "lucide-react";
import { Link } from "wouter";

import type { AtlasDifference } from "@/api";
import { useI18n } from "@/i18n";
import { percentOf } from "@/i18n/amounts";
import { classes } from "@/ui";
import { itemPath } from "../paths";
import { deltaOf } from "./range";

/** How one item's progress went from then to now. */
export function DifferenceRow({ item }: { readonly item: AtlasDifference }) {
  const { t, locale } = useI18n();
  const href = itemPath(item.id);
  const said = (progress: number | null) => (progress === null ? t("atlas.band.none") : percentOf(progress, locale));
  const title = <span className="truncate text-sm text-fg">{item.title}</span>;
  return (
    <div className={classes("relative flex min-h-[46px] items-center gap-3 px-4 py-2", href && "transition-colors duration-100 hover:bg-hover")}>
      <span className="flex min-w-0 flex-1 flex-col">
        {href ? (
          <Link href={href} className="flex min-w-0 after:absolute after:inset-0">
            {title}
          </Link>
        ) : (
          title
        )}
        {item.path.length > 0 && <span className="truncate text-xs text-muted">{item.path.join(" › ")}</span>}
      </span>
      <span className="flex shrink-0 flex-col items-end sm:flex-row sm:items-center">
        <span className="flex items-center gap-1.5 text-xs text-muted tabular-nums">
          {(item.before !== null || item.after !== null) && (
            <>
              {said(item.before)}
              <ArrowRight aria-hidden className="size-3" />
            </>
          )}
          <span className={item.after === null ? undefined : "text-fg"}>{said(item.after)}</span>
        </span>
        <Delta delta={item.delta} />
      </span>
    </div>
  );
}

/** Better or worse, by an arrow, a sign and a colour. */
export function Delta({ delta, large }: { readonly delta: number | null; readonly large?: boolean }) {
  const { t, format } = useI18n();
  const words = deltaOf(delta, format.number);
  const Icon = delta === null || Math.abs(delta) < 0.05 ? null : delta > 0 ? ArrowUpRight : ArrowDownRight;
  return (
    <span
      className={classes(
        "inline-flex shrink-0 items-center justify-end gap-1 font-medium tabular-nums",
        large ? "text-md" : "w-20 text-xs",
        Icon === null ? "text-muted" : delta !== null && delta > 0 ? "text-ok-text" : "text-bad-text",
      )}
    >
      {Icon && <Icon aria-hidden className={large ? "size-4" : "size-3.5"} />}
      <span aria-hidden={large ? undefined : true}>{large && words !== null ? t("atlas.compare.delta", { delta: words }) : (words ?? "–")}</span>
      {!large && words !== null && <span className="sr-only">{t("atlas.compare.delta", { delta: words })}</span>}
    </span>
  );
}
