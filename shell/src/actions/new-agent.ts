import { BotMessageSquare } from "lucide-react";

import type { Action } from "./action";

export const action: Action = {
  id: "new-agent",
  labelKey: "actions.new-agent",
  icon: BotMessageSquare,
  group: "make",
  keys: "n a",
  perform: ({ navigate }) => navigate("/agents/new"),
};
