import { ACTIONS } from "./actions";
import { CHOICES } from "./choices";
import { FIELDS } from "./fields";
import { LISTS } from "./lists";
import { OVERLAYS } from "./overlays";
import { READING } from "./reading";
import { STATUS } from "./status";
import { TOKENS } from "./tokens";

/** Everything on show, in the order of the page. */
export const GROUPS = [TOKENS, ACTIONS, FIELDS, CHOICES, STATUS, LISTS, READING, OVERLAYS];
