import { Link } from "wouter";

import { useI18n } from "@/i18n";
import { Fact, Rows, Section } from "@/stage";
import { RelativeTime } from "@/ui";
import { isUnread, type Resident } from "../places";
import { Scope } from "../Scope";

/** What the manifest says, and what its scope reaches today. */
export function AgentFacts({ resident }: { readonly resident: Resident }) {
  const { t, format } = useI18n();
  const { agent, environment, project } = resident;
  return (
    <>
      {!isUnread(agent) && (
        <Section title={t("conductor.may")}>
          <Rows label={t("conductor.may")}>
            <Fact name={t("conductor.fact.scope")}>
              <span className="flex justify-end text-left">
                <Scope globs={agent.scope} />
              </span>
            </Fact>
            {agent.scope.length > 0 && <Reach resident={resident} />}
            <Fact name={t("conductor.fact.onwrite")}>{t(agent.on_write ? `conductor.onwrite.${agent.on_write}` : "conductor.onwrite.mode")}</Fact>
            <Fact name={t("conductor.fact.exec")}>{t(`conductor.exec.${agent.exec}`)}</Fact>
            <Fact name={t("conductor.fact.tools")}>
              <span className="font-mono text-xs break-words">{agent.tools.length === 0 ? t("conductor.tools.none") : agent.tools.join(", ")}</span>
            </Fact>
          </Rows>
        </Section>
      )}
      {agent.task && (
        <Section title={t("conductor.task")}>
          <p className="rounded-lg border border-line bg-raised px-4 py-3 text-sm break-words whitespace-pre-line text-fg shadow-raised">{agent.task.trim()}</p>
        </Section>
      )}
      <Section title={t("conductor.facts")}>
        <Rows label={t("conductor.facts")}>
          <Fact name={t("words.environment")}>{environment?.name ?? t("conductor.everywhere")}</Fact>
          {project && (
            <Fact name={t("conductor.fact.project")}>
              {project.key} <span className="block font-mono text-2xs break-all text-muted">{project.root}</span>
              {!project.exists && <span className="block text-xs text-warn-text">{t("conductor.folder.missing")}</span>}
            </Fact>
          )}
          <Fact name={t("conductor.fact.mode")}>{t(`conductor.mode.${agent.mode}`)}</Fact>
          <Fact name={t("conductor.fact.model")}>{[agent.provider, agent.model].filter(Boolean).join(" / ") || t("conductor.model.default")}</Fact>
          {agent.output && (
            <Fact name={t("conductor.fact.output")}>
              <span className="font-mono text-xs break-all">{agent.output}</span>
            </Fact>
          )}
          <Fact name={t("conductor.fact.home")}>
            <span className="font-mono text-2xs break-all">{agent.home}</span>
          </Fact>
          <Fact name={t("conductor.fact.turns")}>
            {format.number(agent.turns)}
            {agent.last_used && (
              <>
                {" · "}
                <RelativeTime iso={agent.last_used} />
              </>
            )}
          </Fact>
        </Rows>
      </Section>
    </>
  );
}

/** How many files the scope reaches today, and some of them. */
function Reach({ resident: { agent, project } }: { readonly resident: Resident }) {
  const { t } = useI18n();
  const rest = (agent.reaches ?? 0) - agent.examples.length;
  return (
    <Fact name={t("conductor.fact.reaches")}>
      {t("conductor.reaches", { count: agent.reaches ?? 0 })}
      {agent.examples.length > 0 && (
        <ul className="mt-1 flex flex-col font-mono text-2xs leading-6">
          {agent.examples.map((path) => (
            <li key={path} className="break-all">
              {project?.project != null ? (
                <Link href={`/files/${project.project}?${new URLSearchParams({ path })}`} className="rounded-sm text-accent-text underline-offset-2 hover:underline">
                  {path}
                </Link>
              ) : (
                path
              )}
            </li>
          ))}
          {rest > 0 && <li className="font-sans text-muted">{t("conductor.reaches.rest", { count: rest })}</li>}
        </ul>
      )}
    </Fact>
  );
}
