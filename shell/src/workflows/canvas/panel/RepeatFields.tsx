import { useT } from "@/i18n";
import { Field, NumberField, Select } from "@/ui";
import { BoundText } from "./BoundText";
import type { StepPartProps } from "./useStep";

const LIST = { type: "array" } as const;

type Way = "once" | "count" | "each";

/** How often a step runs: once, so many times, or once for each item of a list. */
export function RepeatFields({ editing: { place, step, change } }: StepPartProps) {
  const t = useT();
  const repeat = step.repeat;
  const way: Way = repeat === null ? "once" : repeat.count !== null ? "count" : "each";
  const choose = (next: Way) => {
    const most = repeat?.max ?? 100;
    change({ repeat: next === "once" ? null : next === "count" ? { count: repeat?.count ?? 2, for_each: null, max: most } : { count: null, for_each: repeat?.for_each ?? "", max: most } });
  };
  return (
    <>
      <Field label={t("canvas.field.repeat")}>
        {(ids) => (
          <Select
            {...ids}
            value={way}
            options={(["once", "count", "each"] as const).map((value) => ({ value, label: t(`canvas.repeat.${value}`) }))}
            onChange={choose}
          />
        )}
      </Field>
      {repeat !== null && way === "count" && (
        <Field label={t("canvas.repeat.times")}>
          {(ids) => <NumberField {...ids} value={repeat.count} min={1} max={10_000} onChange={(count) => change({ repeat: { ...repeat, count: count ?? 1 } })} />}
        </Field>
      )}
      {repeat !== null && way === "each" && (
        <>
          <BoundText
            place={place}
            label={t("canvas.repeat.list")}
            hint={t("canvas.repeat.list.about")}
            wanted={LIST}
            value={typeof repeat.for_each === "string" ? repeat.for_each : JSON.stringify(repeat.for_each ?? "")}
            onChange={(for_each) => change({ repeat: { ...repeat, for_each } })}
          />
          <Field label={t("canvas.repeat.most")}>
            {(ids) => <NumberField {...ids} value={repeat.max} min={1} max={10_000} onChange={(max) => change({ repeat: { ...repeat, max: max ?? 100 } })} />}
          </Field>
        </>
      )}
    </>
  );
}
