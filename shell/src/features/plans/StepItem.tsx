import { ArrowDown, ArrowUp, GripVertical, Trash2 } from "lucide-react";

import type { CardStep, Feedback, PlanStep } from "@/api";
import { EffectBadge, EFFECTS } from "@/catalog";
import { useT } from "@/i18n";
import { EditableText } from "@/plans/EditableText";
import { dropStep, setStep, type StepField } from "@/plans/editing";
import { Findings } from "@/plans/Findings";
import { StepCheck } from "@/plans/StepCheck";
import { StepFunction } from "@/plans/StepFunction";
import { StepMark } from "@/plans/StepMark";
import type { StepsNow } from "@/plans/useStepsNow";
import { wordsOf } from "@/runs";
import type { Reorder } from "@/stage";
import { Badge, classes, CopyButton, MenuButton } from "@/ui";
import { StepMore } from "./StepMore";
import type { Editor } from "./useEditor";

interface StepItemProps {
  readonly step: PlanStep;
  readonly number: number;
  /** The step as it stands on the card. */
  readonly told: CardStep | undefined;
  readonly findings: readonly Feedback[];
  readonly now: StepsNow;
  readonly order: Reorder;
  readonly editor: Editor;
  readonly editable: boolean;
}

/** One step: what is done, on which file, how one sees it is done, and what the critic says about it. */
export function StepItem({ step, number, told, findings, now, order, editor, editable }: StepItemProps) {
  const t = useT();
  const { version } = editor.plan;
  const effect = EFFECTS.find((each) => each === told?.effect);
  const error = now.viewOf(step.id)?.error;
  const save = (field: StepField) => (value: string, seen: number) => editor.edit(setStep(step.id, field, value), seen);
  return (
    <li
      data-step={step.id}
      data-reorder={step.id}
      tabIndex={0}
      aria-label={t("plans.step.label", { number, title: step.title })}
      aria-keyshortcuts={editable ? "Alt+ArrowUp Alt+ArrowDown" : undefined}
      onKeyDown={(event) => order.onKeyDown(event, step.id)}
      className={classes(
        "group/step relative flex items-start gap-2 py-3 pr-2 pl-1.5 text-sm -outline-offset-2 first:rounded-t-lg",
        order.dragged === step.id && "opacity-50",
        order.landing === step.id && "before:absolute before:inset-x-0 before:-top-px before:h-0.5 before:bg-accent",
      )}
    >
      {editable ? (
        <span {...order.grip(step.id)} title={t("plans.step.drag")} className="mt-0.5 cursor-grab text-muted opacity-40 group-hover/step:opacity-100 active:cursor-grabbing">
          <GripVertical aria-hidden className="size-4" />
        </span>
      ) : (
        <span className="w-2" />
      )}
      <StepMark status={now.statusOf(step.id)} className="mt-[3px]" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex items-start gap-1.5">
          <span className="font-medium text-muted tabular-nums">{number}.</span>
          <div className="min-w-0 flex-1">
            <EditableText label={t("plans.field.title")} value={step.title} version={version} disabled={!editable} onSave={save("title")} className="font-medium" />
          </div>
        </div>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
          {told ? <StepFunction step={told} app={editor.plan.app} /> : <span>{t(`plans.kind.${step.kind}`)}</span>}
          {effect && <EffectBadge effect={effect} />}
          {step.file && (
            <span className="inline-flex min-w-0 items-center gap-0.5">
              <code className="min-w-0 font-mono text-2xs break-all">
                {step.file}
                {step.line_start !== null && `:${step.line_start}${step.line_end === null ? "" : `-${step.line_end}`}`}
              </code>
              <CopyButton text={step.file} label={t("plans.path.copy")} />
            </span>
          )}
          {step.dependencies.length > 0 && <span>{t("plans.step.after", { steps: step.dependencies.join(", ") })}</span>}
          {(step.approval === "before" || told?.asks) && <Badge tone="warn">{t("plans.step.asks")}</Badge>}
        </p>
        <EditableText
          optional
          label={t("plans.field.description")}
          placeholder={t("plans.description.none")}
          value={step.description}
          version={version}
          disabled={!editable}
          onSave={save("description")}
        />
        <div className="flex items-start gap-1.5 text-xs text-muted empty:hidden">
          {(editable || step.validation) && (
            <>
              <span className="shrink-0 leading-5">{t("plans.step.check")}</span>
              <EditableText
                optional
                label={t("plans.field.validation")}
                placeholder={t("plans.validation.none")}
                value={step.validation}
                version={version}
                disabled={!editable}
                onSave={save("validation")}
                className="leading-5"
              />
            </>
          )}
        </div>
        {told?.check != null && <StepCheck command={told.check} />}
        {error && <p className="text-xs break-words text-bad-text">{wordsOf(error, t)}</p>}
        <Findings findings={findings} label={t("plans.findings.step", { number })} plan={editable ? editor.plan.id : undefined} className="mt-1 rounded-md bg-hover px-2.5 py-2" />
        <StepMore step={step} editor={editor} editable={editable} />
      </div>
      {editable && (
        <MenuButton
          size="sm"
          label={t("plans.step.menu", { title: step.title })}
          items={[
            { id: "up", label: t("plans.step.up"), icon: ArrowUp, onSelect: () => order.move(step.id, "up") },
            { id: "down", label: t("plans.step.down"), icon: ArrowDown, onSelect: () => order.move(step.id, "down") },
            { id: "drop", label: t("plans.step.drop"), icon: Trash2, danger: true, separated: true, onSelect: () => editor.edit(dropStep(step.id)) },
          ]}
        />
      )}
    </li>
  );
}
