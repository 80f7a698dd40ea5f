import { expect, it } from "vitest";

import type { ArtifactType } from "@/api";
import { KINDS, kindOf, TYPES_OF } from "./kinds";

const TYPES: readonly ArtifactType[] = ["image", "text", "markdown", "code", "diff", "json", "pdf", "audio", "video", "file"];

it("puts every type into exactly one drawer", () => {
  const drawers = TYPES.map((type) => KINDS.filter((kind) => TYPES_OF[kind].includes(type)));
  expect(drawers.every((found) => found.length === 1)).toBe(true);
  expect(TYPES.map(kindOf)).toEqual(["images", "texts", "texts", "texts", "texts", "data", "documents", "audio", "video", "data"]);
});
