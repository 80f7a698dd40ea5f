import { type FormEvent, type ReactNode, useState } from "react";

import { Section } from "@/stage";
import { Button, Textarea } from "@/ui";

interface PasteFormProps {
  readonly title: string;
  readonly label: string;
  readonly placeholder: string;
  /** What its button says about this text. */
  readonly use: (text: string) => string;
  readonly busy: boolean;
  readonly onUse: (text: string) => void;
  /** Something beside the button. */
  readonly children?: ReactNode;
}

/** Text that is pasted instead of a file. */
export function PasteForm({ title, label, placeholder, use, busy, onUse, children }: PasteFormProps) {
  const [text, setText] = useState("");
  const paste = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== "") onUse(text);
  };
  return (
    <Section title={title}>
      <form onSubmit={paste} className="flex flex-col items-end gap-2">
        <Textarea
          aria-label={label}
          placeholder={placeholder}
          value={text}
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
          className="max-h-64 min-h-24 w-full overflow-auto font-mono text-xs leading-[19px]"
        />
        <div className="flex w-full flex-wrap items-center justify-end gap-2">
          {children && <div className="mr-auto">{children}</div>}
          <Button type="submit" disabled={text.trim() === "" || busy}>
            {use(text)}
          </Button>
        </div>
      </form>
    </Section>
  );
}
