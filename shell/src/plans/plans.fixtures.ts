/** A plan as the server gives it, for tests: the story of the file that gets a login. */

import type { CardStep, Clarification, Plan, PlanCard, PlanStep, PlanView } from "@/api";

export function stepOf(id: string, fields: Partial<PlanStep> = {}): PlanStep {
  return {
    id,
    title: `Step ${id}`,
    description: "",
    kind: "agent",
    file: null,
    line_start: null,
    line_end: null,
    file_action: null,
    files: [],
    dependencies: [],
    validation: "",
    check: null,
    rationale: "",
    call: null,
    agent: null,
    workflow: null,
    question: null,
    tools: null,
    repeat: null,
    when: null,
    approval: null,
    on_error: "replan",
    retry: null,
    timeout_s: null,
    estimate: null,
    status: "pending",
    result: null,
    ...fields,
  };
}

export function questionOf(fields: Partial<Clarification> = {}): Clarification {
  return {
    id: "c1",
    question: "Where should the JWT service go?",
    found: "There are services in src/services/ and helpers in src/lib/.",
    answer: null,
    critical: true,
    related_steps: ["2"],
    field: "file",
    code: "C08",
    options: [
      { id: "A", label: "src/services/auth/", consequence: "beside the other services" },
      { id: "B", label: "src/lib/", consequence: "as a helper" },
    ],
    recommended: "A",
    evidence: [{ path: "src/services/user.ts", lines: "1-20", quote: null }],
    asked_at: "2026-04-15T10:31:00Z",
    answered_at: null,
    answered_by: null,
    applied_in_version: null,
    status: "open",
    ...fields,
  };
}

export function planOf(fields: Partial<Plan> = {}): Plan {
  return {
    schema_version: 1,
    id: "abc123",
    title: "Implement JWT authentication",
    goal: "Requests without a token are refused.",
    status: "ready",
    version: 3,
    created_at: "2026-04-15T10:30:00Z",
    updated_at: "2026-04-15T10:45:00Z",
    language: "en",
    app: "planner",
    project: "home",
    session_id: null,
    about: null,
    context: { files_analyzed: ["package.json"], patterns_found: [], dependencies: [], assumptions: [], file_hashes: {}, rules: [] },
    steps: [
      stepOf("1", { title: "Install the JWT library", kind: "edit", file: "package.json", file_action: "modify", validation: "npm list jsonwebtoken" }),
      stepOf("2", { title: "Create the JWT service", kind: "edit", file: "src/services/auth/jwt.ts", file_action: "create", dependencies: ["1"] }),
    ],
    clarifications: [],
    risks: [{ id: "r1", description: "Secrets could be committed", severity: "high", mitigation: "Keep them in .env, outside git" }],
    success_criteria: ["Protected routes answer 401 without a token"],
    feedback: [],
    approvals: [],
    content_hash: "sha256:abc",
    run: null,
    origin: { agent: "planner", run: null, prompt: "", of_calls: false },
    replaces: null,
    original: null,
    ...fields,
  };
}

export function cardOf(plan: Plan, fields: Partial<PlanCard> = {}): PlanCard {
  const steps = plan.steps.map(
    (step, index): CardStep => ({
      id: step.id,
      number: index + 1,
      title: step.title,
      description: step.description,
      kind: step.kind,
      function: step.call?.capability ?? "dev",
      function_title: step.call?.capability ?? "Developer",
      times: 1,
      effect: null,
      params: {},
      names: {},
      rationale: step.rationale,
      validation: step.validation,
      check: null,
      dependencies: step.dependencies,
      files: step.file === null ? [] : [step.file],
      asks: false,
    }),
  );
  return {
    plan: plan.id,
    version: plan.version,
    content_hash: plan.content_hash,
    objective: plan.goal,
    steps,
    counts: { create: 1, change: 1, delete: 0, execute: 0, send: 0 },
    files: ["package.json", "src/services/auth/jwt.ts"],
    hosts: [],
    estimate: { tokens: 2400, cost: null, seconds: 90 },
    risks: plan.risks,
    findings: plan.feedback,
    open_criticals: 0,
    envelope: {},
    ...fields,
  };
}

export function viewOf(plan: Plan, fields: Partial<PlanView> = {}): PlanView {
  return { plan, card: cardOf(plan), path: null, question: null, approval: null, warnings: [], broken: null, merged: false, source: null, ...fields };
}
