import { useT } from "@/i18n";
import { Field, NumberField, Switch } from "@/ui";
import type { StepPartProps } from "./useStep";

const USUAL = { max: 2, wait_s: 1, factor: 2, on: [] } as const;

/** How often a step is tried again after it failed, and how long it waits before. */
export function RetryFields({ editing: { step, change } }: StepPartProps) {
  const t = useT();
  const retry = step.retry;
  return (
    <>
      <Field label={t("canvas.field.retry")}>
        {(ids) => <Switch {...ids} checked={retry !== null} onChange={(isOn) => change({ retry: isOn ? { ...USUAL, on: [] } : null })} />}
      </Field>
      {retry !== null && (
        <div className="flex gap-3">
          <Field label={t("canvas.retry.most")}>{(ids) => <NumberField {...ids} value={retry.max} min={1} max={20} onChange={(max) => change({ retry: { ...retry, max: max ?? 2 } })} />}</Field>
          <Field label={t("canvas.retry.wait")}>
            {(ids) => <NumberField {...ids} value={retry.wait_s} min={0} max={3600} unit="s" onChange={(wait_s) => change({ retry: { ...retry, wait_s: wait_s ?? 1 } })} />}
          </Field>
        </div>
      )}
    </>
  );
}
