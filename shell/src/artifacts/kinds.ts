/** The kinds of artifacts as people sort them, and their pictures. Pure. */

import {
  AudioLines,
  Braces,
  File,
  FileCode,
  FileDiff,
  FileText,
  FileType2,
  Film,
  Image,
  type LucideIcon,
  NotebookText,
} from "lucide-react";

import type { ArtifactType } from "@/api";

/** The drawers of the gallery. */
export const KINDS = ["images", "texts", "documents", "audio", "video", "data"] as const;
export type Kind = (typeof KINDS)[number];

/** Which types of artifacts lie in which drawer; a type lies in exactly one. */
export const TYPES_OF: Readonly<Record<Kind, readonly ArtifactType[]>> = {
  images: ["image"],
  texts: ["text", "markdown", "code", "diff"],
  documents: ["pdf"],
  audio: ["audio"],
  video: ["video"],
  data: ["json", "file"],
};

const ICONS: Readonly<Record<ArtifactType, LucideIcon>> = {
  image: Image,
  text: FileText,
  markdown: NotebookText,
  code: FileCode,
  diff: FileDiff,
  json: Braces,
  pdf: FileType2,
  audio: AudioLines,
  video: Film,
  file: File,
};

/** The picture of a type. */
export function iconOf(type: ArtifactType): LucideIcon {
  return ICONS[type];
}

/** The drawer a type lies in. */
export function kindOf(type: ArtifactType): Kind {
  return KINDS.find((kind) => TYPES_OF[kind].includes(type)) ?? "data";
}

/** Whether an artifact is read as text. */
export function isText(type: ArtifactType): boolean {
  return type === "text" || type === "markdown" || type === "code" || type === "diff" || type === "json";
}
