import type { ResidentView } from "@/api";
import { useT } from "@/i18n";
import { Checkbox, Field, RadioGroup, Select, Textarea } from "@/ui";
import type { spotsOf } from "../places";
import { ConfirmEnvironment } from "./ConfirmEnvironment";
import type { RunForm } from "./useRunDialog";

interface RunFieldsProps {
  readonly agent: ResidentView;
  readonly spots: ReturnType<typeof spotsOf>;
  readonly run: RunForm;
}

/** What a session is opened with: where, how, what it is told, what becomes of its writes. */
export function RunFields({ agent, spots, run }: RunFieldsProps) {
  const t = useT();
  const { draft, set, spot } = run;
  return (
    <>
      {spots.length > 1 && (
        <Field label={t("conductor.run.spot")}>
          {(ids) => (
            <Select
              {...ids}
              value={String(draft.spot)}
              onChange={(next) => set({ spot: Number(next), confirm: "" })}
              options={spots.map(({ environment, project }, index) => ({ value: String(index), label: `${environment} / ${project}` }))}
            />
          )}
        </Field>
      )}
      <RadioGroup
        label={t("conductor.run.mode")}
        value={draft.mode}
        onChange={(mode) => set({ mode })}
        options={[
          { value: "repl", label: t("conductor.run.mode.repl"), detail: t("conductor.run.mode.repl.about") },
          { value: "one_shot", label: t("conductor.run.mode.one_shot"), detail: t("conductor.run.mode.one_shot.about") },
        ]}
      />
      <Field label={t("conductor.run.words")} hint={agent.task ? t("conductor.run.words.task") : undefined}>
        {(ids) => (
          <Textarea
            {...ids}
            autoFocus
            value={draft.message}
            onChange={(event) => set({ message: event.target.value })}
            placeholder={agent.task || t("conductor.run.words.placeholder")}
            className="max-h-48 min-h-16"
          />
        )}
      </Field>
      {agent.scope.length > 0 ? (
        <Field label={t("conductor.run.onwrite")} hint={t(`conductor.onwrite.${run.onWrite}.about`)}>
          {(ids) => (
            <Select
              {...ids}
              value={run.onWrite}
              onChange={(onWrite) => set({ onWrite })}
              options={run.choices.map((value) => ({ value, label: t(`conductor.onwrite.${value}`) }))}
            />
          )}
        </Field>
      ) : (
        <p className="text-sm text-muted">{t("conductor.run.reads")}</p>
      )}
      {spot?.isProtected && (
        <>
          {run.onWrite === "apply" && (
            <Checkbox checked={draft.allow} onChange={(allow) => set({ allow })} detail={t("conductor.run.allow.about")}>
              {t("conductor.run.allow")}
            </Checkbox>
          )}
          <ConfirmEnvironment name={spot.environment} value={draft.confirm} onChange={(confirm) => set({ confirm })} />
        </>
      )}
    </>
  );
}
