import { type FormEvent, useState } from "react";

import { type DraftedTool, useDraftTool } from "@/api";
import { useT } from "@/i18n";
import { Trouble } from "@/stage";
import { Button, Field, Textarea } from "@/ui";

/** A tool from one sentence: by a template, or by a model where one is connected. */
export function SentencePart({ onDraft }: { readonly onDraft: (drafted: DraftedTool) => void }) {
  const t = useT();
  const [request, setRequest] = useState("");
  const draft = useDraftTool();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!draft.isPending) draft.mutate(request.trim(), { onSuccess: onDraft });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field label={t("tools.sentence")} hint={t("tools.sentence.hint")}>
        {(ids) => <Textarea {...ids} required minLength={4} value={request} onChange={(event) => setRequest(event.target.value)} />}
      </Field>
      {draft.error && <Trouble error={draft.error} />}
      <Button tone="primary" type="submit" disabled={draft.isPending} className="w-fit">
        {t("tools.draft")}
      </Button>
    </form>
  );
}
