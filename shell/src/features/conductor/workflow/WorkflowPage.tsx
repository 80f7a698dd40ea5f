import { ArrowLeft, Play, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";

import { useConductor, type WorkflowDryRun, type WorkflowOutcome } from "@/api";
import { useT } from "@/i18n";
import { EnvironmentBand, Page, RowsSkeleton, Section, Trouble } from "@/stage";
import { Button, Checkbox, Field, Select } from "@/ui";
import { Notes } from "../Notes";
import { ConfirmEnvironment } from "../run/ConfirmEnvironment";
import { Refusal } from "../run/Refusal";
import { Asked } from "./Asked";
import { InputFields } from "./InputFields";
import { OutcomeLine } from "./OutcomeLine";
import { TaskRows } from "./TaskRows";
import { useWorkflowFile, type WorkflowForm } from "./useWorkflowFile";

/** A workflow file: what it would do in which order and under which policies, then running it, task by task. */
export function WorkflowPage({ file }: { readonly file: string }) {
  const t = useT();
  const form = useWorkflowFile(file);
  const { dry } = form;
  const back = (
    <Link href="/conductor" className="inline-flex items-center gap-1.5 rounded-sm text-sm text-muted hover:text-fg">
      <ArrowLeft aria-hidden className="size-4" />
      {t("conductor.back")}
    </Link>
  );
  return (
    <Page wide title={dry.data?.name || file} about={<span className="font-mono text-xs">{file}</span>} above={back}>
      {dry.data !== undefined ? (
        <Body form={form} plan={dry.data} />
      ) : dry.error ? (
        <Trouble error={dry.error} onRetry={() => void dry.refetch()} />
      ) : (
        <RowsSkeleton count={4} />
      )}
    </Page>
  );
}

function Body({ form, plan }: { readonly form: WorkflowForm; readonly plan: WorkflowDryRun }) {
  const t = useT();
  const { outcome } = form;
  const { data: view } = useConductor();
  const broken = plan.tasks.length === 0 && Object.keys(plan.inputs).length === 0;
  return (
    <>
      {plan.environment !== "" && (
        <EnvironmentBand name={[plan.environment, plan.project].filter(Boolean).join(" / ")} isProtected={plan.protected} className="-my-2 rounded-lg" />
      )}
      <Notes notes={plan.notes} home={view?.home} className="-my-2" />
      {broken && <p className="text-sm text-muted">{t("conductor.flow.broken")}</p>}
      {!broken && (
        <>
          <Section title={t(outcome ? "conductor.flow.result" : "conductor.flow.order")} about={outcome ? undefined : t("conductor.flow.order.about")}>
            {outcome && <OutcomeLine outcome={outcome} />}
            {outcome?.status === "waiting" && <Asked run={outcome.run} />}
            <TaskRows tasks={plan.tasks} results={outcome?.tasks ?? []} />
            {outcome && <Notes notes={outcome.success} />}
          </Section>
          <Section title={t(outcome ? "conductor.flow.again" : "conductor.flow.run")}>
            <div className="flex flex-col gap-4 rounded-lg border border-line bg-raised p-4 shadow-raised">
              <Refusal error={form.error} onTrusted={() => form.start()} />
              <InputFields inputs={plan.inputs} onGive={form.give} />
              <Field label={t("conductor.run.onwrite")} hint={form.onWrite === "as-written" ? undefined : t(`conductor.onwrite.${form.onWrite}.about`)}>
                {(ids) => (
                  <Select
                    {...ids}
                    value={form.onWrite}
                    onChange={form.setOnWrite}
                    options={[
                      { value: "as-written", label: t("conductor.flow.onwrite") },
                      ...(["fail", "propose", "ask", "apply"] as const).map((value) => ({ value, label: t(`conductor.onwrite.${value}`) })),
                    ]}
                    className="max-w-md"
                  />
                )}
              </Field>
              {plan.protected && (
                <>
                  <Checkbox checked={form.allow} onChange={form.setAllow} detail={t("conductor.run.allow.about")}>
                    {t("conductor.run.allow")}
                  </Checkbox>
                  <ConfirmEnvironment name={plan.environment} value={form.confirm} onChange={form.setConfirm} />
                </>
              )}
              <Actions form={form} plan={plan}>
                {outcome && isOver(outcome) && outcome.exit_code !== 0 && (
                  <Button icon={RotateCw} busy={form.busy} onClick={() => form.start({ resume: outcome.run })}>
                    {t("conductor.flow.resume")}
                  </Button>
                )}
              </Actions>
            </div>
          </Section>
        </>
      )}
    </>
  );
}

/** Whether nothing more happens by itself: a run that waits for a person goes on once it was answered. */
function isOver({ status, exit_code }: WorkflowOutcome): boolean {
  return exit_code !== null && status !== "waiting";
}

function Actions({ form, plan, children }: { readonly form: WorkflowForm; readonly plan: WorkflowDryRun; readonly children: ReactNode }) {
  const t = useT();
  const wrong = plan.notes.some(({ severity }) => severity === "error");
  const unsaid = plan.protected && form.confirm !== plan.environment;
  const running = form.outcome !== undefined && !isOver(form.outcome);
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {children}
      <Button tone="primary" icon={Play} busy={form.busy} disabled={wrong || unsaid || running} onClick={() => form.start()}>
        {t("conductor.flow.start")}
      </Button>
    </div>
  );
}
