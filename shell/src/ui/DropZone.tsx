import { Upload } from "lucide-react";
import type { ReactNode } from "react";

import { useT } from "@/i18n";
import { classes } from "./classes";
import { useDrop } from "./useDrop";

interface DropZoneProps {
  /** `isCut` says that there were more than one drop may bring. */
  readonly onFiles: (files: readonly File[], isCut: boolean) => void;
  /** Whether folders are walked for the files in them. */
  readonly folders?: boolean;
  /** What dropping does here, such as "Drop to add to this project". */
  readonly label?: string;
  readonly disabled?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Takes files dropped anywhere on what it holds. Offer a button as well: not everybody drags. */
export function DropZone({ onFiles, folders, label, disabled, className, children }: DropZoneProps) {
  const t = useT();
  const { over, handlers } = useDrop(onFiles, { disabled, folders });
  return (
    <div {...handlers} className={classes("relative", className)}>
      {children}
      {over && (
        <div className="pointer-events-none absolute inset-1 z-20 grid animate-fade place-items-center rounded-lg border-2 border-dashed border-accent bg-accent-soft">
          <span className="inline-flex items-center gap-2 rounded-md bg-raised px-3 py-2 text-sm font-medium text-fg shadow-float">
            <Upload aria-hidden className="size-4 text-accent-text" />
            {label ?? t("ui.drop")}
          </span>
        </div>
      )}
    </div>
  );
}
