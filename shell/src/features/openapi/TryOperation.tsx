import { useState } from "react";

import type { WebOperation } from "@/api";
import { HandDialog } from "@/decisions";
import { useT } from "@/i18n";
import { ResultData } from "@/stage";
import { Button, Field, Textarea } from "@/ui";
import { argumentsOf, firstArguments } from "./arguments";

/** An operation tried by hand: what is sent is shown first, and what comes back is a stranger's. */
export function TryOperation({ operation: { operation, use, arguments: schema } }: { readonly operation: WebOperation }) {
  const t = useT();
  const [written, write] = useState(() => firstArguments(schema));
  const [sending, send] = useState(false);
  const [result, setResult] = useState<unknown>();
  const given = argumentsOf(written);
  return (
    <form
      aria-label={t("openapi.try.title", { operation })}
      className="flex flex-col gap-3 border-t border-line pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (given !== undefined) send(true);
      }}
    >
      <Field label={t("openapi.try.arguments")} error={given === undefined ? t("openapi.try.bad") : undefined}>
        {(ids) => <Textarea {...ids} className="font-mono" rows={4} value={written} onChange={(event) => write(event.target.value)} />}
      </Field>
      <div>
        <Button type="submit" tone="primary" disabled={given === undefined}>
          {t("openapi.try.send")}
        </Button>
      </div>
      {result !== undefined && (
        <div role="group" aria-label={t("openapi.try.result", { operation })}>
          <ResultData data={result} />
        </div>
      )}
      <HandDialog
        open={sending}
        capability={use}
        params={{ operation, arguments: given ?? {} }}
        title={t("openapi.try.title", { operation })}
        onClose={(outcome) => {
          send(false);
          if (outcome !== undefined) setResult(outcome.data);
        }}
      />
    </form>
  );
}
