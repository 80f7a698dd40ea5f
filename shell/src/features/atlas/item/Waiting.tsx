import { Waiting as WaitingPage } from "@/apps";
import { useAtlasWords } from "../useAtlasWords";

/** A page that is not there yet: on its way, gone, or in trouble. */
export function Waiting(props: { readonly error: unknown; readonly onRetry: () => void }) {
  return <WaitingPage words={useAtlasWords()} {...props} />;
}
