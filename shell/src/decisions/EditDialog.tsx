import { useState } from "react";

import { type Approval, useApprovalDraft, useEditApproval } from "@/api";
import { useT } from "@/i18n";
import { Trouble } from "@/stage";
import { announce } from "@/state";
import { Button, Dialog, ForeignText, Select, Skeleton, Textarea } from "@/ui";
import { editablePaths } from "./editing";

interface EditDialogProps {
  readonly approval: Approval;
  readonly onClose: () => void;
}

/** Changes what would be written, before anybody says yes to it. The card then shows what it would be instead. */
export function EditDialog({ approval, onClose }: EditDialogProps) {
  const t = useT();
  const paths = editablePaths(approval);
  const [path, setPath] = useState(paths[0] ?? "");
  const draft = useApprovalDraft(approval, path, true);
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const { mutate, isPending, error } = useEditApproval();
  const proposed = draft.data?.content;
  const text = texts[path] ?? proposed;
  const save = () => {
    if (text === undefined) return;
    mutate(
      { approval, path, content: text },
      {
        onSuccess: () => {
          announce(t("decisions.edit.done"));
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      width="lg"
      title={t("decisions.edit.title")}
      about={t("decisions.edit.about")}
      footer={
        <>
          <Button onClick={onClose}>{t("words.cancel")}</Button>
          <Button tone="primary" busy={isPending} disabled={text === undefined || text === proposed} onClick={save}>
            {t("decisions.edit.save")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2.5">
        {paths.length > 1 ? (
          <Select label={t("decisions.edit.file")} value={path} onChange={setPath} options={paths.map((value) => ({ value, label: value }))} />
        ) : (
          <p className="font-mono text-xs wrap-anywhere text-muted">
            <ForeignText place="name">{path}</ForeignText>
          </p>
        )}
        {error && <Trouble error={error} />}
        {text !== undefined ? (
          <Textarea
            autoFocus
            aria-label={t("decisions.edit.content")}
            value={text}
            spellCheck={false}
            wrap="off"
            onChange={(event) => setTexts({ ...texts, [path]: event.target.value })}
            className="max-h-[52vh] min-h-64 overflow-auto font-mono text-xs leading-[19px]"
          />
        ) : draft.error ? (
          <Trouble error={draft.error} onRetry={() => void draft.refetch()} />
        ) : (
          <Skeleton className="h-64 w-full rounded-md" />
        )}
      </div>
    </Dialog>
  );
}
