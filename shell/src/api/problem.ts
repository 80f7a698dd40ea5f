/** A problem: every error the server answers with, and the one for no answer at all. */

export interface ProblemFacts {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly hint: string | null;
  readonly field: string | null;
  readonly candidates: readonly string[];
  readonly subject: string | null;
}

/** An error with a stable code, words for people, and usually a hint what to do. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly hint: string | null;
  readonly field: string | null;
  readonly candidates: readonly string[];
  readonly subject: string | null;

  constructor(facts: ProblemFacts) {
    super(facts.detail);
    this.name = "Problem";
    this.status = facts.status;
    this.code = facts.code;
    this.hint = facts.hint;
    this.field = facts.field;
    this.candidates = facts.candidates;
    this.subject = facts.subject;
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
    });
  }
}

/** Whether an error is the problem with this code. */
export function isProblem(error: unknown, code?: string): error is Problem {
  return error instanceof Problem && (code === undefined || error.code === code);
}
