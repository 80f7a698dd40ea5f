import type { RunGraph } from "@/api";
import { useT } from "@/i18n";
import { Fold, ResultData, Section } from "@/stage";
import { JsonTree } from "@/ui";

/** What the run came to, and what it was given. One that did not come to its end has only what its steps shared so far. */
export function Result({ graph: { run, inputs, output, state } }: { readonly graph: RunGraph }) {
  const t = useT();
  const came = isSomething(output) ? output : isSomething(state) ? state : null;
  const whole = run.status === "done" || run.status === "done_with_failures" || came === output;
  return (
    <>
      {came !== null && (
        <Section title={t(whole ? "runs.result" : "decisions.edit.state.label")}>
          <ResultData data={came} />
        </Section>
      )}
      {isSomething(inputs) && (
        <Fold title={t("runs.inputs")}>
          <JsonTree value={inputs} label={t("runs.inputs")} className="max-h-72" />
        </Fold>
      )}
    </>
  );
}

/** Whether there is anything in it to show. */
function isSomething(value: unknown): boolean {
  return value !== null && value !== undefined && !(typeof value === "object" && Object.keys(value).length === 0);
}
