import { useState } from "react";

import { type ForgedTool, isProblem, useSaveTool } from "@/api";
import { useT } from "@/i18n";
import { Page } from "@/stage";
import { toast } from "@/ui";
import { BackToTools } from "./BackToTools";
import { formOf } from "./drafts";
import { ToolForm } from "./ToolForm";

/** The editor of a tool that is kept; what somebody else saved meanwhile is never overwritten. */
export function EditTool({ tool, onDone }: { readonly tool: ForgedTool; readonly onDone: () => void }) {
  const t = useT();
  const [edited] = useState(tool);
  const [form, setForm] = useState(() => formOf(tool.name, tool));
  const save = useSaveTool();
  const isStale = save.error !== null && isProblem(save.error, "stale");
  return (
    <Page title={tool.name} above={<BackToTools />}>
      <ToolForm
        named
        form={form}
        onChange={setForm}
        saveWord={t("tools.save")}
        saving={save.isPending}
        error={isStale ? null : save.error}
        notice={
          isStale && (
            <p role="alert" className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn-text">
              {t("tools.stale")}
            </p>
          )
        }
        results={tool.results}
        onSave={(name, changed) =>
          save.mutate(
            { name, version: edited.version, tool: changed },
            {
              onSuccess: () => {
                toast(t("tools.saved"));
                onDone();
              },
            },
          )
        }
        onCancel={onDone}
      />
    </Page>
  );
}
