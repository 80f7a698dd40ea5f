import { Plus, X } from "lucide-react";
import { type FormEvent, useState } from "react";

import { useT } from "@/i18n";
import { Section } from "@/stage";
import { Card, IconButton, Input } from "@/ui";
import { InlineText } from "./InlineText";

interface LinesProps {
  readonly title: string;
  /** What the field for one more is called. */
  readonly add: string;
  readonly value: readonly string[];
  readonly onSave: (value: readonly string[]) => void;
}

/** A short list of sentences, each written where it stands. */
export function Lines({ title, add, value, onSave }: LinesProps) {
  const t = useT();
  const [draft, write] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draft.trim() === "") return;
    onSave([...value, draft.trim()]);
    write("");
  };
  return (
    <Section title={title}>
      <Card className="flex flex-col px-3 py-2 text-sm">
        <ul aria-label={title} className="flex flex-col">
          {value.map((text, index) => (
            <li key={`${index}${text}`} className="group/line flex items-start gap-1 py-0.5">
              <span className="min-w-0 flex-1 pl-1.5">
                <InlineText label={title} value={text} onSave={(next) => onSave(value.toSpliced(index, 1, next))} />
              </span>
              <IconButton size="sm" icon={X} label={t("ui.remove", { name: text })} onClick={() => onSave(value.toSpliced(index, 1))} className="opacity-60 group-hover/line:opacity-100" />
            </li>
          ))}
        </ul>
        <form onSubmit={submit} className="flex items-center gap-1.5 pt-1">
          <Input aria-label={add} placeholder={add} value={draft} onChange={(event) => write(event.target.value)} />
          <IconButton type="submit" icon={Plus} label={add} />
        </form>
      </Card>
    </Section>
  );
}
