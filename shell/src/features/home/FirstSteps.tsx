import { ArrowRight, X } from "lucide-react";
import { useLocation } from "wouter";

import type { Home } from "@/api";
import { useT } from "@/i18n";
import { Section } from "@/stage";
import { useComposer } from "@/state";
import { Card, IconButton } from "@/ui";
import { STEPS, type Step } from "./steps";
import { useSteps } from "./useSteps";

/** What somebody new has not tried yet, each with one click; gone when all is done. */
export function FirstSteps({ home }: { readonly home: Home }) {
  const t = useT();
  const [, navigate] = useLocation();
  const { shown, done, hide } = useSteps(home);
  if (!shown) return null;
  const begin: Readonly<Record<Step, () => void>> = {
    ask: () => useComposer.getState().fill(t("home.step.ask.words")),
    model: () => navigate("/models"),
    agent: () => navigate("/agents/new"),
    project: () => navigate("/projects?new"),
    file: () => useComposer.getState().begin({}),
    document: () => navigate("/knowledge"),
    undo: () => navigate("/history"),
  };
  return (
    <Section
      title={t("home.steps")}
      aside={
        <span className="flex items-center gap-1.5 text-muted tabular-nums">
          {t("home.steps.done", { count: done.length, all: STEPS.length })}
          <IconButton icon={X} size="sm" label={t("home.steps.hide")} side="left" onClick={hide} />
        </span>
      }
    >
      <Card className="overflow-hidden">
        <ol className="divide-y">
          {STEPS.filter((step) => !done.includes(step)).map((step) => (
            <li key={step}>
              <StepButton step={step} onBegin={begin[step]} />
            </li>
          ))}
        </ol>
      </Card>
    </Section>
  );
}

interface StepButtonProps {
  readonly step: Step;
  readonly onBegin: () => void;
}

function StepButton({ step, onBegin }: StepButtonProps) {
  const t = useT();
  return (
    <button
      type="button"
      onClick={onBegin}
      className="group flex min-h-[38px] w-full items-center gap-3 px-4 py-2 text-left text-sm -outline-offset-2 hover:bg-hover"
    >
      <span aria-hidden className="size-4 shrink-0 rounded-full border border-line-strong" />
      <span className="min-w-0 flex-1">
        <span className="mr-2 text-fg">{t(`home.step.${step}`)}</span>
        <span className="text-xs text-muted max-sm:block">{t(`home.step.${step}.about`)}</span>
      </span>
      <ArrowRight aria-hidden className="size-3.5 shrink-0 text-muted opacity-0 transition-opacity duration-100 group-hover:opacity-100 group-focus-visible:opacity-100" />
    </button>
  );
}
