import { useT } from "@/i18n";
import { InlineText as Inline, type InlineTextProps } from "@/stage";

/** The same as everywhere, in the words of a school while there is nothing. */
export function InlineText(props: InlineTextProps) {
  const t = useT();
  return <Inline {...props} placeholder={props.placeholder ?? t("school.work.empty")} />;
}
