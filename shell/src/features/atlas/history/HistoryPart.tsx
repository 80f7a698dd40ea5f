import { History, X } from "lucide-react";
import { useLocation, useSearch } from "wouter";

import { type AtlasCompanyCard, useAtlasLog } from "@/api";
import { useI18n } from "@/i18n";
import { Rows, RowsSkeleton, Section, Trouble } from "@/stage";
import { Button, EmptyState } from "@/ui";
import { partPath } from "../paths";
import { LogRow } from "./LogRow";
import { byDay } from "./log";

/** What happened to a company, day by day, each with what it was before and the way back; or to one item of it. */
export function HistoryPart({ company }: { readonly company: AtlasCompanyCard }) {
  const { t, format } = useI18n();
  const [, go] = useLocation();
  const item = new URLSearchParams(useSearch()).get("item") ?? undefined;
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useAtlasLog(company.id, item);
  const only = (wished?: string) => go(partPath("history", company.id, wished === undefined ? {} : { item: wished }));
  const days = byDay(data?.pages.flatMap(({ entries }) => entries) ?? [], (iso) => format.day(iso));
  return (
    <div className="flex flex-col gap-6">
      {item !== undefined && (
        <div className="flex flex-wrap items-center gap-2 text-sm">
          <span className="rounded-full border border-line-strong px-2.5 py-0.5 text-xs font-medium text-fg">{t("atlas.history.item", { item })}</span>
          <Button tone="quiet" size="sm" icon={X} onClick={() => only()}>
            {t("atlas.history.item.clear")}
          </Button>
        </div>
      )}
      {data === undefined ? (
        error ? (
          <Trouble error={error} onRetry={() => void refetch()} />
        ) : (
          <RowsSkeleton count={6} />
        )
      ) : days.length === 0 ? (
        <EmptyState icon={History} title={t("atlas.history.none")}>
          {t("atlas.history.none.about")}
        </EmptyState>
      ) : (
        days.map((day) => (
          <Section key={day.title} title={day.title}>
            <Rows label={day.title}>
              {day.entries.map((entry) => (
                <LogRow key={entry.change} entry={entry} onOnly={item === undefined ? only : undefined} />
              ))}
            </Rows>
          </Section>
        ))
      )}
      {hasNextPage && (
        <Button tone="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()} className="self-center">
          {t("words.more")}
        </Button>
      )}
    </div>
  );
}
