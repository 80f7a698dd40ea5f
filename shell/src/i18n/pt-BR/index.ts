/** Brazilian Portuguese. One file per room of the shell. */

import { actions } from "./actions";
import { activity } from "./activity";
import { approvals } from "./approvals";
import { chat } from "./chat";
import { decisions } from "./decisions";
import { frame } from "./frame";
import { home } from "./home";
import { settings } from "./settings";
import { welcome } from "./welcome";
import { words } from "./words";

export { problems } from "./problems";

export const ptBR = {
  ...actions,
  ...activity,
  ...approvals,
  ...chat,
  ...decisions,
  ...frame,
  ...home,
  ...settings,
  ...welcome,
  ...words,
};
