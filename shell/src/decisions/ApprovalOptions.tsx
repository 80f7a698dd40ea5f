import { Check, MessageSquareX, PencilLine, X } from "lucide-react";
import { type FormEvent, lazy, Suspense, useState } from "react";

import { useT } from "@/i18n";
import { Button, ForeignText, IconButton, Input } from "@/ui";
import { ConfirmWords } from "./ConfirmWords";
import { areTheWords } from "./confirming";
import { editablePaths } from "./editing";
import { isNo, isYes } from "./keys";
import { type ChoiceProps, heldBy } from "./useDecision";

const EditDialog = lazy(() => import("./EditDialog").then((module) => ({ default: module.EditDialog })));

/** Yes or no; a no may say why, and before a yes the content may be changed. */
export function ApprovalOptions({ approval, decision, note }: ChoiceProps) {
  const t = useT();
  const [explaining, explain] = useState(false);
  const [why, setWhy] = useState("");
  const [editing, edit] = useState(false);
  const [typed, type] = useState("");
  const expects = approval.options.find((option) => option.expects != null)?.expects ?? null;
  const deny = (event: FormEvent) => {
    event.preventDefault();
    decision.decide("deny", why.trim() || undefined);
  };
  return (
    <footer className="mt-3 flex flex-col gap-2 border-t border-line px-3.5 py-2.5">
      {explaining && (
        <form onSubmit={deny} className="flex gap-2">
          <Input
            autoFocus
            value={why}
            onChange={(event) => setWhy(event.target.value)}
            onKeyDown={(event) => event.key === "Escape" && explain(false)}
            aria-label={t("decisions.note.placeholder")}
            placeholder={t("decisions.note.placeholder")}
          />
          <Button type="submit" tone="danger" busy={decision.busy}>
            {t("words.deny")}
          </Button>
        </form>
      )}
      {expects !== null && <ConfirmWords expects={expects} value={typed} onChange={type} />}
      <div className="flex items-center justify-end gap-2">
        <span className="min-w-0 flex-1 text-xs text-muted">
          <span className="hidden @md:inline">{t("decisions.exact")}</span>
        </span>
        {editablePaths(approval).length > 0 && (
          <IconButton icon={PencilLine} label={t("decisions.edit")} side="top" onClick={() => edit(true)} />
        )}
        {!explaining && (
          <IconButton icon={MessageSquareX} label={t("decisions.note.add")} side="top" onClick={() => explain(true)} />
        )}
        {approval.options.toReversed().map((option) => {
          // The rest of a plan that took another way is let go on by the word of the plan itself.
          const yes = isYes(option.id);
          const unsaid = option.expects != null && !areTheWords(typed, option.expects);
          return (
            <Button
              key={option.id}
              tone={yes ? "primary" : "plain"}
              icon={yes ? Check : X}
              busy={decision.chosen === option.id}
              disabled={unsaid || (decision.busy && decision.chosen !== option.id)}
              onClick={() => decision.decide(option.id, option.expects == null ? undefined : typed)}
              {...(isNo(option.id) ? undefined : heldBy(decision, note))}
            >
              {option.id === "approve" ? t("words.approve") : option.id === "deny" ? t("words.deny") : <ForeignText still>{option.label}</ForeignText>}
            </Button>
          );
        })}
      </div>
      {editing && (
        <Suspense>
          <EditDialog approval={approval} onClose={() => edit(false)} />
        </Suspense>
      )}
    </footer>
  );
}
