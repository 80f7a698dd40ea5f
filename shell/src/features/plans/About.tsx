import type { ReactNode } from "react";

import type { Plan } from "@/api";
import { useT } from "@/i18n";
import { EditableText } from "@/plans/EditableText";
import { setField } from "@/plans/editing";
import { Risks } from "@/plans/Risks";
import { Section } from "@/stage";
import { Badge, Card } from "@/ui";
import type { Editor } from "./useEditor";

interface AboutProps {
  readonly plan: Plan;
  readonly editor: Editor;
  readonly editable: boolean;
}

const listed = (text: string) => text.split("\n").map((line) => line.trim()).filter((line) => line !== "");

/** What the plan is for, how one sees that it worked, what it takes for true, and what could go wrong. */
export function About({ plan, editor, editable }: AboutProps) {
  const t = useT();
  const { assumptions, files_analyzed, rules } = plan.context;
  const answered = plan.clarifications.filter(({ status }) => status === "answered");
  return (
    <>
      <Part title={t("plans.path.goal")}>
        <EditableText
          label={t("plans.path.title")}
          value={plan.title}
          version={plan.version}
          disabled={!editable}
          onSave={(title, version) => editor.edit(setField("title", title), version)}
          className="text-sm font-medium"
        />
        <EditableText
          optional
          label={t("plans.path.goal")}
          placeholder={t("plans.goal.none")}
          value={plan.goal}
          version={plan.version}
          disabled={!editable}
          onSave={(goal, version) => editor.edit(setField("goal", goal), version)}
          className="text-sm"
        />
      </Part>
      <Part title={t("plans.path.success_criteria")}>
        <EditableText
          optional
          label={t("plans.path.success_criteria")}
          placeholder={t("plans.criteria.none")}
          value={plan.success_criteria.join("\n")}
          version={plan.version}
          disabled={!editable}
          onSave={(text, version) => editor.edit(setField("success_criteria", listed(text)), version)}
          className="text-sm"
        />
      </Part>
      {plan.risks.length > 0 && (
        <Part title={t("plans.risks")}>
          <Risks risks={plan.risks} />
        </Part>
      )}
      {assumptions.length > 0 && (
        <Part title={t("plans.assumptions")}>
          <ul className="flex flex-col gap-1.5 text-sm">
            {assumptions.map(({ text, critical, confirmed }) => (
              <li key={text} className="break-words">
                {text} {critical && !confirmed && <Badge tone="warn">{t("plans.unconfirmed")}</Badge>}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {answered.length > 0 && (
        <Part title={t("plans.answers")}>
          <dl className="flex flex-col gap-2 text-sm">
            {answered.map(({ id, question, answer, answered_by }) => (
              <div key={id}>
                <dt className="break-words text-muted">{question}</dt>
                <dd className="break-words">
                  {answer} {answered_by === "default" && <Badge>{t("plans.decided.default")}</Badge>}
                </dd>
              </div>
            ))}
          </dl>
        </Part>
      )}
      {files_analyzed.length + rules.length > 0 && (
        <Part title={t("plans.looked")}>
          <ul className="flex flex-col font-mono text-2xs leading-4 text-muted">
            {[...rules, ...files_analyzed].map((path) => (
              <li key={path} className="break-all">
                {path}
              </li>
            ))}
          </ul>
        </Part>
      )}
    </>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Section title={title}>
      <Card className="flex flex-col gap-1 px-4 py-3">{children}</Card>
    </Section>
  );
}
