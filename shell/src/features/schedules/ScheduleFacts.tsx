import { type ScheduleView, usePersonas, useProjects, useWorkflow } from "@/api";
import { nameOf, projectNameOf, useI18n } from "@/i18n";
import { NextTime, zoneName } from "@/schedules";
import { Fact, Rows, Section, Way } from "@/stage";
import { Card, Markdown } from "@/ui";

/** What a schedule does, where, and by which rules. */
export function ScheduleFacts({ view }: { readonly view: ScheduleView }) {
  const { t, format } = useI18n();
  const { schedule } = view;
  const { data: agents = [] } = usePersonas();
  const { data: projects = [] } = useProjects();
  const { data: workflow } = useWorkflow(schedule.workflow ?? undefined);
  const agent = agents.find(({ id }) => id === schedule.agent);
  const project = projects.find((each) => each.project.id === schedule.project)?.project;
  return (
    <>
      {schedule.prompt && (
        <Section title={t("schedules.prompt.asked")}>
          <Card className="px-4 py-3 text-sm break-words">
            <Markdown>{schedule.prompt}</Markdown>
          </Card>
        </Section>
      )}
      {schedule.heartbeat && <p className="text-sm text-muted">{t("schedules.heartbeat.about")}</p>}
      <Rows>
        <Fact name={t("schedules.due")}>
          <NextTime view={view} />
        </Fact>
        {schedule.interval_s == null && <Fact name={t("schedules.zone")}>{zoneName(schedule.timezone)}</Fact>}
        {schedule.workflow != null && (
          <Fact name={t("schedules.workflow")}>
            <Way href={`/workflows/${schedule.workflow}`}>{workflow?.title ?? schedule.workflow}</Way>
          </Fact>
        )}
        {schedule.prompt != null && <Fact name={t("schedules.agent")}>{agent ? nameOf(agent, t) : (schedule.agent ?? t("schedules.agent.any"))}</Fact>}
        {project && (
          <Fact name={t("schedules.project")}>
            <Way href={`/projects/${project.id}/schedules`}>{projectNameOf(project, t)}</Way>
          </Fact>
        )}
        {schedule.conversation != null && (
          <Fact name={t("schedules.conversation")}>
            <Way href={`/?chat=${schedule.conversation}`}>{t("words.open")}</Way>
          </Fact>
        )}
        <Fact name={t("schedules.missed")}>{t(`schedules.missed.${schedule.missed}`)}</Fact>
        <Fact name={t("schedules.overlap")}>{t(`schedules.overlap.${schedule.overlap}`)}</Fact>
        {schedule.budget && (
          <Fact name={t("schedules.budget")}>
            {t("schedules.budget.words", { cost: format.money(schedule.budget.max_cost), time: format.duration(schedule.budget.max_seconds * 1_000) })}
          </Fact>
        )}
        <Fact name={t("schedules.by")}>{t(schedule.created_by === "agent" ? "schedules.by.agent" : "schedules.by.user")}</Fact>
      </Rows>
    </>
  );
}
