import { Link } from "wouter";

import type { AtlasTotals } from "@/api";
import { useI18n } from "@/i18n";
import { classes } from "@/ui";
import { partPath } from "../paths";

const WHOLE = ["objectives", "key_results", "initiatives", "projects"] as const;
const CARES = ["at_risk", "stale", "without_data"] as const;

/** How much there is, and how much of it asks for something, in one line. */
export function Totals({ totals, company }: { readonly totals: AtlasTotals; readonly company: string }) {
  const { t, format } = useI18n();
  const figures = [
    ...WHOLE.map((name) => ({ name, count: totals[name], label: t(`atlas.total.${name}`, { count: totals[name] }), href: name === "projects" ? partPath("projects", company) : undefined, care: false })),
    ...CARES.map((name) => ({ name, count: totals[name], label: name === "stale" ? t("atlas.total.stale", { count: totals.stale }) : t(`atlas.total.${name}`), href: name === "stale" ? partPath("check-in", company) : undefined, care: true })),
  ];
  return (
    <section aria-label={t("atlas.totals")}>
      <dl className="flex flex-wrap gap-x-8 gap-y-4 px-1">
        {figures.map(({ name, count, label, href, care }) => (
          <div key={name} className="flex flex-col-reverse">
            <dt className="text-xs text-muted">{label}</dt>
            <dd className={classes("text-lg font-semibold tabular-nums", care && count > 0 ? "text-warn-text" : "text-fg", count === 0 && "text-muted")}>
              {href && count > 0 ? (
                <Link href={href} className="rounded-sm underline-offset-4 hover:underline">
                  {format.number(count)}
                </Link>
              ) : (
                format.number(count)
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
