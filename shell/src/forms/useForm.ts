import { useCallback, useMemo, useState } from "react";

import { useI18n } from "@/i18n";
import { wrongsOf } from "./complaints";
import { type DraftGroup, draftOf } from "./draft";
import { placeOf } from "./place";
import { type Reading, read } from "./read";
import type { JsonSchema } from "./schema";
import type { Wrongs } from "./SchemaForm";
import { type FormField, fieldsOf } from "./shape";

/** What the server says about one field. */
interface Told {
  readonly field: string | null;
  readonly message: string;
}

export interface Form {
  readonly fields: readonly FormField[];
  readonly draft: DraftGroup;
  readonly change: (draft: DraftGroup) => void;
  readonly wrongs: Wrongs;
  /** What is filled in now, complete or not. */
  readonly reading: Reading;
  /** The parameters, or undefined once the fields that are wrong are marked. */
  readonly submit: () => Reading["params"] | undefined;
  /** Show a problem of the server at its field; false when it is about none of them. */
  readonly tell: (problem: Told) => boolean;
  readonly reset: (values?: Parameters<typeof draftOf>[1]) => void;
}

/** A form made from a JSON Schema, filled with `values` to begin with: complaints show after the first try, and go away as they are mended. */
export function useForm(schema: JsonSchema, values?: Parameters<typeof draftOf>[1]): Form {
  const { t, locale } = useI18n();
  const fields = useMemo(() => fieldsOf(schema), [schema]);
  const [draft, setDraft] = useState(() => draftOf(fields, values));
  const [tried, setTried] = useState(false);
  const [told, setTold] = useState<Wrongs>({});
  const reading = useMemo(() => read(fields, draft, locale === "pt-BR" ? "," : "."), [fields, draft, locale]);
  const wrongs = useMemo(() => ({ ...told, ...(tried ? wrongsOf(reading.complaints, t) : {}) }), [told, tried, reading, t]);

  const change = useCallback((next: DraftGroup) => {
    setDraft(next);
    setTold({});
  }, []);
  const submit = () => {
    setTried(true);
    setTold({});
    return Object.keys(reading.complaints).length === 0 ? reading.params : undefined;
  };
  const tell = ({ field, message }: Told) => {
    const place = placeOf(fields, field);
    if (place !== undefined) setTold({ [place]: message });
    return place !== undefined;
  };
  const reset: Form["reset"] = (wanted) => {
    setDraft(draftOf(fields, wanted));
    setTried(false);
    setTold({});
  };
  return { fields, draft, change, wrongs, reading, submit, tell, reset };
}
