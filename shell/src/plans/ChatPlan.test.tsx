import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";

import { type Approval, createCache, keys, type PlanView } from "@/api";
import { ChatPlan } from "./ChatPlan";
import { cardOf, planOf, questionOf, viewOf } from "./plans.fixtures";

const approvalOf = (fields: Partial<Approval>): Approval => ({
  id: "apr_1",
  kind: "plan",
  run: null,
  session_id: null,
  agent: "planner",
  subject: "plan:abc123",
  title: "Implement JWT authentication",
  body: "",
  preview: null,
  notices: [],
  risk: "low",
  options: [],
  binds: { content_hash: "sha256:abc", version: 3, envelope: {} as Approval["binds"]["envelope"] },
  call: null,
  default: "cancel",
  status: "pending",
  created_at: "2026-04-15T10:45:00Z",
  decided_by: null,
  decided_at: null,
  option: null,
  answer: null,
  environment: null,
  is_protected: false,
  expires_at: null,
  step: null,
  edit: null,
  version: 1,
  ...fields,
});

/** A server with one plan and one approval; tells what was sent to it. */
function shown(view: PlanView, approval: Approval) {
  const sent: { readonly path: string; readonly body: unknown }[] = [];
  const kept = { view };
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname: path } = new URL(request.url);
    if (request.method === "POST") sent.push({ path, body: await request.json() });
    if (path.startsWith("/v1/approvals/")) return new Response(JSON.stringify(request.method === "POST" ? { ...approval, status: "granted" } : approval));
    return new Response(JSON.stringify(kept.view));
  });
  const cache = createCache();
  render(
    <QueryClientProvider client={cache}>
      <ChatPlan id={view.plan.id} />
    </QueryClientProvider>,
  );
  const becomes = async (next: PlanView) => {
    kept.view = next;
    await cache.invalidateQueries({ queryKey: keys.plan(next.plan.id) });
  };
  return { sent, becomes };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test("a plan is approved by the hash of exactly the card that is shown", async () => {
  const { sent } = shown(viewOf(planOf(), { approval: "apr_1" }), approvalOf({}));
  const card = await screen.findByRole("region", { name: "I’ll carry out your action plan now" });
  expect(within(card).getAllByRole("listitem").filter((item) => item.dataset.step !== undefined).map((item) => item.textContent)).toEqual([
    expect.stringContaining("1. Install the JWT library"),
    expect.stringContaining("2. Create the JWT service"),
  ]);
  expect(card.textContent).toContain("creates one thing and changes one thing");
  expect(card.textContent).toContain("About 2,400 tokens · 1 min 30 s");
  await userEvent.click(within(card).getByRole("button", { name: "Execute plan" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ path: "/v1/approvals/apr_1/decide", body: { option: "execute", content_hash: "sha256:abc" } });
});

test("a card that changes under somebody's eyes is looked at again before it can be approved", async () => {
  const { becomes } = shown(viewOf(planOf(), { approval: "apr_1" }), approvalOf({}));
  const execute = await screen.findByRole("button", { name: "Execute plan" });
  const plan = planOf({ version: 4, content_hash: "sha256:def" });
  await becomes(viewOf(plan, { approval: "apr_1" }));
  expect((await screen.findByRole("alert")).textContent).toContain("it was version 3, now it is version 4");
  expect(screen.getByRole("button", { name: "Execute plan" })).toHaveProperty("disabled", true);
  await userEvent.click(screen.getByRole("button", { name: "I have read it" }));
  expect(screen.queryByRole("alert")).toBeNull();
  expect(execute).toHaveProperty("disabled", false);
});

test("what an answer made of a plan is no surprise: the card is offered for the first time", async () => {
  const asked = planOf({ status: "clarifying", clarifications: [questionOf()] });
  const { becomes } = shown(viewOf(asked, { question: "apr_1", card: cardOf(asked) }), approvalOf({}));
  await waitFor(() => expect(screen.getAllByRole("region").length).toBeGreaterThan(0));
  await becomes(viewOf(planOf({ version: 4, content_hash: "sha256:def" }), { approval: "apr_1" }));
  expect(await screen.findByRole("button", { name: "Execute plan" })).toHaveProperty("disabled", false);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("an approval of something else is not used: what is on the screen is approved by its own hash", async () => {
  const { sent } = shown(viewOf(planOf(), { approval: "apr_1" }), approvalOf({ binds: { content_hash: "sha256:old", version: 2, envelope: {} as Approval["binds"]["envelope"] } }));
  await userEvent.click(await screen.findByRole("button", { name: "Execute plan" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ path: "/v1/plans/abc123/run", body: { approve: { version: 3, content_hash: "sha256:abc" } } });
});

test("the one question is answered by its number, or in own words", async () => {
  const plan = planOf({ status: "clarifying", clarifications: [questionOf()] });
  const { sent } = shown(viewOf(plan, { question: "apr_1", card: cardOf(plan) }), approvalOf({ kind: "question" }));
  const question = await screen.findByRole("group", { name: "Where should the JWT service go?" });
  const second = within(question).getByRole("button", { name: /src\/lib\// });
  await waitFor(() => expect(second).toHaveProperty("disabled", false));
  expect(within(question).getByRole("button", { name: /src\/services\/auth\// }).textContent).toContain("recommended");
  second.focus();
  await userEvent.keyboard("2");
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ option: "option_B" });
  const field = within(question).getByRole("textbox");
  await userEvent.type(field, "In src/2{Enter}");
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.body).toMatchObject({ option: "answer", answer: "In src/2" });
});
