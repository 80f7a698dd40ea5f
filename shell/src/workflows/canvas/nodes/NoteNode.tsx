import { NodeResizer, type NodeProps } from "@xyflow/react";
import { memo } from "react";

import type { NoteColor } from "@/flow";
import { useT } from "@/i18n";
import { classes, TINT_CLASSES } from "@/ui";
import type { NoteFlowNode } from "../scene";
import { useEditor } from "../useEditor";
import { NodeButton } from "./NodeButton";

const LEAST = { minWidth: 120, minHeight: 64 } as const;

/** A remark on the canvas; it stands behind the steps. */
export const NoteNode = memo(function NoteNode({ id, data: { note }, selected }: NodeProps<NoteFlowNode>) {
  const t = useT();
  const edit = useEditor((editor) => editor.edit);
  const isFixed = useEditor((editor) => editor.isFixed);
  return (
    <NodeButton id={id} label={[t("canvas.kind.note"), note.text].filter(Boolean).join(": ")}>
      {selected && !isFixed && (
        <NodeResizer
          {...LEAST}
          color="var(--accent)"
          onResizeEnd={(_, { x, y, width, height }) => edit([{ type: "setNote", note: { ...note, at: { x, y }, width, height } }])}
        />
      )}
      <span
        className={classes(
          "block size-full overflow-hidden rounded-md border border-line p-3 text-sm whitespace-pre-wrap",
          TINT_CLASSES[note.color satisfies NoteColor],
          selected && "border-accent",
        )}
      >
        {note.text || t("canvas.note.empty")}
      </span>
    </NodeButton>
  );
});
