import type { ComponentType } from "react";

import { classes, type Purpose } from "@/ui";
import { CodePicture } from "./CodePicture";
import { ExplorePicture } from "./ExplorePicture";
import { GoalsPicture } from "./GoalsPicture";
import { TeachPicture } from "./TeachPicture";

const PICTURES: Readonly<Record<Purpose, ComponentType>> = {
  teach: TeachPicture,
  goals: GoalsPicture,
  code: CodePicture,
  explore: ExplorePicture,
};

/** What a purpose looks like, in the colours of the theme; the words beside it say the same. */
export function PurposePicture({ purpose, className }: { readonly purpose: Purpose; readonly className?: string }) {
  const Drawn = PICTURES[purpose];
  return (
    <svg viewBox="0 0 240 136" aria-hidden="true" className={classes("block", className)}>
      <Drawn />
    </svg>
  );
}
