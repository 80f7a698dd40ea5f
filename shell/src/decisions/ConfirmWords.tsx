import { Check } from "lucide-react";
import { useId } from "react";

import { useT } from "@/i18n";
import { ForeignText, Input } from "@/ui";
import { areTheWords, mayBecome } from "./confirming";

interface ConfirmWordsProps {
  readonly expects: string;
  readonly value: string;
  readonly onChange: (words: string) => void;
}

/** Asks for words to be typed before much happens at once, and says why. */
export function ConfirmWords({ expects, value, onChange }: ConfirmWordsProps) {
  const t = useT();
  const id = useId();
  const said = areTheWords(value, expects);
  const wrong = !said && !mayBecome(value, expects);
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-xs font-medium break-words text-fg">
        <ForeignText still>{t("records.confirm", { words: expects })}</ForeignText>
      </label>
      <span className="relative flex">
        <Input
          id={id}
          value={value}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={wrong || undefined}
          aria-describedby={`${id}-about`}
          onChange={(event) => onChange(event.target.value)}
          className="w-full pr-8"
        />
        {said && <Check aria-hidden className="absolute top-1.5 right-2 size-4 text-ok" />}
      </span>
      <p id={`${id}-about`} className={wrong ? "text-xs text-bad-text" : "text-xs text-muted"}>
        {t(wrong ? "records.confirm.other" : "records.confirm.why")}
      </p>
    </div>
  );
}
