import { useCapabilities } from "@/api";
import { capabilityTitle } from "@/catalog";
import { useI18n } from "@/i18n";
import type { Speech } from "./expectations";

/** What is needed to say an expectation, in the person's language. */
export function useSpeech(): Speech {
  const { t, format, locale } = useI18n();
  const { data: known = [] } = useCapabilities();
  const named = (name: string) => {
    const found = known.find((each) => each.name === name);
    return found === undefined ? name : capabilityTitle(found, locale);
  };
  return { t, named, number: format.number, money: format.money };
}
