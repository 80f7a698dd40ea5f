/** English, whole: what every other language must match. Types and tests read it; the desktop fetches the parts. */

import { agents } from "./agents";
import { approvals } from "./approvals";
import { capabilities } from "./capabilities";
import { design } from "./design";
import { first } from "./first";
import { history } from "./history";
import { memory } from "./memory";
import { models } from "./models";
import { projects } from "./projects";
import { runs } from "./runs";
import { schedules } from "./schedules";
import { workflows } from "./workflows";

export const en = {
  ...first,
  ...agents,
  ...approvals,
  ...capabilities,
  ...design,
  ...history,
  ...memory,
  ...models,
  ...projects,
  ...runs,
  ...schedules,
  ...workflows,
};
