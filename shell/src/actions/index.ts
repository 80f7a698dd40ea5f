/** Every action: the files of this folder that export one. */

import type { Action, ActionContext } from "./action";

export type { Action, ActionContext, ActionGroup } from "./action";
export { chordKeys, chordText, isChord, isPlain, isTyping, onMac, stepOf } from "./keys";

const found = import.meta.glob<Action>(["./*.ts", "!./index.ts", "!./action.ts", "!./keys.ts", "!./*.test.ts"], {
  eager: true,
  import: "action",
});

export const ACTIONS: readonly Action[] = Object.values(found);

/** The action with this id. */
export function actionOf(id: string): Action {
  const action = ACTIONS.find((candidate) => candidate.id === id);
  if (action === undefined) throw new Error(`no action ${JSON.stringify(id)}`);
  return action;
}

/** Whether an action makes sense now. */
export function isOffered(action: Action, context: ActionContext): boolean {
  return action.when?.(context) ?? true;
}
