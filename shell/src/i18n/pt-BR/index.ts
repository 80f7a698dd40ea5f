/** Brazilian Portuguese, whole. Tests read it; the desktop fetches the parts. */

import { agents } from "./agents";
import { approvals } from "./approvals";
import { atlas } from "./atlas";
import { capabilities } from "./capabilities";
import { catalogue } from "./catalogue";
import { conductor } from "./conductor";
import { design } from "./design";
import { evaluations } from "./evaluations";
import { files } from "./files";
import { first } from "./first";
import { history } from "./history";
import { insights } from "./insights";
import { knowledge } from "./knowledge";
import { mcp } from "./mcp";
import { openapi } from "./openapi";
import { memory } from "./memory";
import { models } from "./models";
import { plans } from "./plans";
import { projects } from "./projects";
import { reports } from "./reports";
import { runs } from "./runs";
import { schedules } from "./schedules";
import { school } from "./school";
import { settings } from "./settings";
import { plugins } from "./plugins";
import { skills } from "./skills";
import { tools } from "./tools";
import { traces } from "./traces";
import { teams } from "./teams";
import { welcome } from "./welcome";
import { workflows } from "./workflows";

export const ptBR = {
  ...first,
  ...agents,
  ...approvals,
  ...atlas,
  ...capabilities,
  ...catalogue,
  ...conductor,
  ...design,
  ...evaluations,
  ...files,
  ...history,
  ...insights,
  ...knowledge,
  ...mcp,
  ...openapi,
  ...memory,
  ...models,
  ...plans,
  ...projects,
  ...reports,
  ...runs,
  ...schedules,
  ...school,
  ...settings,
  ...plugins,
  ...skills,
  ...tools,
  ...traces,
  ...teams,
  ...welcome,
  ...workflows,
};
