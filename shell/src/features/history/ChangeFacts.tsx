import { type Change, useProjects } from "@/api";
import { projectNameOf, useI18n } from "@/i18n";
import { Fact, Rows, Way } from "@/stage";
import { RelativeTime } from "@/ui";
import { kindOf, pathOf, placeOf, verbOf } from "./history";
import { useWho } from "./useWho";

/** Who, when, where and how. */
export function ChangeFacts({ change }: { readonly change: Change }) {
  const { t, format } = useI18n();
  const who = useWho();
  const { data: projects = [] } = useProjects();
  const project = projects.find((each) => each.project.id === change.project)?.project;
  const thing = placeOf(change);
  return (
    <Rows label={t("history.facts")}>
      <Fact name={t("history.fact.who")}>
        {t(`history.by.${verbOf(change)}`, { who: who(change) })}
      </Fact>
      <Fact name={t("history.fact.when")}>
        {format.moment(change.ts)} <RelativeTime iso={change.ts} className="ml-1.5 text-muted" />
      </Fact>
      {(project || kindOf(change) === "file") && (
        <Fact name={t("history.fact.where")}>
          {project && <Way href={`/projects/${project.id}`}>{projectNameOf(project, t)}</Way>}
          {kindOf(change) === "file" && <span className="ml-2 font-mono text-xs break-all text-muted">{pathOf(change)}</span>}
        </Fact>
      )}
      {change.run !== null && (
        <Fact name={t("history.fact.run")}>
          <Way href={`/activity/${change.run}`}>{t("history.fact.run.link")}</Way>
        </Fact>
      )}
      {thing && (
        <Fact name={t("history.fact.thing")}>
          <Way href={thing}>{t("history.fact.thing.link")}</Way>
        </Fact>
      )}
    </Rows>
  );
}
