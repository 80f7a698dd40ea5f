import { Library } from "lucide-react";

import type { Action } from "./action";

export const action: Action = {
  id: "add-document",
  labelKey: "actions.add-document",
  icon: Library,
  group: "make",
  keys: "n d",
  perform: ({ navigate }) => navigate("/knowledge?add"),
};
