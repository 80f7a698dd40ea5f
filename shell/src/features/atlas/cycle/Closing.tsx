import { type FormEvent, useState } from "react";

import type { AtlasCompanyCard, AtlasCycleScore } from "@/api";
import { HandDialog } from "@/decisions";
import { useI18n, useT } from "@/i18n";
import { Rows, Section, useUndoToast } from "@/stage";
import { Button, Card, Checkbox, Field, Input } from "@/ui";
import { ItemRow } from "../pieces/ItemRow";
import { type NextCycle, nextOf, readScore } from "./scores";

interface ClosingProps {
  readonly company: AtlasCompanyCard;
  readonly data: AtlasCycleScore;
  readonly closed: boolean;
}

/** The objectives with their scores, what is carried over, and closing the cycle: seen first, then done. */
export function Closing({ company, data, closed }: ClosingProps) {
  const { t, locale } = useI18n();
  const told = useUndoToast();
  const { cycle, objectives, open } = data;
  const [own, setOwn] = useState<Readonly<Record<string, string>>>({});
  const [carried, setCarried] = useState<ReadonlySet<string>>(() => new Set(open.map(({ id }) => id)));
  const [next, setNext] = useState<NextCycle>(() => nextOf(cycle));
  const [closing, close] = useState(false);
  const written = (id: string) => own[id] ?? data.scores[id]?.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 2 }) ?? "";
  const wrong = Object.values(own).some((text) => text.trim() !== "" && readScore(text) === null);
  const scores = Object.fromEntries(Object.entries(own).flatMap(([id, text]) => (readScore(text) === null ? [] : [[id, readScore(text)]])));
  const params = {
    company: company.id,
    cycle: cycle.id,
    ...(Object.keys(scores).length > 0 ? { scores } : {}),
    ...(carried.size > 0 ? { carry_over: [...carried], next_name: next.name, next_start: next.start, next_end: next.end } : {}),
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!wrong) close(true);
  };
  const pick = (id: string, chosen: boolean) => setCarried(new Set(chosen ? [...carried, id] : [...carried].filter((each) => each !== id)));
  return (
    <form onSubmit={submit} className="flex flex-col gap-6">
      <Section title={t("atlas.cycle.objectives")}>
        {objectives.length === 0 ? (
          <Card className="px-4 py-3 text-sm text-muted">{t("atlas.cycle.none")}</Card>
        ) : (
          <Rows label={t("atlas.cycle.objectives")}>
            {objectives.map((item) => (
              <ItemRow
                key={item.id}
                item={item}
                trailing={
                  <Input
                    value={written(item.id)}
                    readOnly={closed}
                    inputMode="decimal"
                    placeholder="–"
                    aria-label={t("atlas.cycle.score.of", { title: item.title })}
                    aria-invalid={(own[item.id] ?? "").trim() !== "" && readScore(own[item.id] ?? "") === null ? true : undefined}
                    onChange={(event) => setOwn({ ...own, [item.id]: event.target.value })}
                    className="w-14 text-center tabular-nums"
                  />
                }
              />
            ))}
          </Rows>
        )}
      </Section>
      {!closed && (
        <>
          <Section title={t("atlas.cycle.open")} about={open.length === 0 ? t("atlas.cycle.open.none") : t("atlas.cycle.open.about")}>
            {open.length > 0 && (
              <Rows label={t("atlas.cycle.open")}>
                <div className="px-4 py-2">
                  <Checkbox
                    checked={carried.size === 0 ? false : carried.size === open.length ? true : "some"}
                    onChange={(all) => setCarried(new Set(all ? open.map(({ id }) => id) : []))}
                  >
                    {t("atlas.cycle.all")}
                  </Checkbox>
                </div>
                {open.map((item) => (
                  <div key={item.id} className="px-4 py-2">
                    <Checkbox checked={carried.has(item.id)} onChange={(chosen) => pick(item.id, chosen)} detail={item.path.join(" › ")}>
                      {item.title}
                    </Checkbox>
                  </div>
                ))}
              </Rows>
            )}
          </Section>
          {carried.size > 0 && <Next next={next} onChange={setNext} />}
          <Button type="submit" tone="primary" disabled={wrong} className="self-start">
            {t("atlas.cycle.close")}
          </Button>
        </>
      )}
      <HandDialog
        open={closing}
        capability="atlas.close_cycle"
        params={params}
        title={t("atlas.cycle.close.title", { name: cycle.name })}
        onClose={(outcome) => {
          close(false);
          if (outcome?.change !== undefined) told(t("atlas.cycle.closed", { name: cycle.name }), outcome.change);
        }}
      />
    </form>
  );
}

function Next({ next, onChange }: { readonly next: NextCycle; readonly onChange: (next: NextCycle) => void }) {
  const t = useT();
  return (
    <Section title={t("atlas.cycle.next")}>
      <Card className="grid gap-3 px-5 py-4 sm:grid-cols-[1fr_10rem_10rem]">
        <Field label={t("atlas.cycle.next.name")}>{(ids) => <Input {...ids} value={next.name} onChange={(event) => onChange({ ...next, name: event.target.value })} />}</Field>
        <Field label={t("atlas.cycle.next.start")}>
          {(ids) => <Input {...ids} type="date" value={next.start} onChange={(event) => onChange({ ...next, start: event.target.value })} />}
        </Field>
        <Field label={t("atlas.cycle.next.end")}>
          {(ids) => <Input {...ids} type="date" value={next.end} min={next.start} onChange={(event) => onChange({ ...next, end: event.target.value })} />}
        </Field>
      </Card>
    </Section>
  );
}
