import { useT } from "@/i18n";
import { InlineDay as Inline, type InlineDayProps } from "@/stage";

/** The same as everywhere, in the words of a school while there is nothing. */
export function InlineDay(props: InlineDayProps) {
  const t = useT();
  return <Inline {...props} placeholder={props.placeholder ?? t("school.work.empty")} />;
}
