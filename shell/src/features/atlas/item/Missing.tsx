import { Missing as MissingPage } from "@/apps";
import { useAtlasWords } from "../useAtlasWords";

/** An address that leads to nothing, or to something that was deleted. */
export function Missing() {
  return <MissingPage words={useAtlasWords()} />;
}
