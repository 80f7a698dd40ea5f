import { NOTE_COLORS, type NoteColor } from "@/flow";
import { useT } from "@/i18n";
import { classes, Field, Textarea, TINT_CLASSES } from "@/ui";
import { useEditor } from "../useEditor";

/** The words of a note and its colour. */
export function NotePanel({ id }: { readonly id: string }) {
  const t = useT();
  const note = useEditor(({ draft }) => draft.canvas?.notes.find((each) => each.id === id));
  const edit = useEditor((editor) => editor.edit);
  const isFixed = useEditor((editor) => editor.isFixed);
  if (note === undefined) return null;
  return (
    <fieldset disabled={isFixed} className="flex flex-col gap-4">
      <Field label={t("canvas.kind.note")}>
        {(ids) => (
          <Textarea
            {...ids}
            rows={6}
            maxLength={4000}
            value={note.text}
            onChange={(event) => edit([{ type: "setNote", note: { ...note, text: event.target.value } }], `note.${id}`)}
          />
        )}
      </Field>
      <div role="radiogroup" aria-label={t("canvas.note.color")} className="flex flex-wrap gap-1.5">
        {NOTE_COLORS.map((color: NoteColor) => (
          <button
            key={color}
            type="button"
            role="radio"
            aria-checked={note.color === color}
            aria-label={t(`canvas.color.${color}`)}
            onClick={() => edit([{ type: "setNote", note: { ...note, color } }])}
            className={classes("size-7 rounded-full border border-line-strong aria-checked:ring-2 aria-checked:ring-accent", TINT_CLASSES[color])}
          />
        ))}
      </div>
    </fieldset>
  );
}
