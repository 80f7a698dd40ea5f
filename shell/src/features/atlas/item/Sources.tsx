import { BookOpenText } from "lucide-react";
import { Link } from "wouter";

import type { AtlasItem } from "@/api";

/** The passages of documents something comes from; each opens the document there. */
export function Sources({ sources }: { readonly sources: AtlasItem["sources"] }) {
  if (!sources || sources.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1">
      {sources.map(({ document, title, passage, page, path }, index) => {
        const name = page ? `${title || document}, p. ${page}` : title || document;
        return (
          <li key={index} className="flex min-w-0 items-baseline gap-1.5 text-xs text-muted">
            <BookOpenText aria-hidden className="size-3 shrink-0 self-center" />
            {path ? (
              <Link href={path} className="shrink-0 rounded-sm underline underline-offset-2 hover:text-fg">
                {name}
              </Link>
            ) : (
              <span className="shrink-0">{name}</span>
            )}
            <span className="truncate">{passage}</span>
          </li>
        );
      })}
    </ul>
  );
}
