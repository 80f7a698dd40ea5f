import { useState } from "react";

import { HandDialog } from "@/decisions";
import { useT } from "@/i18n";
import { ResultData } from "@/stage";
import { Button, Field, Textarea } from "@/ui";
import { argumentsOf } from "./arguments";

/** A tool tried by hand: what is sent is shown first, and what comes back is a stranger's. */
export function TryTool({ tool, kind = "tool" }: { readonly tool: string; readonly kind?: "tool" | "prompt" }) {
  const t = useT();
  const [written, write] = useState("{}");
  const [sending, send] = useState(false);
  const [result, setResult] = useState<unknown>();
  const given = argumentsOf(written);
  return (
    <form
      aria-label={t("mcp.try.title", { tool })}
      className="flex flex-col gap-3 border-t border-line pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (given !== undefined) send(true);
      }}
    >
      <Field label={t("mcp.try.arguments")} error={given === undefined ? t("mcp.try.bad") : undefined}>
        {(ids) => <Textarea {...ids} className="font-mono" rows={3} value={written} onChange={(event) => write(event.target.value)} />}
      </Field>
      <div>
        <Button type="submit" tone="primary" disabled={given === undefined}>
          {t("mcp.try.send")}
        </Button>
      </div>
      {result !== undefined && (
        <div role="group" aria-label={t("mcp.try.result", { tool })}>
          <ResultData data={result} />
        </div>
      )}
      <HandDialog
        open={sending}
        capability={kind === "prompt" ? "mcp.use_prompt" : "mcp.call_tool"}
        params={{ [kind]: tool, arguments: given ?? {} }}
        title={t("mcp.try.title", { tool })}
        onClose={(outcome) => {
          send(false);
          if (outcome !== undefined) setResult(outcome.data);
        }}
      />
    </form>
  );
}
