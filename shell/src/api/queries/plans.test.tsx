import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";

import { createCache } from "../cache";
import { keys } from "../keys";
import type { Plan, PlanEdit, PlanView } from "../types";
import { useEditPlan } from "./plans";

const shown = { plan: { id: "abc123", version: 3, title: "Login", goal: "Safe" }, card: {}, merged: false } as PlanView;

/** A server that keeps one plan: what was changed elsewhere is taken in, and on the same field nobody wins. */
function server() {
  const kept: { view: PlanView; readonly since: Map<number, string> } = { view: shown, since: new Map() };
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method !== "PATCH") return new Response(JSON.stringify(kept.view));
    const seen = Number(/^"v(\d+)"$/.exec(request.headers.get("if-match") ?? "")?.[1]);
    const { edits } = (await request.json()) as { readonly edits: readonly PlanEdit[] };
    const changed = [...kept.since].filter(([version]) => version > seen).map(([, path]) => path);
    if (edits.some(({ path }) => changed.includes(path ?? ""))) return new Response(JSON.stringify({ code: "conflict_version" }), { status: 412 });
    write(edits[0]?.path ?? "", edits[0]?.value);
    return new Response(JSON.stringify({ ...kept.view, merged: changed.length > 0 }));
  });
  const write = (path: string, value: unknown) => {
    const plan = { ...kept.view.plan, [path]: value, version: kept.view.plan.version + 1 } as Plan;
    kept.view = { ...kept.view, plan };
    kept.since.set(plan.version, path);
  };
  return { plan: () => kept.view.plan, elsewhere: write };
}

function editor() {
  const cache = createCache();
  cache.setQueryData(keys.plan("abc123"), shown);
  const wrapper = ({ children }: { readonly children: ReactNode }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider>;
  const { result } = renderHook(useEditPlan, { wrapper });
  const edit = (path: "title" | "goal", value: string) =>
    act(async () => result.current.mutate({ id: "abc123", version: 3, edits: [{ op: "set", path, value }], shown: (plan) => ({ ...plan, [path]: value }) }));
  const settled = () => waitFor(() => expect(cache.isMutating()).toBe(0));
  return { edit, settled, result, seen: () => cache.getQueryData<PlanView>(keys.plan("abc123"))?.plan };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test("an edit is seen at once, and one's own edits never clash with each other", async () => {
  const { plan } = server();
  const { edit, settled, seen } = editor();
  await edit("title", "Sign in");
  expect(seen()?.title).toBe("Sign in");
  await edit("title", "Sign in with a token");
  await settled();
  expect(plan()).toMatchObject({ title: "Sign in with a token", version: 5 });
});

test("what was changed elsewhere is taken in; the same field is left to the person", async () => {
  const { plan, elsewhere } = server();
  const { edit, settled, result, seen } = editor();
  elsewhere("goal", "Safer");
  await edit("title", "Sign in");
  await settled();
  expect(plan()).toMatchObject({ title: "Sign in", goal: "Safer", version: 5 });
  await edit("goal", "Safest");
  await waitFor(() => expect(result.current.error).toMatchObject({ status: 412, code: "conflict_version" }));
  expect(plan().goal).toBe("Safer");
  await waitFor(() => expect(seen()?.goal).toBe("Safer"));
});
