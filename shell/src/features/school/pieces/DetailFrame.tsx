import { ChevronRight } from "lucide-react";
import { Fragment, type ReactNode, useRef } from "react";
import { Link } from "wouter";

import { useT } from "@/i18n";
import { useOwnPlace } from "@/stage/useOwnPlace";
import { type Crumb, useCrumb } from "@/state";
import { classes } from "@/ui";

interface DetailFrameProps {
  /** What it is called: for the breadcrumb and the window. */
  readonly title: string;
  /** The heading, if more than the title: a text to be edited where it stands. */
  readonly heading?: ReactNode;
  /** The way down to it: section, class … */
  readonly above: readonly Crumb[];
  /** One line under the heading. */
  readonly about?: ReactNode;
  /** What stands beside the heading. */
  readonly commands?: ReactNode;
  /** As wide as the window, for editors with a preview beside. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** The page of one thing: the way down to it, its title, what can be done with it. */
export function DetailFrame({ title, heading, above, about, commands, wide, children }: DetailFrameProps) {
  const t = useT();
  const page = useRef<HTMLDivElement>(null);
  useCrumb(title, above);
  useOwnPlace(page);
  return (
    <div ref={page} className={classes("mx-auto flex min-h-full w-full flex-col gap-6 px-5 py-8 sm:px-8 sm:py-10", wide ? "max-w-7xl" : "max-w-5xl")}>
      <header className="flex flex-col gap-2">
        <nav aria-label={t("school.way")} className="flex flex-wrap items-center gap-x-1 text-sm text-muted">
          {above.map(({ label, href }, index) => (
            <Fragment key={href}>
              {index > 0 && <ChevronRight aria-hidden className="size-3.5 text-faint" />}
              <Link href={href} className="rounded-sm underline-offset-2 hover:text-fg hover:underline">
                {label}
              </Link>
            </Fragment>
          ))}
        </nav>
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="min-w-0 flex-1 basis-72">
            <h1 className="text-xl font-semibold tracking-[-0.01em] break-words text-fg">{heading ?? title}</h1>
            {about && <div className="mt-1 text-sm text-muted">{about}</div>}
          </div>
          {commands && <div className="flex flex-wrap items-center gap-2">{commands}</div>}
        </div>
      </header>
      {children}
    </div>
  );
}
