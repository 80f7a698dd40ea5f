import { useT } from "@/i18n";
import { Section } from "@/stage";
import { Chip, Field, NumberField, Select } from "@/ui";
import type { PartProps } from "./TeamForm";
import { useMembers } from "./useMembers";

/** Who reviews, who is asked when somebody fails, and how far an ask may go. */
export function LimitsPart({ draft, onChange }: PartProps) {
  const t = useT();
  const { called } = useMembers();
  const members = draft.agents.map(({ agent }) => ({ value: agent, label: called(agent) }));
  const { review } = draft;
  const fallback = draft.fallback ?? [];
  const free = members.filter(({ value }) => !fallback.includes(value));
  const reviewBy = (reviewer: string) =>
    onChange({ ...draft, review: reviewer === "" ? null : { min_score: review?.min_score ?? 0.8, rounds: review?.rounds ?? 3, reviewer } });
  return (
    <>
      <Section title={t("teams.part.review")}>
        <Select
          label={t("teams.part.review.who")}
          value={review?.reviewer ?? ""}
          options={[{ value: "", label: t("teams.part.review.nobody") }, ...members]}
          onChange={reviewBy}
        />
        {review && (
          <div className="flex flex-wrap gap-4">
            <Field label={t("teams.part.review.score")}>
              {(ids) => (
                <NumberField {...ids} min={0} max={100} step={5} value={Math.round((review.min_score ?? 0.8) * 100)} onChange={(score) => onChange({ ...draft, review: { ...review, min_score: (score ?? 80) / 100 } })} />
              )}
            </Field>
            <Field label={t("teams.part.review.rounds")}>
              {(ids) => <NumberField {...ids} min={1} max={10} value={review.rounds ?? 3} onChange={(rounds) => onChange({ ...draft, review: { ...review, rounds: rounds ?? 3 } })} />}
            </Field>
          </div>
        )}
      </Section>
      <Section title={t("teams.part.fallback")}>
        <div className="flex flex-wrap items-center gap-1.5">
          {fallback.map((agent) => (
            <Chip key={agent} label={called(agent)} onRemove={() => onChange({ ...draft, fallback: fallback.filter((each) => each !== agent) })} />
          ))}
        </div>
        {free.length > 0 && (
          <Select label={t("teams.part.fallback.add")} placeholder={t("teams.part.fallback.add")} value="" options={free} onChange={(agent) => onChange({ ...draft, fallback: [...fallback, agent] })} />
        )}
        {fallback.length > 1 && (
          <Select
            label={t("teams.part.fallback.by")}
            value={draft.fallback_by ?? "order"}
            options={(["order", "success"] as const).map((value) => ({ value, label: t(`teams.fallback.${value}`) }))}
            onChange={(order) => onChange({ ...draft, fallback_by: order })}
          />
        )}
      </Section>
      <Section title={t("teams.part.limits")}>
        <div className="flex flex-wrap gap-4">
          <Field label={t("teams.part.rounds")}>
            {(ids) => <NumberField {...ids} min={1} max={30} value={draft.limits?.rounds ?? 8} onChange={(rounds) => onChange({ ...draft, limits: { budget: draft.limits?.budget ?? null, rounds: rounds ?? 8 } })} />}
          </Field>
          <Field label={t("teams.part.instances")}>
            {(ids) => <NumberField {...ids} min={1} max={32} value={draft.instances ?? 1} onChange={(instances) => onChange({ ...draft, instances: instances ?? 1 })} />}
          </Field>
        </div>
      </Section>
    </>
  );
}
