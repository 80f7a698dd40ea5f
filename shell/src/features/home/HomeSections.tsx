import { type Home, useSettings } from "@/api";
import { factsOf } from "@/catalog";
import { useI18n } from "@/i18n";
import { isFinal, RunRow, StopButton } from "@/runs";
import { Rows, Section } from "@/stage";
import { ForeignText, RelativeTime, Row, StatusDot } from "@/ui";
import { AppNews } from "./AppNews";
import { Artifacts } from "./Artifacts";
import { FirstSteps } from "./FirstSteps";
import { More } from "./More";
import { Projects } from "./Projects";
import { Ideas } from "./Ideas";
import { Usage } from "./Usage";
import { useAppNews } from "./useAppNews";
import { isFresh } from "./summary";

/** The project of who has none. */
const HOME = "home";

/** The parts of home, only those that have something to say. */
export function HomeSections({ home }: { readonly home: Home }) {
  const { t } = useI18n();
  const running = home.running.filter((run) => run.status !== "waiting");
  const recent = home.recent.filter(isFinal).slice(0, 6);
  const fresh = isFresh(home);
  const told = useAppNews();
  const { data: settings } = useSettings();
  const purpose = settings?.value.desktop.purpose;
  const { asks } = factsOf(purpose);
  // Who works on code is offered what is in the project they made last.
  const project = purpose === "code" ? home.projects.find(({ id }) => id !== HOME)?.id : undefined;
  // An app that is empty says its own first sentences.
  const began = !told.some(({ app, news }) => app === asks && news?.data?.is_empty);
  return (
    <>
      {home.pending.length > 0 && (
        <Section title={t("home.waiting")} aside={<More href="/approvals" words={t("home.waiting.all")} />}>
          <Rows>
            {home.pending.slice(0, 5).map((approval) => (
              <Row
                key={approval.id}
                href={`/approvals/${approval.id}`}
                leading={<StatusDot status="wait" label={t("status.waiting")} />}
                title={<ForeignText still place={approval.kind === "exec" ? "code" : "prose"}>{approval.title}</ForeignText>}
                trailing={<RelativeTime iso={approval.created_at} />}
              />
            ))}
          </Rows>
        </Section>
      )}
      {running.length > 0 && (
        <Section title={t("home.running")}>
          <Rows>
            {running.map((run) => (
              <RunRow key={run.id} run={run} actions={<StopButton run={run} />} />
            ))}
          </Rows>
        </Section>
      )}
      {told.map(({ app, name, news }) => news && <AppNews key={app} app={app} name={name} news={news} />)}
      {settings !== undefined && began && (
        <Section title={t("home.ideas")}>
          <Ideas app={asks} project={project} />
        </Section>
      )}
      <FirstSteps home={home} />
      {(home.projects.length > 1 || !fresh) && <Projects projects={home.projects} />}
      {home.artifacts.length > 0 && <Artifacts artifacts={home.artifacts} />}
      <Section
        title={t("home.recent")}
        aside={recent.length > 0 && <More href="/activity" words={t("home.recent.all")} />}
      >
        {recent.length > 0 ? (
          <Rows>
            {recent.map((run) => (
              <RunRow key={run.id} run={run} detail={<RelativeTime iso={run.started_at} />} />
            ))}
          </Rows>
        ) : (
          <p className="rounded-lg border border-dashed border-line-strong px-4 py-5 text-center text-sm text-muted">
            {t("home.recent.empty")}
          </p>
        )}
      </Section>
      <Usage />
    </>
  );
}
