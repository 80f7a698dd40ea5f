import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface EmptyStateProps {
  readonly icon: LucideIcon;
  /** One sentence. */
  readonly title: string;
  /** One example, or what this place is for. */
  readonly children?: ReactNode;
  /** Whether the sentence is the heading of the whole page. */
  readonly heading?: true;
  /** One action. */
  readonly action?: ReactNode;
}

/** Nothing here yet, and what to do about it. */
export function EmptyState({ icon: Icon, title, heading, children, action }: EmptyStateProps) {
  const Title = heading ? "h1" : "p";
  return (
    <div className="flex flex-col items-center gap-1.5 px-6 py-12 text-center">
      <span className="mb-2 inline-flex size-10 items-center justify-center rounded-lg border border-line bg-raised text-muted shadow-raised">
        <Icon aria-hidden className="size-[18px]" />
      </span>
      <Title className="text-md font-medium text-fg">{title}</Title>
      {children && <div className="max-w-sm text-sm text-muted">{children}</div>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
