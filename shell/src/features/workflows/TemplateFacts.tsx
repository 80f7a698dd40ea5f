import { CircleCheck, CircleDashed, CircleX } from "lucide-react";

import { useCapabilities, type WorkflowTemplate } from "@/api";
import { capabilityTitle, EffectBadge } from "@/catalog";
import { useI18n } from "@/i18n";
import { spoken } from "./steps";

/** What a template needs, what its runs ask, and what one may take at most. */
export function TemplateFacts({ template }: { readonly template: WorkflowTemplate }) {
  const { t, locale } = useI18n();
  const { data: known = [] } = useCapabilities();
  const { tokens, cost } = template.estimate;
  const number = new Intl.NumberFormat(locale);
  const money = new Intl.NumberFormat(locale, { style: "currency", currency: "USD", maximumFractionDigits: 3 });
  return (
    <div className="flex flex-col gap-4">
      {template.needs.length > 0 && (
        <section>
          <h3 className="mb-1 text-sm font-medium text-fg">{t("templates.needs")}</h3>
          <ul aria-label={t("templates.needs")} className="flex flex-col gap-1 text-sm text-muted">
            {template.needs.map(({ kind, name, label, is_met, is_optional, note }) => {
              const Icon = is_met ? CircleCheck : is_optional ? CircleDashed : CircleX;
              const state = is_met ? "templates.need.met" : is_optional ? "templates.need.optional" : "templates.need.missing";
              return (
                <li key={`${kind} ${name}`} className="flex items-start gap-2">
                  <Icon aria-hidden className={is_met ? "mt-0.5 size-4 shrink-0 text-ok-text" : is_optional ? "mt-0.5 size-4 shrink-0" : "mt-0.5 size-4 shrink-0 text-bad-text"} />
                  <span>
                    {label}: {t(state)}
                    {note !== "" && !is_met && <> {note}</>}
                  </span>
                </li>
              );
            })}
          </ul>
        </section>
      )}
      <section>
        <h3 className="mb-1 text-sm font-medium text-fg">{t("templates.asks")}</h3>
        {template.asks.length === 0 ? (
          <p className="text-sm text-muted">{t("templates.asks.none")}</p>
        ) : (
          <ul aria-label={t("templates.asks")} className="divide-y divide-line rounded-md border border-line">
            {template.asks.map(({ step, title, why, message, capability, effect, is_optional }) => {
              const called = known.find(({ name }) => name === capability);
              return (
                <li key={`${step} ${why} ${capability ?? ""}`} className="flex flex-wrap items-center gap-x-2 gap-y-0.5 px-3 py-2 text-sm">
                  <span className="text-fg">{title}</span>
                  <span className="text-muted">
                    {t(`templates.asks.${why}`)}
                    {message !== "" && <> {spoken(message)}</>}
                    {capability != null && <> {called ? capabilityTitle(called, locale) : capability}</>}
                  </span>
                  {effect != null && <EffectBadge effect={effect} />}
                  {is_optional && <span className="text-xs text-muted">{t("templates.asks.optional")}</span>}
                </li>
              );
            })}
          </ul>
        )}
      </section>
      <p className="text-sm text-muted">
        {tokens ? t("templates.estimate", { tokens: number.format(tokens) }) : t("templates.estimate.none")}
        {cost != null && cost > 0 && <> {t("templates.estimate.cost", { cost: money.format(cost) })}</>}
      </p>
    </div>
  );
}
