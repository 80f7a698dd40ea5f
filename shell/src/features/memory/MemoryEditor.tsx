import { useState } from "react";

import { isProblem, type MemoryItem, useEditMemory } from "@/api";
import { useT } from "@/i18n";
import { Trouble } from "@/stage";
import { Button, Card, Field, Select, Textarea } from "@/ui";
import { type Kind, KINDS, OWN_KINDS } from "./memory";

interface MemoryEditorProps {
  readonly item: MemoryItem;
  readonly onClose: () => void;
}

/** Correct the words and the kind. ⌘Enter saves, Escape leaves. */
export function MemoryEditor({ item, onClose }: MemoryEditorProps) {
  const t = useT();
  const edit = useEditMemory();
  const [content, setContent] = useState(item.content);
  const [kind, setKind] = useState<Kind>(item.kind);
  const words = content.trim();
  const save = () => {
    if (words !== "") edit.mutate({ item, content: words, kind }, { onSuccess: onClose });
  };
  const kinds = OWN_KINDS.includes(item.kind) ? OWN_KINDS : KINDS;
  return (
    <Card className="flex flex-col gap-4 p-4">
      {edit.isError && <Trouble error={edit.error} onRetry={isProblem(edit.error, "stale") ? undefined : save} />}
      <Field label={t("memory.content")}>
        {(ids) => (
          <Textarea
            {...ids}
            autoFocus
            rows={4}
            maxLength={8_000}
            value={content}
            onChange={(event) => setContent(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Escape") onClose();
              if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) save();
            }}
          />
        )}
      </Field>
      <Field label={t("memory.kind")}>
        {({ id }) => (
          <Select
            id={id}
            value={kind}
            onChange={setKind}
            options={kinds.map((value) => ({ value, label: t(`memory.kind.${value}`) }))}
            className="w-44"
          />
        )}
      </Field>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t("words.cancel")}</Button>
        <Button tone="primary" busy={edit.isPending} disabled={words === ""} onClick={save}>
          {t("memory.save")}
        </Button>
      </div>
    </Card>
  );
}
