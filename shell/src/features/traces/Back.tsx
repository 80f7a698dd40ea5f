import { ArrowLeft } from "lucide-react";
import { Link } from "wouter";

/** The way back. */
export function Back({ href, words }: { readonly href: string; readonly words: string }) {
  return (
    <Link href={href} className="inline-flex items-center gap-1.5 text-sm text-muted hover:text-fg">
      <ArrowLeft aria-hidden className="size-4" />
      {words}
    </Link>
  );
}
