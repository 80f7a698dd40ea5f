import { Clock, File, Globe, type LucideIcon, Pencil } from "lucide-react";
import type { ReactNode } from "react";

import type { PlanCard } from "@/api";
import { useI18n } from "@/i18n";
import { Fold } from "@/stage";
import { ForeignText } from "@/ui";

const KINDS = ["create", "change", "delete", "execute", "send"] as const;
const SHOWN = 4;

/** What a plan does to the world in figures: how much it makes and changes, where, and what it is thought to cost. */
export function CardFacts({ card }: { readonly card: PlanCard }) {
  const { t, format } = useI18n();
  const counts = KINDS.filter((kind) => card.counts[kind] > 0).map((kind) => t(`plans.counts.${kind}`, { count: card.counts[kind] }));
  const { tokens, cost, seconds } = card.estimate;
  const estimate = [
    tokens != null && tokens > 0 && t("plans.estimate.tokens", { count: tokens }),
    cost != null && cost > 0 && format.money(cost),
    seconds != null && seconds > 0 && format.duration(seconds * 1000),
  ].filter((part) => part !== false);
  return (
    <dl className="flex flex-col gap-1.5 text-xs">
      <Fact icon={Pencil} name={t("plans.counts")}>
        {counts.length === 0 ? t("plans.counts.none") : format.all(counts)}
      </Fact>
      {card.files.length > 0 && (
        <Fact icon={File} name={t("plans.files")}>
          <Places places={card.files} />
        </Fact>
      )}
      {card.hosts.length > 0 && (
        <Fact icon={Globe} name={t("plans.hosts")}>
          <Places places={card.hosts} />
        </Fact>
      )}
      {estimate.length > 0 && (
        <Fact icon={Clock} name={t("plans.estimate")}>
          {t("plans.estimate.about", { estimate: estimate.join(" · ") })}
        </Fact>
      )}
    </dl>
  );
}

function Fact({ icon: Icon, name, children }: { readonly icon: LucideIcon; readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex items-start gap-2">
      <dt className="flex h-4 items-center">
        <Icon aria-hidden className="size-3.5 shrink-0 text-muted" />
        <span className="sr-only">{name}</span>
      </dt>
      <dd className="min-w-0 flex-1 break-words text-fg">{children}</dd>
    </div>
  );
}

/** The first few places; the others are folded away. */
function Places({ places }: { readonly places: readonly string[] }) {
  const { t } = useI18n();
  const rest = places.slice(SHOWN);
  const lines = (some: readonly string[]) => some.map((place) => (
    <span key={place} className="block font-mono text-2xs leading-4 break-all">
      <ForeignText place="name">{place}</ForeignText>
    </span>
  ));
  return (
    <>
      {lines(places.slice(0, SHOWN))}
      {rest.length > 0 && <Fold title={t("plans.more", { count: rest.length })}>{lines(rest)}</Fold>}
    </>
  );
}
