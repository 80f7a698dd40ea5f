import { useState } from "react";

import type { ToolDraft } from "@/api";
import { useT } from "@/i18n";
import { Field, Select, Textarea } from "@/ui";
import { namesIn } from "./drafts";

interface ReachFieldsProps {
  readonly tool: ToolDraft;
  readonly onChange: (tool: ToolDraft) => void;
}

const RUNTIMES = ["interpreter", "wasm_python", "native"] as const;

/** Which other capabilities a tool may call, and what its source runs in. */
export function ReachFields({ tool, onChange }: ReachFieldsProps) {
  const t = useT();
  const [calls, setCalls] = useState(tool.calls.join("\n"));
  return (
    <>
      <Field label={t("tools.field.calls")} hint={t("tools.field.calls.hint")}>
        {(ids) => (
          <Textarea
            {...ids}
            spellCheck={false}
            className="min-h-16 font-mono text-xs"
            value={calls}
            onChange={(event) => {
              setCalls(event.target.value);
              onChange({ ...tool, calls: namesIn(event.target.value) });
            }}
          />
        )}
      </Field>
      <Field label={t("tools.field.runtime")} hint={t(`tools.runtime.${tool.runtime}.hint`)}>
        {(ids) => (
          <Select {...ids} value={tool.runtime} options={RUNTIMES.map((value) => ({ value, label: t(`tools.runtime.${value}`) }))} onChange={(runtime) => onChange({ ...tool, runtime })} />
        )}
      </Field>
    </>
  );
}
