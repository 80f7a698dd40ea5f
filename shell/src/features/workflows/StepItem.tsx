import { Bot, type LucideIcon, Repeat, Split, UserRound, Workflow, Wrench } from "lucide-react";

import { type Step, useCapabilities, usePersonas, type WorkflowStepPreview } from "@/api";
import { capabilityTitle, EffectBadge } from "@/catalog";
import { titleOf } from "@/graphs";
import { nameOf, useI18n } from "@/i18n";
import { Way } from "@/stage";
import { Badge, classes } from "@/ui";
import { spoken, type StepLine } from "./steps";

const ICONS: Readonly<Record<Step["kind"], LucideIcon>> = { call: Wrench, agent: Bot, condition: Split, workflow: Workflow, human: UserRound };

interface StepItemProps {
  readonly line: StepLine;
  /** How it would run, as the server sees it. */
  readonly seen: WorkflowStepPreview | undefined;
}

/** One step in words: what it does, after what, on which condition, and where a person is asked. */
export function StepItem({ line: { step, depth, after }, seen }: StepItemProps) {
  const { t } = useI18n();
  const Icon = ICONS[step.kind];
  return (
    <li style={{ paddingLeft: `${16 + Math.min(depth, 4) * 20}px` }} className="flex items-start gap-3 py-2.5 pr-4 text-sm">
      <span className="mt-px inline-flex size-6 shrink-0 items-center justify-center rounded-md border border-line bg-panel text-muted">
        <Icon aria-hidden className="size-3.5" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-fg">
          <span className={classes("break-words", seen?.disabled && "text-muted")}>{titleOf(step)}</span>
          {seen?.effect && <EffectBadge effect={seen.effect} />}
          {seen?.disabled && <Badge>{t("canvas.off")}</Badge>}
          {step.repeat && (
            <Badge>
              <Repeat aria-hidden className="size-3" />
              {step.repeat.count ? t("workflows.step.times", { count: step.repeat.count }) : t("workflows.step.each")}
            </Badge>
          )}
          {step.interrupt?.before && <Badge tone="warn">{t("workflows.step.before")}</Badge>}
          {step.interrupt?.after && <Badge tone="warn">{t("workflows.step.after")}</Badge>}
          {seen?.asks && !seen.disabled && !step.interrupt && step.kind !== "human" && <Badge tone="warn">{t("workflows.step.asks")}</Badge>}
        </p>
        <p className="line-clamp-2 text-xs break-words text-muted">
          <What step={step} />
        </p>
        {after.length > 0 && <p className="text-xs break-words text-muted">{t("workflows.step.follows", { steps: after.join(", ") })}</p>}
        {step.when && step.kind !== "condition" && (
          <p className="text-xs break-words text-muted">
            {t("workflows.step.when")} <code className="font-mono">{step.when}</code>
          </p>
        )}
      </div>
    </li>
  );
}

function What({ step }: { readonly step: Step }) {
  const { t, locale } = useI18n();
  const { data: capabilities = [] } = useCapabilities();
  const { data: agents = [] } = usePersonas();
  switch (step.kind) {
    case "call": {
      const found = capabilities.find(({ name }) => name === step.call?.capability);
      return found ? <Way href={`/capabilities/${found.name}`}>{capabilityTitle(found, locale)}</Way> : step.call?.capability;
    }
    case "agent": {
      const found = agents.find(({ id }) => id === step.agent);
      const name = found ? nameOf(found, t) : (step.agent ?? t("persona.assistant"));
      return t("workflows.step.agent", { name, prompt: spoken(step.prompt ?? "") });
    }
    case "human":
      return t("workflows.step.human", { question: spoken(step.question?.message ?? "") });
    case "condition":
      return <code className="font-mono">{step.when}</code>;
    case "workflow":
      return step.workflow ? <Way href={`/workflows/${step.workflow}`}>{t("workflows.step.workflow", { name: step.workflow })}</Way> : t("workflows.step.inside");
  }
}
