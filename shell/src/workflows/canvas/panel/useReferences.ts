import { useMemo } from "react";

import { fits, type Known, type Misfit, referencesOf, type Schema, typeName } from "@/flow";
import { useI18n } from "@/i18n";
import { useEditor } from "../useEditor";
import { useNames } from "../words/names";
import { useLastRun } from "../words/lastRun";
import { pathWords } from "../words/references";

/** Something a step may look at, as it is shown. */
export interface Reference {
  readonly path: string;
  /** The step, input or shared value it belongs to and the field of it, as people call them. */
  readonly title: string;
  readonly type: string | null;
  /** What it was in the last run, or the sample that stands for it; undefined where there is none. */
  readonly value: unknown;
  /** Why it cannot be what is wanted; nothing when it can, or when that is not known. */
  readonly misfit: Misfit | null;
}

/** Everything the step at a place may look at, with the values of the last run, and whether it can be what is wanted. */
export function useReferences(place: string, wanted?: Schema): readonly Reference[] {
  const draft = useEditor((editor) => editor.draft);
  const { t, locale } = useI18n();
  const { capabilities } = useNames();
  const last = useLastRun();
  return useMemo(() => {
    const known: Known = {
      returns: (step) => (step.call === null ? null : (capabilities.get(step.call.capability)?.returns ?? null)),
      inputs: last.inputs,
      state: last.state,
      results: last.results,
    };
    return referencesOf(draft, place, known).map(({ path, text, title: owner, schema, value }) => {
      const type = typeName(schema);
      const title = pathWords(path, path[0] === "item" ? t("canvas.reference.item") : owner, locale);
      return { path: text, title, type: type === "any" ? null : type, value, misfit: wanted === undefined ? null : fits(schema, wanted) };
    });
  }, [draft, place, capabilities, last, wanted, t, locale]);
}
