import { graphOf, OUTPUT, placeOf } from "@/flow";
import { useT } from "@/i18n";
import { useEditor } from "../useEditor";
import { BoundText } from "./BoundText";

/** What the whole comes to; nothing means what the steps share. */
export function OutputPanel({ inside }: { readonly inside: string | null }) {
  const t = useT();
  const output = useEditor(({ draft }) => graphOf(draft, inside)?.output ?? null);
  const edit = useEditor((editor) => editor.edit);
  const isFixed = useEditor((editor) => editor.isFixed);
  const text = output === null ? "" : typeof output === "string" ? output : JSON.stringify(output);
  const put = (words: string) => void edit([{ type: "setOutput", output: read(words), inside }], "output");
  return (
    <fieldset disabled={isFixed} className="flex flex-col gap-4">
      <BoundText place={placeOf(inside, OUTPUT)} label={t("canvas.kind.output")} hint={t("canvas.field.output.about")} isLong value={text} onChange={put} />
    </fieldset>
  );
}

/** Words, or the JSON they are. */
function read(words: string): unknown {
  if (words.trim() === "") return null;
  if (!/^\s*[{[]/.test(words) || /^\s*\{\{/.test(words)) return words;
  try {
    return JSON.parse(words);
  } catch {
    return words;
  }
}
