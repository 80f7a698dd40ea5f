import { useT } from "@/i18n";
import { yearOf } from "../figures";

/** The year a class is in, as its school calls it; what nobody knows stands as it is. */
export function useYear(): (code: string) => string {
  const t = useT();
  return (code) => {
    const year = yearOf(code);
    return year === undefined ? code : t(`school.year.${year.stage}`, { number: year.number });
  };
}
