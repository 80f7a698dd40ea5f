import { FlaskConical } from "lucide-react";
import { type FormEvent, useEffect, useId, useMemo, useRef } from "react";

import { type SampleCall, useTryStep, type WorkflowView } from "@/api";
import { Preview } from "@/decisions";
import { stepOf, titleOf } from "@/flow";
import { groupOf, SchemaForm, useForm } from "@/forms";
import { messageOf, useI18n } from "@/i18n";
import { ResultData, Trouble } from "@/stage";
import { Badge, Button, Dialog, JsonTree } from "@/ui";
import { ResultFields } from "./ResultFields";
import { useHandResults } from "./useHandResults";

interface TryDialogProps {
  readonly workflow: WorkflowView;
  readonly step: string;
  readonly onClose: () => void;
}

/** Tries one call by itself: what it would be given, and what it would do. Only reading is done. */
export function TryDialog({ workflow, step, onClose }: TryDialogProps) {
  const { t, locale } = useI18n();
  const id = useId();
  const schema = useMemo(() => groupOf(workflow.graph.inputs ?? {}), [workflow]);
  const form = useForm(schema);
  const project = workflow.project ?? "home";
  const hand = useHandResults(workflow, step, project);
  const { mutate, isPending, error, data } = useTryStep();
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (data !== undefined || error !== null) end.current?.scrollIntoView({ block: "nearest" });
  }, [data, error]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const inputs = form.submit();
    if (inputs === undefined || isPending) return;
    mutate({ id: workflow.id, step, inputs, project, locale, results: hand.given });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("canvas.try.title", { step: titleOf(stepOf(workflow, step) ?? { id: step, title: "" }) })}
      about={t("canvas.try.about")}
      footer={
        <>
          <Button onClick={onClose}>{t("words.close")}</Button>
          <Button type="submit" form={id} tone="primary" icon={FlaskConical} busy={isPending}>
            {t("canvas.try")}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-5">
        {form.fields.length > 0 && <SchemaForm fields={form.fields} draft={form.draft} onChange={form.change} wrongs={form.wrongs} />}
        <ResultFields hand={hand} />
        <div ref={end} className="empty:hidden">
          {error && <Trouble error={error} />}
          {data && !error && <Tried call={data} />}
        </div>
      </form>
    </Dialog>
  );
}

/** What came of it: what reading gave, or what anything else would do. */
function Tried({ call: { params, is_run, result, preview, sampled } }: { readonly call: SampleCall }) {
  const { t } = useI18n();
  const failure = result?.ok === false ? result.error : null;
  return (
    <section aria-label={t("canvas.tried")} aria-live="polite" className="flex flex-col gap-3 rounded-lg border border-line bg-raised p-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="text-sm font-semibold text-fg">{t("canvas.tried")}</h3>
        <Badge tone={failure ? "bad" : is_run ? "ok" : "neutral"}>{t(is_run ? "canvas.tried.read" : "canvas.tried.shown")}</Badge>
        {sampled.length > 0 && <span className="text-xs text-muted">{t("canvas.tried.sampled", { steps: sampled.join(", ") })}</span>}
      </div>
      {Object.keys(params).length > 0 && (
        <div className="flex flex-col gap-1">
          <p className="text-xs font-medium text-fg">{t("canvas.tried.given")}</p>
          <JsonTree value={params} label={t("canvas.tried.given")} className="max-h-48" />
        </div>
      )}
      {failure && <p className="rounded-md bg-bad-soft px-3 py-2 text-sm break-words text-fg">{messageOf(failure, t)}</p>}
      {result?.ok && <ResultData data={result.data} />}
      {preview && <Preview preview={preview} />}
      {!is_run && !preview && <p className="text-sm text-muted">{t("canvas.tried.nothing")}</p>}
    </section>
  );
}
