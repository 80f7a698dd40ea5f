import { useId, useState } from "react";

import { type Graph, useWorkflowCheck } from "@/api";
import { findingOf, useT } from "@/i18n";
import { useSettled } from "@/stage";
import { Button, Textarea } from "@/ui";
import { documentOf } from "../flow";

interface FlowTextProps {
  readonly graph: Graph | null;
  readonly onTake: (graph: Graph) => void;
  readonly onClose: () => void;
}

/** A flow as the document of a workflow, in YAML or JSON: checked while it is written, taken over when it can run. */
export function FlowText({ graph, onTake, onClose }: FlowTextProps) {
  const t = useT();
  const about = useId();
  const [text, write] = useState(() => documentOf(graph));
  const settled = useSettled(text, 400);
  const { data: check } = useWorkflowCheck(settled);
  const wrong = check?.ok === false ? check.findings[0] : undefined;
  const read = settled === text && check?.ok === true ? check.workflow : null;
  return (
    <div className="flex flex-col gap-2">
      <Textarea
        aria-label={t("agents.flow.text")}
        aria-describedby={about}
        aria-invalid={wrong !== undefined}
        rows={14}
        spellCheck={false}
        value={text}
        onChange={(event) => write(event.target.value)}
        className="font-mono text-xs"
      />
      <p id={about} role="status" className="text-sm text-muted">
        {wrong ? findingOf(wrong, t).message : t("agents.flow.text.about")}
      </p>
      <div className="flex gap-2">
        <Button disabled={!read} onClick={() => read && onTake(read.graph)}>
          {t("agents.flow.take")}
        </Button>
        <Button onClick={onClose}>{t("words.cancel")}</Button>
      </div>
    </div>
  );
}
