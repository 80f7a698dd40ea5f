import type { ReactNode } from "react";

import { SearchField } from "@/ui";

interface FilterBarProps {
  /** What is searched. */
  readonly label: string;
  readonly words: string;
  readonly onWords: (words: string) => void;
  /** The choices beside the words: `Filter`s. */
  readonly children: ReactNode;
}

/** What narrows a list: words, and choices beside them. */
export function FilterBar({ label, words, onWords, children }: FilterBarProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <SearchField label={label} value={words} onChange={onWords} className="min-w-40 flex-1 basis-52 max-sm:basis-full" />
      {children}
    </div>
  );
}
