import { Plus } from "lucide-react";

import type { Branch } from "../branches";
import { useEditorStore } from "../useEditor";
import { PORTS } from "./looks";

interface AddAfterProps {
  readonly node: string;
  readonly isShown: boolean;
  /** On which branch, of a condition. */
  readonly branch?: Branch;
}

/** Beside the port of a step, for a mouse: a plus that opens the palette for what comes next. Keys have `/` for it. */
export function AddAfter({ node, isShown, branch }: AddAfterProps) {
  const store = useEditorStore();
  if (store.getState().isFixed) return null;
  return (
    <span
      aria-hidden
      data-add={node}
      data-branch={branch}
      style={branch === undefined ? undefined : { top: PORTS[branch] }}
      className={`${branch === undefined ? "ml-3 size-6" : "ml-10 size-5"} add-after nodrag nopan absolute top-1/2 left-full flex -translate-y-1/2 cursor-pointer items-center justify-center rounded-full border border-line-strong bg-raised text-muted hover:border-accent hover:text-accent-text ${isShown ? "shown" : ""}`}
      onClick={(event) => {
        event.stopPropagation();
        store.getState().offer({ after: node, branch });
      }}
    >
      <Plus className="size-3.5" />
    </span>
  );
}
