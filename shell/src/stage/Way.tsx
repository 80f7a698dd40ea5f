import type { ReactNode } from "react";
import { Link } from "wouter";

/** A link among words, to another place of the desktop. */
export function Way({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <Link href={href} className="rounded-sm text-accent-text underline-offset-2 hover:underline">
      {children}
    </Link>
  );
}
