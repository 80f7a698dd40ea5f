import { Link } from "wouter";

/** The way from a short list to all of it. */
export function More({ href, words }: { readonly href: string; readonly words: string }) {
  return (
    <Link href={href} className="rounded-sm text-muted underline-offset-2 hover:text-fg hover:underline">
      {words}
    </Link>
  );
}
