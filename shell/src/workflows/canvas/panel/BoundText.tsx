import { Braces } from "lucide-react";
import { useRef } from "react";

import { onlyPath, type Schema, writePath } from "@/flow";
import { useT } from "@/i18n";
import { Field, IconButton, Input, Popover, Textarea } from "@/ui";
import { ReferenceList } from "./ReferenceList";
import { useMisfitWords } from "./useMisfitWords";
import { useReferences } from "./useReferences";
import { LastValue } from "./LastValue";

interface BoundTextProps {
  readonly place: string;
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly isLong?: boolean;
  /** What the whole value has to be; words around a result make a text of it. */
  readonly wanted?: Schema;
  readonly onChange: (value: string) => void;
}

/** Words that may look at what is there when the step runs: the button puts in where to look, the last value stands below. */
export function BoundText({ place, label, hint, value, isLong, wanted, onChange }: BoundTextProps) {
  const t = useT();
  const known = useReferences(place, wanted);
  const reasonOf = useMisfitWords();
  // Between other words everything becomes text.
  const only = onlyPath(value);
  const references = only !== null || value === "" ? known : known.map((each) => ({ ...each, misfit: null }));
  const bound = only === null ? undefined : known.find(({ path }) => path === writePath(only));
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const put = (path: string) => {
    const words = `{{${path}}}`;
    const [from, to] = [field.current?.selectionStart ?? value.length, field.current?.selectionEnd ?? value.length];
    // A value that is one result alone is replaced by another: both in a row would be a text.
    onChange(only !== null && wanted !== undefined ? words : value.slice(0, from) + words + value.slice(to));
    requestAnimationFrame(() => field.current?.focus());
  };
  return (
    <Field label={label} hint={hint} error={bound?.misfit ? reasonOf(bound.misfit) : undefined}>
      {(ids) => (
        <>
          <span className="flex items-start gap-1">
            {isLong ? (
              <Textarea ref={field} {...ids} rows={4} value={value} className="max-h-72 flex-1" onChange={(event) => onChange(event.target.value)} />
            ) : (
              <Input ref={field} {...ids} value={value} className="flex-1" onChange={(event) => onChange(event.target.value)} />
            )}
            <Popover trigger={<IconButton icon={Braces} label={t("canvas.reference.pick", { field: label })} />} label={t("canvas.reference")} align="end" className="w-72">
              <ReferenceList references={references} onPick={put} />
            </Popover>
          </span>
          <LastValue value={value} references={references} />
        </>
      )}
    </Field>
  );
}
