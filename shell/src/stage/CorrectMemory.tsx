import { type KeyboardEvent, useState } from "react";

import { useT } from "@/i18n";
import { Button, Textarea } from "@/ui";

interface CorrectMemoryProps {
  readonly content: string;
  readonly onSave: (content: string) => void;
  readonly onCancel: () => void;
}

/** The words of something remembered, to be corrected in place: Enter keeps them, Escape leaves them as they were. */
export function CorrectMemory({ content, onSave, onCancel }: CorrectMemoryProps) {
  const t = useT();
  const [words, setWords] = useState(content);
  const save = () => words.trim() !== "" && onSave(words.trim());
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    onCancel();
  };
  return (
    <div onKeyDown={press} className="flex flex-col gap-1.5">
      <Textarea
        autoFocus
        value={words}
        maxLength={8_000}
        aria-label={t("chat.memory.edit")}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          save();
        }}
        className="max-h-48 w-full"
      />
      <div className="flex justify-end gap-1.5">
        <Button size="sm" onClick={onCancel}>
          {t("words.cancel")}
        </Button>
        <Button size="sm" tone="primary" disabled={words.trim() === ""} onClick={save}>
          {t("chat.memory.save")}
        </Button>
      </div>
    </div>
  );
}
