import { useParams } from "wouter";

import { SkillList } from "./SkillList";
import { SkillPage } from "./SkillPage";

/** Skills, and each on its own page. */
export function SkillsScreen() {
  const { id } = useParams<{ id?: string }>();
  return id === undefined ? <SkillList /> : <SkillPage key={id} id={id} />;
}
