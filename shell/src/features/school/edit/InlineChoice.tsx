import { useT } from "@/i18n";
import { InlineChoice as Inline, type InlineChoiceProps } from "@/stage";

/** The same as everywhere, in the words of a school while there is nothing. */
export function InlineChoice(props: InlineChoiceProps) {
  const t = useT();
  return <Inline {...props} placeholder={props.placeholder ?? t("school.work.none")} />;
}
