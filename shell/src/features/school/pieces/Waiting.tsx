import { Waiting as WaitingPage } from "@/apps";
import { useSchoolWords } from "../useSchoolWords";

/** A page that is not there yet: on its way, gone, or in trouble. */
export function Waiting(props: { readonly error: unknown; readonly onRetry: () => void }) {
  return <WaitingPage words={useSchoolWords()} {...props} />;
}
