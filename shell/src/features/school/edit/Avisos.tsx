import { TriangleAlert } from "lucide-react";

import type { SchoolAviso } from "@/api";

/** What the reader should know about it before handing it out. */
export function Avisos({ avisos }: { readonly avisos: readonly SchoolAviso[] }) {
  if (avisos.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 rounded-lg bg-warn-soft px-4 py-2.5 text-sm text-warn-text">
      {avisos.map(({ code, message }) => (
        <li key={`${code}${message}`} className="flex items-start gap-2">
          <TriangleAlert aria-hidden className="mt-[3px] size-3.5 shrink-0" />
          <span className="min-w-0 break-words">{message}</span>
        </li>
      ))}
    </ul>
  );
}
