import { type FormEvent, useState } from "react";

import { type MemoryItem, useCreateMemory, useEditMemory } from "@/api";
import { useT } from "@/i18n";
import { troubleOf } from "@/stage";
import { Button, Card, Field, Textarea } from "@/ui";

interface MemoryFormProps {
  /** The memory to correct; without one a new memory is made. */
  readonly item?: MemoryItem;
  /** Where a new memory counts. */
  readonly scope: string;
  readonly onClose: () => void;
}

/** A few words to remember. ⌘Enter saves, Escape leaves it. */
export function MemoryForm({ item, scope, onClose }: MemoryFormProps) {
  const t = useT();
  const create = useCreateMemory();
  const edit = useEditMemory();
  const [words, setWords] = useState(item?.content ?? "");
  const content = words.trim();
  const busy = create.isPending || edit.isPending;
  const error = create.error ?? edit.error;
  const save = () => {
    if (content === "" || busy) return;
    if (item) edit.mutate({ item, content }, { onSuccess: onClose });
    else create.mutate({ content, scope, kind: "fact" }, { onSuccess: onClose });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  return (
    <Card className="p-3">
      <form onSubmit={submit} className="flex flex-col gap-2.5">
        <Field label={t("projects.memory.words")} hint={t("projects.memory.words.hint")} error={error ? troubleOf(error, t).message : undefined}>
          {(ids) => (
            <Textarea
              {...ids}
              autoFocus
              maxLength={8_000}
              value={words}
              className="max-h-48"
              onChange={(event) => setWords(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === "Escape") onClose();
                if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) save();
              }}
            />
          )}
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t("words.cancel")}</Button>
          <Button type="submit" tone="primary" disabled={content === ""} busy={busy}>
            {t("projects.memory.save")}
          </Button>
        </div>
      </form>
    </Card>
  );
}
