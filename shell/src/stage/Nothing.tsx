import type { LucideIcon } from "lucide-react";

import { type PlainKey, useT } from "@/i18n";
import { useComposer } from "@/state";
import { Button, EmptyState } from "@/ui";

interface NothingProps {
  readonly icon: LucideIcon;
  /** Whether filters hide what there is. */
  readonly narrowed: boolean;
  readonly onClear: () => void;
  /** What it says when filters hide everything: the sentence, and the button that clears them. */
  readonly hidden: readonly [title: PlainKey, action: PlainKey];
  /** What it says when there is nothing yet: the sentence, an explanation, the button, and what it asks an agent for. */
  readonly empty: readonly [title: PlainKey, about: PlainKey, action: PlainKey, ask: PlainKey];
}

/** A list without rows: filters hide them, or there is nothing yet, and an example to begin with. */
export function Nothing({ icon, narrowed, onClear, hidden, empty }: NothingProps) {
  const t = useT();
  const fill = useComposer((composer) => composer.fill);
  if (narrowed) {
    const [title, action] = hidden;
    return <EmptyState icon={icon} title={t(title)} action={<Button onClick={onClear}>{t(action)}</Button>} />;
  }
  const [title, about, action, ask] = empty;
  return (
    <EmptyState icon={icon} title={t(title)} action={<Button onClick={() => fill(t(ask))}>{t(action)}</Button>}>
      {t(about)}
    </EmptyState>
  );
}
