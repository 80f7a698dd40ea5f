import { useState } from "react";

import { useCapabilities } from "@/api";
import { shelves, withWords } from "@/catalog";
import { useI18n } from "@/i18n";
import { RowsSkeleton, Section, Trouble } from "@/stage";
import { Card, SearchField, Segmented } from "@/ui";
import { type Reach, reachOf, withReach } from "../tools";
import type { PartProps } from "./part";
import { ToolShelf } from "./ToolShelf";

/** Which tools it may use at all, and what each of them does before it acts. */
export function ToolsPart({ draft, set }: PartProps) {
  const { t, locale } = useI18n();
  const [words, setWords] = useState("");
  const [choosing, choose] = useState(false);
  const { data: known, error, refetch } = useCapabilities();
  if (known === undefined) {
    return (
      <Section title={t("agents.part.capabilities")}>
        {error ? <Trouble error={error} onRetry={() => void refetch()} /> : <RowsSkeleton />}
      </Section>
    );
  }
  const reach = choosing ? "custom" : reachOf(draft.capabilities, known);
  const pick = (next: Reach) => {
    choose(next === "custom");
    if (next !== "custom") set("capabilities", withReach(draft.capabilities, next, known));
  };
  const shown = shelves(withWords(known, words), locale);
  return (
    <Section title={t("agents.part.capabilities")} about={t("agents.part.capabilities.about")}>
      <div className="flex flex-wrap items-center gap-2">
        <Segmented
          label={t("agents.reach")}
          value={reach}
          onChange={pick}
          options={[
            { value: "all", label: t("agents.reach.all") },
            { value: "looking", label: t("agents.reach.looking") },
            { value: "custom", label: t("agents.reach.custom") },
          ]}
        />
        <SearchField label={t("agents.tools.search")} value={words} onChange={setWords} className="min-w-40 flex-1" />
      </div>
      <Card className="divide-y divide-line">
        {shown.length === 0 && <p className="px-4 py-6 text-center text-sm text-muted">{t("agents.tools.none")}</p>}
        {shown.map((shelf) => (
          <ToolShelf key={`${shelf.app}/${shelf.effect}`} shelf={shelf} draft={draft} set={set} />
        ))}
      </Card>
    </Section>
  );
}
