import { useId } from "react";

import { useT } from "@/i18n";
import { Textarea } from "@/ui";
import type { Draft } from "./json";

interface JsonFieldProps {
  readonly label: string;
  readonly about?: string;
  readonly draft: Draft;
  readonly onChange: (text: string) => void;
}

/** A value as JSON that can be changed; what is wrong with it is said at once. */
export function JsonField({ label, about, draft, onChange }: JsonFieldProps) {
  const t = useT();
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-xs font-medium text-fg">
        {label}
      </label>
      {about && <p className="text-xs text-muted">{about}</p>}
      <Textarea
        id={id}
        value={draft.text}
        spellCheck={false}
        aria-invalid={draft.wrong !== null}
        aria-describedby={draft.wrong === null ? undefined : `${id}-wrong`}
        onChange={(event) => onChange(event.target.value)}
        className="max-h-72 min-h-20 w-full overflow-y-auto font-mono text-xs"
      />
      {draft.wrong !== null && (
        <p id={`${id}-wrong`} role="alert" className="text-xs text-bad-text">
          {t(`decisions.json.${draft.wrong}`)}
        </p>
      )}
    </div>
  );
}
