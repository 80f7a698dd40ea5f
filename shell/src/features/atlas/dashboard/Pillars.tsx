import { Link } from "wouter";

import type { AtlasPillarCard } from "@/api";
import { useT } from "@/i18n";
import { Section } from "@/stage";
import { Card } from "@/ui";
import { AddButton } from "../add/AddButton";
import { BandBar, BandMeter, ProgressFigure } from "../pieces/Band";
import { inkOf } from "../pieces/colour";

/** The fronts of the strategy, side by side. */
export function Pillars({ pillars, company }: { readonly pillars: readonly AtlasPillarCard[]; readonly company: string }) {
  const t = useT();
  return (
    <Section title={t("atlas.pillars")} aside={<AddButton kind="pillar" company={company} />}>
      {pillars.length === 0 ? (
        <p className="rounded-lg border border-dashed border-line-strong px-4 py-6 text-center text-sm text-muted">{t("atlas.pillars.none")}</p>
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(200px,100%),1fr))] gap-3">
          {pillars.map((pillar) => (
            <li key={pillar.id} className="min-w-0">
              <PillarCard pillar={pillar} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function PillarCard({ pillar }: { readonly pillar: AtlasPillarCard }) {
  const t = useT();
  const counts = t("atlas.pillar.counts", {
    objectives: t("atlas.objectives.count", { count: pillar.objectives }),
    key_results: t("atlas.key_results.count", { count: pillar.key_results }),
  });
  return (
    <Card className="relative flex h-full flex-col gap-3 overflow-hidden px-4 pt-4 pb-3.5 transition-colors duration-100 focus-within:border-line-strong hover:border-line-strong hover:bg-hover">
      <span aria-hidden className="absolute inset-x-0 top-0 h-[3px]" style={{ background: inkOf(pillar.color) }} />
      <div className="flex items-start justify-between gap-3">
        <Link href={`/atlas/${pillar.id}`} className="min-w-0 text-sm font-medium break-words text-fg after:absolute after:inset-0 after:rounded-lg">
          {pillar.title}
        </Link>
        <ProgressFigure progress={pillar.progress} className={pillar.progress == null ? "shrink-0 text-xs text-muted" : "shrink-0 text-md font-semibold text-fg"} />
      </div>
      <BandMeter label={pillar.title} progress={pillar.progress} band={pillar.band} />
      <div className="mt-auto flex items-center justify-between gap-2 text-xs text-muted">
        <span className="truncate">{counts}</span>
        {pillar.key_results > 0 && <BandBar bands={pillar.bands} className="w-10 shrink-0 opacity-80" />}
      </div>
    </Card>
  );
}
