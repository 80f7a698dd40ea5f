import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";

import { type KnowledgeDocument, readPages } from "@/api";
import { charactersBefore, occurrences, type Span } from "../text";

/** Pages that are read at once to search them. */
const BUNDLE = 50;

/** One place where the words stand, in characters of its page. */
export interface FoundPlace extends Span {
  readonly page: number;
  /** Where it stands in the document. */
  readonly at: number;
}

export interface Find {
  readonly places: readonly FoundPlace[];
  readonly byPage: ReadonlyMap<number, readonly Span[]>;
  /** Whether pages are still being read. */
  readonly reading: boolean;
}

const NOTHING: Find = { places: [], byPage: new Map(), reading: false };

/** Every place where words stand in a document; its pages are read once, when something is first looked for. */
export function useFind(document: KnowledgeDocument, words: string): Find {
  const wanted = words.trim();
  const bundles = wanted.length < 2 ? 0 : Math.ceil(Math.max(1, document.pages) / BUNDLE);
  const { pages, reading } = useQueries({
    queries: Array.from({ length: bundles }, (_, index) => ({
      queryKey: ["document-pages", document.id, String(document.version), "find", String(index)],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        readPages(document, index * BUNDLE + 1, Math.min((index + 1) * BUNDLE, Math.max(1, document.pages)), signal),
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: (results) => ({ pages: results.flatMap(({ data }) => data ?? []), reading: results.some(({ isPending }) => isPending) }),
  });
  return useMemo(() => {
    if (bundles === 0) return NOTHING;
    const places = pages.flatMap((page) =>
      occurrences(page.text, wanted).map(({ start, end }): FoundPlace => {
        const [from, to] = [charactersBefore(page.text, start), charactersBefore(page.text, end)];
        return { page: page.number, start: from, end: to, at: page.start + from };
      }),
    );
    const byPage = new Map<number, FoundPlace[]>();
    for (const place of places) byPage.set(place.page, [...(byPage.get(place.page) ?? []), place]);
    return { places, byPage, reading };
  }, [bundles, pages, wanted, reading]);
}
