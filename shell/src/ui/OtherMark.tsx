import { Bot } from "lucide-react";

import { MARKS } from "./marks";

/** Any of all pictures. Use `Mark`, which knows the common ones by itself. */
export function OtherMark({ name, className }: { readonly name: string; readonly className?: string }) {
  const Icon = (Object.hasOwn(MARKS, name) ? MARKS[name] : undefined) ?? Bot;
  return <Icon aria-hidden className={className} />;
}
