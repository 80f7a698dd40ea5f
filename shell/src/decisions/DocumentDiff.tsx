import { useMemo } from "react";

import { useI18n } from "@/i18n";
import { Diff } from "@/ui";
import { inWords } from "./document";

interface DocumentDiffProps {
  /** What the document is called. */
  readonly name: string;
  readonly diff: string;
}

/** What would change in an agent, a project or another document of ours, field by field. */
export function DocumentDiff({ name, diff }: DocumentDiffProps) {
  const { t, format } = useI18n();
  const words = useMemo(() => inWords(diff, t, format), [diff, t, format]);
  return <Diff path={name} diff={words} prose />;
}
