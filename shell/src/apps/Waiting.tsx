import { FileQuestion } from "lucide-react";
import { useLocation } from "wouter";

import { isProblem } from "@/api";
import { Page, RowsSkeleton, Trouble } from "@/stage";
import { Button, EmptyState } from "@/ui";

export interface AppWords {
  readonly title: string;
  readonly missing: string;
  /** The button that leads home. */
  readonly back: string;
  readonly home: string;
}

/** An address that leads to nothing, or to something that was deleted. */
export function Missing({ words }: { readonly words: AppWords }) {
  const [, go] = useLocation();
  return (
    <Page wide title={words.title}>
      <EmptyState icon={FileQuestion} title={words.missing} action={<Button onClick={() => go(words.home)}>{words.back}</Button>} />
    </Page>
  );
}

interface WaitingProps {
  readonly words: AppWords;
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** A page that is not there yet: on its way, gone, or in trouble. */
export function Waiting({ words, error, onRetry }: WaitingProps) {
  if (isProblem(error, "not_found")) return <Missing words={words} />;
  return (
    <Page wide title={words.title}>
      {error ? <Trouble error={error} onRetry={onRetry} /> : <RowsSkeleton />}
    </Page>
  );
}
