import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";

import type { Event } from "@/api";
import { createCache } from "@/api/cache";
import { useComposer } from "@/state";
import { fold, openChat } from "./fold";
import { approval, CONVERSATION, detail, event, events, message, run } from "./fold.fixtures";
import type { Outgoing } from "./outgoing";
import { useSend } from "./useSend";

afterEach(() => {
  vi.unstubAllGlobals();
  useComposer.getState().open(null);
});

const question = approval("apr_1", { kind: "question", options: [{ id: "own", label: "Own words", input: true, expects: null }] });
const asking = events("run_1", { type: "approval.requested", approval: question }, { type: "run.waiting", approvals: ["apr_1"] });

/** A talk that waits, with a question which takes any words unless told otherwise, and what reached the server. */
async function sent(words: Outgoing, waiting: readonly Event[] = asking) {
  const asked: { readonly path: string; readonly body: unknown }[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    asked.push({ path: new URL(request.url).pathname, body: await request.json() });
    return new Response(JSON.stringify({ conversation_id: CONVERSATION, run: "run_2", message: "msg_2", cursor: "9" }));
  });
  useComposer.getState().open(CONVERSATION);
  const chat = fold(openChat(detail()), [
    event("run_1", { type: "run.started", started: run("run_1"), worker: null }),
    event("run_1", { type: "message.added", message: message("msg_1", { content: "Hello", run: "run_1" }) }),
    ...waiting,
  ]);
  const cache = createCache();
  const wrapper = ({ children }: { readonly children: ReactNode }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider>;
  const { result } = renderHook(() => useSend(chat), { wrapper });
  act(() => void result.current.send(words));
  await waitFor(() => expect(asked.length).toBeGreaterThan(0));
  return asked[0];
}

test("words answer the question that waits", async () => {
  expect((await sent({ text: "8B", attached: [] }))?.path).toBe("/v1/approvals/apr_1/decide");
});

test("what was chosen in place of what was understood is an ask of its own, with its calls", async () => {
  const meant = { calls: [{ capability: "school.mark", params: { turma: "8B" } }] };
  const asked = await sent({ text: "class: 8B", attached: [], meant });
  expect(asked).toMatchObject({ path: "/v1/agent/chat", body: { message: "class: 8B", conversation_id: CONVERSATION, meant } });
});

test.each([
  [0, "/v1/agent/chat"],
  [1, "/v1/agent/chat"],
  [2, "/v1/runs/run_1/steer"],
] as const)("beside a card of tier %i words go to %s", async (tier, path) => {
  const card = events(
    "run_1",
    { type: "model.chosen", provider: "p", model: "m", tier, why: "", why_code: null },
    { type: "approval.requested", approval: approval("apr_1") },
    { type: "run.waiting", approvals: ["apr_1"] },
  );
  expect((await sent({ text: "no, 9", attached: [] }, card))?.path).toBe(path);
});
