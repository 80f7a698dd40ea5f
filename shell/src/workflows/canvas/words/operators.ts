import type { Operator } from "../panel/condition";

/** The word of each operator, as the dictionaries name it. */
export const OPERATOR_WORDS = { "==": "is", "!=": "not", "<": "less", ">": "more", "<=": "most", ">=": "least" } as const satisfies Readonly<Record<Operator, string>>;
