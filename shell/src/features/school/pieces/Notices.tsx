import { Info } from "lucide-react";

import type { SchoolAviso } from "@/api";

/** What the reader should know about the figures, in words. */
export function Notices({ notices }: { readonly notices: readonly SchoolAviso[] }) {
  if (notices.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1.5 rounded-lg border border-line bg-warn-soft px-4 py-3 text-sm text-fg">
      {notices.map(({ code, message }) => (
        <li key={`${code} ${message}`} className="flex items-start gap-2.5">
          <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-warn-text" />
          {message}
        </li>
      ))}
    </ul>
  );
}
