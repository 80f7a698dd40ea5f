import { ShieldCheck } from "lucide-react";

import type { Action } from "./action";

export const action: Action = {
  id: "review-approvals",
  labelKey: "actions.review-approvals",
  icon: ShieldCheck,
  group: "find",
  when: ({ home }) => (home?.pending_total ?? 0) > 0,
  perform: ({ navigate }) => navigate("/approvals"),
};
