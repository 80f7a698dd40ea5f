import type { RunDetail } from "@/api";
import { Proposals } from "@/decisions";
import { useT } from "@/i18n";
import { isGuarded, Timeline, useRunEvents } from "@/runs";
import { Section } from "@/stage";
import { Changes } from "./Changes";
import { Facts } from "./Facts";
import { SubRuns } from "./SubRuns";

/** The parts of a run's page. */
export function RunSections({ detail }: { readonly detail: RunDetail }) {
  const t = useT();
  const events = useRunEvents(detail);
  return (
    <>
      <Facts run={detail.run} />
      <Proposals atHome run={detail.run.id} isProtected={isGuarded(detail.run)} />
      <Changes detail={detail} />
      <SubRuns detail={detail} />
      <Section title={t("activity.timeline")}>
        <Timeline events={events} />
      </Section>
    </>
  );
}
