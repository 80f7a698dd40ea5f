import { useEffect, useMemo } from "react";
import { useStore } from "zustand";

import { type Finding, type Graph, useWorkflowCheck } from "@/api";
import { type Draft, stepOf, titleOf } from "@/flow";
import { findingOf, useT } from "@/i18n";
import { useSettled } from "@/stage";
import type { EditorStore, Remark } from "@/workflows";

export interface Remarks {
  /** Whether nothing is drawn yet: then nothing is wrong either. */
  readonly isEmpty: boolean;
  readonly findings: readonly Finding[];
  readonly isLooking: boolean;
  readonly isWell: boolean;
}

/** Everything that is wrong with what is drawn, looked at while one draws; each finding is also marked on its step. */
export function useRemarks(store: EditorStore): Remarks {
  const t = useT();
  const draft = useStore(store, (editor) => editor.draft);
  // Where things stand never makes them right or wrong.
  const text = useMemo(() => JSON.stringify({ ...draft, id: draft.id || "new-workflow", canvas: null, graph: withoutBlankQuestions(draft.graph) }), [draft]);
  const settled = useSettled(text, 400);
  const { data: check, isFetching } = useWorkflowCheck(settled);
  useEffect(() => {
    const remarks = new Map<string, Remark[]>();
    const now = store.getState().draft;
    for (const finding of check?.findings ?? []) {
      for (const place of marked(finding.step)) {
        if (stepOf(now, place) !== null) remarks.set(place, [...(remarks.get(place) ?? []), { ...findingOf(titled(finding, now), t), isNote: !finding.blocks }]);
      }
    }
    store.getState().look({ remarks });
  }, [check, store, t]);
  const isEmpty = draft.graph.nodes.length === 0;
  const findings = useMemo(() => (check?.findings ?? []).map((each) => titled(each, draft)), [check, draft]);
  return { isEmpty, findings: isEmpty ? [] : findings, isLooking: isFetching || settled !== text, isWell: check?.ok === true };
}

/** A finding that calls its step as the canvas does: by its title. */
function titled(finding: Finding, draft: Draft): Finding {
  const step = finding.step === null ? null : stepOf(draft, finding.step.replace(/\[\d+\]/g, ""));
  return step === null ? finding : { ...finding, message: finding.message.replaceAll(`'${step.id}'`, () => `'${titleOf(step).replaceAll("'", "’")}'`) };
}

/** The step, and every step it is inside of: what is wrong inside shows from outside. */
function marked(place: string | null): readonly string[] {
  if (place === null) return [];
  const parts = place.replace(/\[\d+\]/g, "").split("/");
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}

/** A question that has no words yet is none: so its step is told to lack it, and all else that is wrong is told too. */
function withoutBlankQuestions(graph: Graph): Graph {
  return {
    ...graph,
    nodes: graph.nodes.map((step) => ({
      ...step,
      question: step.question?.message.trim() === "" ? null : step.question,
      graph: step.graph === null ? null : withoutBlankQuestions(step.graph),
    })),
  };
}
