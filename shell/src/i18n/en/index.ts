/** English: the dictionary every other language must match. One file per room of the shell. */

import { actions } from "./actions";
import { activity } from "./activity";
import { agents } from "./agents";
import { approvals } from "./approvals";
import { artifacts } from "./artifacts";
import { capabilities } from "./capabilities";
import { catalog } from "./catalog";
import { chat } from "./chat";
import { decisions } from "./decisions";
import { forms } from "./forms";
import { design } from "./design";
import { frame } from "./frame";
import { history } from "./history";
import { home } from "./home";
import { memory } from "./memory";
import { projects } from "./projects";
import { models } from "./models";
import { schedules } from "./schedules";
import { runs } from "./runs";
import { settings } from "./settings";
import { ui } from "./ui";
import { welcome } from "./welcome";
import { workflows } from "./workflows";
import { words } from "./words";

export const en = {
  ...actions,
  ...activity,
  ...agents,
  ...approvals,
  ...artifacts,
  ...capabilities,
  ...catalog,
  ...chat,
  ...decisions,
  ...forms,
  ...design,
  ...frame,
  ...history,
  ...home,
  ...memory,
  ...projects,
  ...models,
  ...schedules,
  ...runs,
  ...settings,
  ...ui,
  ...welcome,
  ...workflows,
  ...words,
};
