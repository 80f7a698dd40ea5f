import { type ReactNode, useRef } from "react";

import { useCrumb } from "@/state";
import { classes } from "@/ui";
import { useOwnPlace } from "./useOwnPlace";

interface PageProps {
  readonly title: string;
  /** One sentence under the title. */
  readonly about?: ReactNode;
  /** What stands above the title: the way back. */
  readonly above?: ReactNode;
  /** What stands beside the title: buttons, filters. */
  readonly aside?: ReactNode;
  readonly wide?: boolean;
  /** It fills the stage and does not scroll: a canvas. */
  readonly whole?: boolean;
  readonly children: ReactNode;
}

/** The calm column every screen is set in. */
export function Page({ title, about, above, aside, wide, whole, children }: PageProps) {
  const page = useRef<HTMLDivElement>(null);
  useCrumb(title);
  useOwnPlace(page);
  return (
    <div
      ref={page}
      className={classes(
        "mx-auto flex w-full flex-col",
        whole ? "h-full min-h-[480px] gap-3 px-3 py-3 sm:px-4" : "min-h-full gap-8 px-5 py-8 sm:px-8 sm:py-10",
        !whole && (wide ? "max-w-5xl" : "max-w-[868px]"),
      )}
    >
      <header className="flex flex-wrap items-end gap-x-6 gap-y-3">
        {above && <div className="-mb-1 w-full">{above}</div>}
        <div className={classes("min-w-0 flex-1", whole ? "basis-40" : "basis-80")}>
          <h1 className="text-xl font-semibold tracking-[-0.01em] break-words text-fg">{title}</h1>
          {about && <p className="mt-1 text-md break-words text-muted">{about}</p>}
        </div>
        {aside}
      </header>
      {children}
    </div>
  );
}
