import type { Approval } from "@/api";
import { useT } from "@/i18n";
import { ForeignText } from "@/ui";
import { answerIn } from "./answers";
import { ChangeList } from "./ChangeList";

/** What came of a decision: the answer's words, and the changes with their way back. */
export function Outcome({ approval }: { readonly approval: Approval }) {
  const t = useT();
  const { call, run } = approval;
  const chosen = approval.options.find((option) => option.id === approval.option);
  const label = chosen && answerIn(chosen.label, t);
  const words = approval.answer ?? (approval.kind === "question" && label ? [label.title, label.where, label.status].filter(Boolean).join(" · ") : null);
  const acted = approval.status === "granted" && approval.kind !== "question";
  return (
    <div className="flex flex-col pt-3">
      {words && <p className="px-3.5 pb-3 text-sm break-words text-fg">“<ForeignText>{words}</ForeignText>”</p>}
      {acted && call && run && <ChangeList run={run} of={(change) => change.call === call.id} className="border-t border-line" />}
    </div>
  );
}
