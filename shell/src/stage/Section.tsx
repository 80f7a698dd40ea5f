import { type ReactNode, useId } from "react";

interface SectionProps {
  readonly title: string;
  readonly about?: ReactNode;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page under a small heading. */
export function Section({ title, about, aside, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-2.5">
      <div className="flex min-h-6 items-end justify-between gap-4">
        <div className="min-w-0">
          <h2 id={id} className="text-xs font-medium text-muted">
            {title}
          </h2>
          {about && <p className="mt-0.5 text-sm text-muted">{about}</p>}
        </div>
        {aside && <div className="shrink-0 text-xs">{aside}</div>}
      </div>
      {children}
    </section>
  );
}
