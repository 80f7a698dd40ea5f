import { useCapabilities } from "@/api";
import { useI18n } from "@/i18n";
import type { CallView } from "../model";

/** What a call is called. One that has not begun has no title of its own yet: its capability's is shown. */
export function CallTitle({ call }: { readonly call: CallView }) {
  return call.startedAt === null && call.result === null ? <WishTitle call={call} /> : call.title;
}

function WishTitle({ call }: { readonly call: CallView }) {
  const { locale } = useI18n();
  const { data = [] } = useCapabilities();
  const known = data.find(({ name }) => name === call.capability);
  const language = locale.split("-")[0] ?? locale;
  return known === undefined ? call.title : (known.titles?.[language] ?? known.title);
}
