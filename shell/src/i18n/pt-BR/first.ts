/** Brazilian Portuguese to begin with: the frame, home, the chat, and what several screens say. The rest comes with its room. */

import { actions } from "./actions";
import { activity } from "./activity";
import { artifacts } from "./artifacts";
import { catalog } from "./catalog";
import { chat } from "./chat";
import { decisions } from "./decisions";
import { dock } from "./dock";
import { forms } from "./forms";
import { frame } from "./frame";
import { home } from "./home";
import { records } from "./records";
import { scheduled } from "./scheduled";
import { titles } from "./titles";
import { ui } from "./ui";
import { words } from "./words";

export { findings } from "./findings";
export { help } from "./help";
export { problems } from "./problems";

export const first = {
  ...actions,
  ...activity,
  ...artifacts,
  ...catalog,
  ...chat,
  ...decisions,
  ...dock,
  ...forms,
  ...frame,
  ...home,
  ...records,
  ...scheduled,
  ...titles,
  ...ui,
  ...words,
};
