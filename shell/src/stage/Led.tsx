import { Link } from "wouter";

import { ledIn } from "@/ui";

/** A sentence, with the links in it to places of this desktop. */
export function Led({ text }: { readonly text: string }) {
  return ledIn(text).map((said, index) =>
    said.path === null ? (
      <span key={index}>{said.text}</span>
    ) : (
      <Link key={index} href={said.path} className="rounded-sm text-accent-text underline underline-offset-2">
        {said.text}
      </Link>
    ),
  );
}
