import { Lightbulb, Sparkles } from "lucide-react";
import { useState } from "react";

import { type AtlasCompanyCard, useAtlasInsights } from "@/api";
import { Note } from "@/apps";
import { HandDialog } from "@/decisions";
import { useT } from "@/i18n";
import { Rows, RowsSkeleton, Trouble, useUndoToast } from "@/stage";
import { Button, EmptyState, Segmented } from "@/ui";
import { AddButton } from "../add/AddButton";
import { InsightRow } from "./InsightRow";

const STATUSES = ["active", "dismissed", "resolved"] as const;

/** What the figures say, and what people add to it; each insight shows what it goes by. */
export function InsightsPart({ company }: { readonly company: AtlasCompanyCard }) {
  const t = useT();
  const [status, setStatus] = useState<(typeof STATUSES)[number]>("active");
  const { data, error, refetch } = useAtlasInsights(company.id, status);
  if (data === undefined) return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <RowsSkeleton />;
  const counts = { active: undefined, dismissed: data.dismissed, resolved: data.resolved };
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segmented
          label={t("atlas.insights.filter")}
          value={status}
          options={STATUSES.map((value) => ({ value, label: t(`atlas.insights.${value}`), count: counts[value] || undefined }))}
          onChange={setStatus}
        />
        <div className="flex items-center gap-4">
          <AddButton kind="insight" company={company.id} />
          <Make company={company.id} />
        </div>
      </div>
      {data.insights.length > 0 ? (
        <Rows label={t("atlas.part.insights")}>
          {data.insights.map((insight) => (
            <InsightRow key={insight.id} insight={insight} company={company.id} />
          ))}
        </Rows>
      ) : status === "active" ? (
        <EmptyState icon={Lightbulb} title={t("atlas.insights.none")}>
          {t("atlas.insights.none.about")}
        </EmptyState>
      ) : (
        <Note>{t("atlas.insights.none.other")}</Note>
      )}
    </div>
  );
}

function Make({ company }: { readonly company: string }) {
  const t = useT();
  const told = useUndoToast();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button tone="primary" icon={Sparkles} onClick={() => setOpen(true)}>
        {t("atlas.insights.make")}
      </Button>
      {open && (
        <HandDialog
          open
          capability="atlas.generate_insights"
          params={{ company }}
          title={t("atlas.insights.make.title")}
          onClose={(outcome) => {
            setOpen(false);
            if (outcome?.change !== undefined) told(t("atlas.insights.made"), outcome.change);
          }}
        />
      )}
    </>
  );
}
