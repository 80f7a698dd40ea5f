import type { RunDetail } from "@/api";
import { useT } from "@/i18n";
import { RunRow } from "@/runs";
import { Rows, Section } from "@/stage";
import { Changes } from "./Changes";
import { Facts } from "./Facts";
import { Timeline } from "./Timeline";
import { useRunEvents } from "./useRunEvents";

/** The parts of a run's page. */
export function RunSections({ detail }: { readonly detail: RunDetail }) {
  const t = useT();
  const events = useRunEvents(detail);
  return (
    <>
      <Facts run={detail.run} />
      <Changes detail={detail} />
      {detail.children.length > 0 && (
        <Section title={t("activity.children")}>
          <Rows>
            {detail.children.map((child) => (
              <RunRow key={child.id} run={child} detail={child.agent} />
            ))}
          </Rows>
        </Section>
      )}
      <Section title={t("activity.timeline")}>
        <Timeline events={events} />
      </Section>
    </>
  );
}
