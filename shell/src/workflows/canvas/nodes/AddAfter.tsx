import { Plus } from "lucide-react";

import { useEditorStore } from "../useEditor";

interface AddAfterProps {
  readonly node: string;
  readonly isShown: boolean;
}

/** Beside the port of a step, for a mouse: a plus that opens the palette for what comes next. Keys have `/` for it. */
export function AddAfter({ node, isShown }: AddAfterProps) {
  const store = useEditorStore();
  if (store.getState().isFixed) return null;
  return (
    <span
      aria-hidden
      data-add={node}
      className={`add-after nodrag nopan absolute top-1/2 left-full ml-3 flex size-6 -translate-y-1/2 cursor-pointer items-center justify-center rounded-full border border-line-strong bg-raised text-muted hover:border-accent hover:text-accent-text ${isShown ? "shown" : ""}`}
      onClick={(event) => {
        event.stopPropagation();
        store.getState().offer({ after: node });
      }}
    >
      <Plus className="size-3.5" />
    </span>
  );
}
