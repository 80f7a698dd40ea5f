/** How hard an activity is and how it stands, in their order. Pure. */

import type { SchoolAtividade, SchoolDificuldade } from "@/api";
import type { Tone } from "@/ui";

export const LEVELS: readonly SchoolDificuldade[] = ["facil", "medio", "dificil"];

export type ActivityStatus = SchoolAtividade["status"];

export const STATUSES: readonly ActivityStatus[] = ["rascunho", "revisada", "publicada", "arquivada"];

const TONES: Readonly<Record<ActivityStatus, Tone>> = { rascunho: "warn", revisada: "run", publicada: "ok", arquivada: "neutral" };

/** The status a list tells as a word. */
export const statusOf = (said: string): ActivityStatus => STATUSES.find((status) => status === said) ?? "rascunho";

export const toneOf = (status: ActivityStatus): Tone => TONES[status];
