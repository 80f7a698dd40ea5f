import { type MemoryItem, usePersonas, useRun } from "@/api";
import { nameOf, useI18n } from "@/i18n";
import { titleOf } from "@/runs";
import { Fact, Rows, Section, Way } from "@/stage";
import { RelativeTime } from "@/ui";
import { runOf } from "./memory";
import { useWhere } from "./useWhere";

/** Where a memory came from, since when, and where it counts. */
export function Origin({ item }: { readonly item: MemoryItem }) {
  const { t, format } = useI18n();
  const where = useWhere();
  const run = runOf(item);
  return (
    <Section title={t("memory.origin")}>
      <Rows>
        {run === null ? <Fact name={t("memory.origin.from")}>{t("memory.origin.you")}</Fact> : <FromRun id={run} />}
        <Fact name={t("memory.where")}>{where(item)}</Fact>
        <Fact name={t("memory.when")}>
          {format.moment(item.created_at)} <RelativeTime iso={item.created_at} className="ml-1.5 text-muted" />
        </Fact>
        {item.replaces && (
          <Fact name={t("memory.replaces")}>
            {item.replaces.content} <RelativeTime iso={item.replaces.created_at} className="ml-1.5 text-muted" />
          </Fact>
        )}
        {item.expires_at !== null && <Fact name={t("memory.expires")}>{format.moment(item.expires_at)}</Fact>}
      </Rows>
    </Section>
  );
}

/** The run it was noted in, who noted it, and the conversation around it. */
function FromRun({ id }: { readonly id: string }) {
  const { t } = useI18n();
  const { data: detail } = useRun(id);
  const { data: agents = [] } = usePersonas();
  const run = detail?.run;
  const agent = agents.find((each) => each.id === run?.agent);
  return (
    <>
      <Fact name={t("memory.origin.from")}>
        <Way href={`/activity/${id}`}>
          {run ? t("memory.origin.run", { title: titleOf(run, t) }) : t("memory.origin.unknown")}
        </Way>
      </Fact>
      {agent && (
        <Fact name={t("memory.origin.agent")}>
          <Way href={`/agents/${agent.id}`}>{nameOf(agent, t)}</Way>
        </Fact>
      )}
      {run?.session_id && (
        <Fact name={t("memory.origin.conversation")}>
          <Way href={`/?chat=${run.session_id}`}>{t("memory.origin.conversation.link")}</Way>
        </Fact>
      )}
    </>
  );
}
