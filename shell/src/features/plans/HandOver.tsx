import { type FormEvent, useId, useState } from "react";
import { useLocation } from "wouter";

import { type PlanView, usePersonas, useRunPlan } from "@/api";
import { nameOf, useT } from "@/i18n";
import { CardFacts } from "@/plans/CardFacts";
import { Trouble } from "@/stage";
import { announce } from "@/state";
import { Button, Dialog, Field, RadioGroup, Select } from "@/ui";

interface HandOverProps {
  readonly view: PlanView;
  readonly onClose: () => void;
}

/** Hands a plan to an agent: whose hands, and whether all of it, one step, or up to a step. */
export function HandOver({ view: { plan, card }, onClose }: HandOverProps) {
  const t = useT();
  const form = useId();
  const [, go] = useLocation();
  const { data: agents = [] } = usePersonas();
  const [agent, setAgent] = useState("");
  const [part, setPart] = useState<"all" | "step" | "until">("all");
  const [step, setStep] = useState(plan.steps[0]?.id ?? "");
  const { mutate, isPending, error } = useRunPlan(plan.id);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate(
      { card, agent: agent || undefined, step: part === "step" ? step : undefined, until: part === "until" ? step : undefined },
      {
        onSuccess: (run, here) => {
          announce(t("plans.told.execute", { title: plan.title }));
          if (here) go(`/runs/${run.id}`);
        },
      },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("plans.hand.title")}
      about={t("plans.hand.about")}
      footer={
        <>
          <Button onClick={onClose}>{t("words.cancel")}</Button>
          <Button type="submit" form={form} tone="primary" busy={isPending}>
            {t("plans.execute")}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-4">
        {error && <Trouble error={error} />}
        <Field label={t("plans.hand.agent")}>
          {(ids) => (
            <Select
              {...ids}
              value={agent}
              onChange={setAgent}
              options={[{ value: "", label: t("plans.hand.own") }, ...agents.map((each) => ({ value: each.id, label: nameOf(each, t) }))]}
            />
          )}
        </Field>
        <RadioGroup
          label={t("plans.hand.part")}
          value={part}
          onChange={setPart}
          options={[
            { value: "all", label: t("plans.hand.all") },
            { value: "step", label: t("plans.hand.step") },
            { value: "until", label: t("plans.hand.until") },
          ]}
        />
        {part !== "all" && (
          <Select
            label={t("plans.hand.which")}
            value={step}
            onChange={setStep}
            options={plan.steps.map((each, index) => ({ value: each.id, label: `${index + 1}. ${each.title}` }))}
          />
        )}
        <CardFacts card={card} />
      </form>
    </Dialog>
  );
}
