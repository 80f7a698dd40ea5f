/** A problem: every error the server answers with, and the one for no answer at all. */

/** A field that was written in two places: what stands there now. */
export interface TwoValues {
  readonly path: string;
  readonly theirs: unknown;
}

/** One of several things that may be meant. */
export interface ProblemMatch {
  readonly id: string;
  readonly title: string;
  readonly path: string;
}

export interface ProblemFacts {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly hint: string | null;
  readonly field: string | null;
  readonly candidates: readonly string[];
  readonly subject: string | null;
  readonly matches?: readonly ProblemMatch[];
  readonly values?: readonly TwoValues[];
}

/** An error with a stable code, words for people, and usually a hint what to do. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly hint: string | null;
  readonly field: string | null;
  readonly candidates: readonly string[];
  readonly subject: string | null;
  /** What may be meant, where it is not clear which. */
  readonly matches: readonly ProblemMatch[];
  /** Of a conflict: the fields in question. */
  readonly values: readonly TwoValues[];

  constructor(facts: ProblemFacts) {
    super(facts.detail);
    this.name = "Problem";
    this.status = facts.status;
    this.code = facts.code;
    this.hint = facts.hint;
    this.field = facts.field;
    this.candidates = facts.candidates;
    this.subject = facts.subject;
    this.matches = facts.matches ?? [];
    this.values = facts.values ?? [];
  }

  /** The server was not reached: status 0, code `network`. */
  static unreachable(): Problem {
    return new Problem({
      status: 0,
      code: "network",
      detail: "",
      hint: null,
      field: null,
      candidates: [],
      subject: null,
    });
  }

  /** Read problem+json; an answer of another shape still becomes a problem with its status. */
  static from(status: number, body: unknown): Problem {
    const fields: Record<string, unknown> = typeof body === "object" && body !== null ? { ...body } : {};
    const text = (name: string) => (typeof fields[name] === "string" ? fields[name] : null);
    const candidates = Array.isArray(fields.candidates) ? fields.candidates : [];
    return new Problem({
      status,
      code: text("code") ?? "error",
      detail: text("detail") ?? text("title") ?? `HTTP ${status}`,
      hint: text("hint"),
      field: text("field"),
      candidates: candidates.filter((item) => typeof item === "string"),
      subject: text("subject"),
      matches: (Array.isArray(fields.matches) ? fields.matches : []).filter(isMatch),
      values: (Array.isArray(fields.values) ? fields.values : []).filter(isTwoValues),
    });
  }
}

function isTwoValues(value: unknown): value is TwoValues {
  return typeof value === "object" && value !== null && "path" in value && typeof value.path === "string" && "theirs" in value;
}

function isMatch(value: unknown): value is ProblemMatch {
  return typeof value === "object" && value !== null && "id" in value && "title" in value && "path" in value;
}

/** Whether an error is the problem with this code. */
export function isProblem(error: unknown, code?: string): error is Problem {
  return error instanceof Problem && (code === undefined || error.code === code);
}
