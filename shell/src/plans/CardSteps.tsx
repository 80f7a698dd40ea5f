import type { CardStep, PlanCard } from "@/api";
import { EffectBadge, EFFECTS } from "@/catalog";
import { useT } from "@/i18n";
import { wordsOf } from "@/runs";
import { Fold } from "@/stage";
import { Badge, ForeignText } from "@/ui";
import { Params } from "./Params";
import { StepCheck } from "./StepCheck";
import { StepFunction } from "./StepFunction";
import { StepMark } from "./StepMark";
import type { StepsNow } from "./useStepsNow";
import { Words } from "./Words";

interface CardStepsProps {
  readonly card: PlanCard;
  readonly now: StepsNow;
  /** The app the plan belongs to. */
  readonly app?: string;
}

/** What would be done, step by step: with what, how often, and folded away why and with which values. */
export function CardSteps({ card, now, app }: CardStepsProps) {
  const t = useT();
  return (
    <>
      <h4 className="border-t border-line px-3.5 pt-2.5 pb-1.5 text-xs font-semibold tracking-wide text-muted uppercase">{t("plans.card.steps")}</h4>
      <ol aria-label={t("plans.card.steps")} className="divide-y divide-line border-b border-line">
        {card.steps.map((step) => (
          <Item key={step.id} step={step} now={now} app={app} />
        ))}
      </ol>
    </>
  );
}

function Item({ step, now, app }: { readonly step: CardStep; readonly now: StepsNow; readonly app: string | undefined }) {
  const t = useT();
  const { error, done, total } = now.viewOf(step.id) ?? {};
  const effect = EFFECTS.find((each) => each === step.effect);
  const names = [...new Set(Object.values(step.names))];
  // What a step does to the world is never folded away.
  const acts = effect !== undefined && effect !== "read" && effect !== "navigate";
  const folded = (!acts && Object.keys(step.params).length > 0) || step.rationale !== "" || step.validation !== "";
  return (
    <li data-step={step.id} className="flex items-start gap-2.5 px-3.5 py-2 text-sm">
      <StepMark status={now.statusOf(step.id)} className="mt-[3px]" />
      <div className="min-w-0 flex-1">
        <p className="break-words text-fg">
          <span className="text-muted tabular-nums">{step.number}.</span> <ForeignText>{step.title}</ForeignText>
        </p>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-1.5 gap-y-1 text-xs text-muted">
          <StepFunction step={step} app={app} />
          {total != null && total > 1 && <span className="tabular-nums">{`${done ?? 0}/${total}`}</span>}
          {effect && <EffectBadge effect={effect} />}
          {step.asks && <Badge tone="warn">{t("plans.step.asks")}</Badge>}
          {names.length > 0 && <span className="break-words"><ForeignText>{names.join(", ")}</ForeignText></span>}
        </p>
        {step.check !== null && <StepCheck command={step.check} />}
        {error && <p className="mt-1 text-xs break-words text-bad-text">{wordsOf(error, t)}</p>}
        {acts && <Params params={step.params} names={step.names} />}
        {folded && (
          <div className="mt-1">
            <Fold title={t("plans.step.more")}>
              <Details step={step} params={!acts} />
            </Fold>
          </div>
        )}
      </div>
    </li>
  );
}

function Details({ step, params }: { readonly step: CardStep; readonly params: boolean }) {
  const t = useT();
  return (
    <div className="flex flex-col gap-2 pb-1 text-xs">
      {step.rationale && (
        <p className="break-words text-muted">
          <span className="font-medium text-fg">{t("plans.step.why")}</span> <Words>{step.rationale}</Words>
        </p>
      )}
      {step.validation && (
        <p className="break-words text-muted">
          <span className="font-medium text-fg">{t("plans.step.check")}</span> <Words>{step.validation}</Words>
        </p>
      )}
      {params && <Params params={step.params} names={step.names} />}
    </div>
  );
}
