import { useCapabilities } from "@/api";
import { capabilityTitle } from "@/catalog";
import { useI18n } from "@/i18n";
import type { ToolName } from "./rules";

/** Names tools by their titles, in the person's language. */
export function useToolName(): ToolName {
  const { locale } = useI18n();
  const { data: known = [] } = useCapabilities();
  return (name) => {
    const found = known.find((each) => each.name === name);
    return found === undefined ? name : capabilityTitle(found, locale);
  };
}
