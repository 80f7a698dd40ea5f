import type { Figures } from "@/api";
import { useI18n } from "@/i18n";
import { Section } from "@/stage";

/** What people were asked and how they decided, and what was taken back. */
export function Decisions({ totals }: { readonly totals: Figures }) {
  const { t, format } = useI18n();
  const figures = [
    [t("insights.approvals.asked"), format.number(totals.approvals_asked)],
    [t("insights.approvals.granted"), format.number(totals.approvals_granted)],
    [t("insights.approvals.denied"), format.number(totals.approvals_denied)],
    [t("insights.approvals.expired"), format.number(totals.approvals_expired)],
    [t("insights.approvals.time"), totals.decision_ms === null ? t("insights.none") : format.duration(totals.decision_ms)],
    [t("insights.undone"), format.number(totals.undone)],
  ] as const;
  return (
    <Section title={t("insights.approvals")}>
      <dl className="grid grid-cols-6 divide-x divide-line rounded-lg border border-line bg-raised shadow-raised max-lg:grid-cols-3 max-lg:divide-x-0 max-sm:grid-cols-2">
        {figures.map(([name, figure]) => (
          <div key={name} className="flex flex-col-reverse justify-end gap-0.5 px-4 py-3">
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="text-lg font-semibold tracking-[-0.01em] text-fg tabular-nums">{figure}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
