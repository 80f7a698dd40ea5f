import { ForeignText, LongBox } from "@/ui";

/** A text of somebody else, which scrolls where it is long. */
export function Words({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <LongBox label={title} lines={text.split("\n").length} className="px-3 py-2">
      <p className="text-xs break-words whitespace-pre-wrap text-fg">
        <ForeignText>{text}</ForeignText>
      </p>
    </LongBox>
  );
}
