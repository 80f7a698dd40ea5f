import { useCapabilities, type Envelope } from "@/api";
import { capabilityTitle, EffectBadge } from "@/catalog";
import { useI18n } from "@/i18n";
import { targetsOf } from "./envelope";

/** What would be allowed: which tools, how often at most, and on what. */
export function Allowed({ envelope }: { readonly envelope: Envelope }) {
  const { t, locale } = useI18n();
  const { data: known = [] } = useCapabilities();
  return (
    <ul aria-label={t("workflows.allowed")} className="divide-y divide-line rounded-md border border-line">
      {Object.entries(envelope.calls ?? {}).map(([name, count]) => {
        const capability = known.find((each) => each.name === name);
        const { said, open } = targetsOf(name, envelope);
        return (
          <li key={name} className="flex flex-col gap-0.5 px-3 py-2 text-sm">
            <span className="flex flex-wrap items-center gap-2">
              <span className="text-fg">{capability ? capabilityTitle(capability, locale) : name}</span>
              {capability && <EffectBadge effect={capability.effect} />}
              <span className="ml-auto text-xs text-muted tabular-nums">{t("workflows.allowed.times", { count })}</span>
            </span>
            {said.length > 0 && <span className="font-mono text-xs wrap-anywhere text-muted">{said.join(", ")}</span>}
            {open && <span className="text-xs text-muted">{t("workflows.allowed.later")}</span>}
          </li>
        );
      })}
    </ul>
  );
}
