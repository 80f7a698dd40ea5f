import { Missing as MissingPage } from "@/apps";
import { useSchoolWords } from "../useSchoolWords";

/** An address that leads to nothing, or to something that was deleted. */
export function Missing() {
  return <MissingPage words={useSchoolWords()} />;
}
