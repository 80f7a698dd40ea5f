import type { RunGraph } from "@/api";
import { useT } from "@/i18n";
import { Fold, ResultData, Section } from "@/stage";
import { JsonTree } from "@/ui";

/** What the run came to, and what it was given. */
export function Result({ graph: { inputs, output, state } }: { readonly graph: RunGraph }) {
  const t = useT();
  const came = output ?? (Object.keys(state).length === 0 ? null : state);
  const given = Object.keys(inputs).length > 0;
  if (came === null && !given) return null;
  return (
    <Section title={t("runs.result")}>
      {came !== null && <ResultData data={came} />}
      {given && (
        <Fold title={t("runs.inputs")}>
          <JsonTree value={inputs} label={t("runs.inputs")} className="max-h-72" />
        </Fold>
      )}
    </Section>
  );
}
