import { type AtlasCompanyCard, type AtlasFrameworks, useAtlasFrameworks } from "@/api";
import { useT } from "@/i18n";
import { Rows, RowsSkeleton, Section, Trouble } from "@/stage";
import { FrameworkCards } from "./FrameworkCards";

/** What the strategy stands on: the Golden Circle, the SWOT analysis, the vision alignment. */
export function FrameworksPart({ company }: { readonly company: AtlasCompanyCard }) {
  const { data, error, refetch } = useAtlasFrameworks(company.id);
  if (data === undefined) return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <RowsSkeleton />;
  return (
    <div className="flex flex-col gap-8">
      <FrameworkCards kind="golden_circle" framework={data.golden_circle} company={company.id} columns="sm:grid-cols-3" />
      <FrameworkCards kind="swot" framework={data.swot} company={company.id} columns="sm:grid-cols-2" />
      <FrameworkCards kind="vision_alignment" framework={data.vision_alignment} company={company.id} columns="sm:grid-cols-2" />
      <SharedObjectives objectives={data.vision_objectives} />
    </div>
  );
}

function SharedObjectives({ objectives }: { readonly objectives: AtlasFrameworks["vision_objectives"] }) {
  const t = useT();
  if (objectives.length === 0) return null;
  return (
    <Section title={t("atlas.vision_objectives")}>
      <Rows label={t("atlas.vision_objectives")}>
        {objectives.map(({ title, description, dimension }, index) => (
          <div key={index} className="flex min-h-[46px] flex-col justify-center px-4 py-2 text-sm">
            <span className="text-fg">{title}</span>
            {(dimension || description) && <span className="text-xs text-muted">{[dimension, description].filter(Boolean).join(" · ")}</span>}
          </div>
        ))}
      </Rows>
    </Section>
  );
}
