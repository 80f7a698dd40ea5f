import type { PartProps } from "../routes";
import { ClassCards } from "./ClassCards";

/** All classes. */
export function ClassesPart({ home }: PartProps) {
  return <ClassCards home={home} />;
}
