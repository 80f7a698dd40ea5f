import { lazy, Suspense } from "react";

import { useUsage } from "@/api";
import { useT } from "@/i18n";
import { Section } from "@/stage";
import { Skeleton } from "@/ui";
import { More } from "./More";

/** Loaded once there is something to show: a first page has none. */
const Figures = lazy(() => import("./Figures").then((module) => ({ default: module.Figures })));

/** What the last days took, in the five figures of Insights; before anything ran there is nothing to say. */
export function Usage() {
  const t = useT();
  const { data } = useUsage();
  if (data === undefined || data.runs === 0) return null;
  return (
    <Section title={t("home.usage", { count: data.days })} aside={<More href="/insights" words={t("insights.title")} />}>
      <Suspense fallback={<Skeleton className="h-18 rounded-lg" />}>
        <Figures days={data.days} />
      </Suspense>
    </Section>
  );
}
