import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";

import type { Approval } from "@/api";
import { ApprovalOptions } from "./ApprovalOptions";
import { HandSheet } from "./HandSheet";
import { optionFor } from "./keys";

const option = (id: string, expects: string | null = null) => ({ id, label: id, input: expects !== null, expects });
const approval = { kind: "delete", status: "pending", preview: null, call: null, options: [option("approve", "Finance"), option("deny")] } as unknown as Approval;

describe("an approval that asks for words", () => {
  it("is granted only with them, and by no single key", async () => {
    const decide = vi.fn();
    render(<ApprovalOptions approval={approval} decision={{ busy: false, chosen: null, decide }} />);
    const approve = screen.getByRole<HTMLButtonElement>("button", { name: "Approve" });
    const field = screen.getByRole("textbox", { name: "Type “Finance” to confirm" });
    expect(approve.disabled).toBe(true);
    await userEvent.type(field, "fix");
    expect([approve.disabled, field.getAttribute("aria-invalid")]).toEqual([true, "true"]);
    await userEvent.clear(field);
    await userEvent.type(field, " finance ");
    await userEvent.click(approve);
    expect(decide).toHaveBeenCalledWith("approve", " finance ");
    expect([optionFor("a", approval), optionFor("d", approval)]).toEqual([undefined, "deny"]);
  });
});

describe("an action by hand", () => {
  afterEach(() => vi.unstubAllGlobals());

  const preview = (hash: string, confirm: string | null) => ({
    content_hash: hash,
    params: {},
    preview: { type: "records", summary: `Finance goes (${hash}).`, records: [{ op: "delete", kind: "pillar", id: "pil-1", title: "Finance", path: [], fields: [], cascade: null, warnings: [] }], tables: [], total: 1, warnings: [], confirm },
  });
  const asked: { readonly path: string; readonly body: unknown }[] = [];

  function serve(...answers: readonly (readonly [status: number, body: unknown])[]): void {
    asked.length = 0;
    const left = [...answers];
    vi.stubGlobal("fetch", async (request: Request) => {
      asked.push({ path: new URL(request.url).pathname, body: await request.json() });
      const [status, body] = left.shift() ?? [500, {}];
      return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });
    });
  }

  it("does exactly what was seen, with the words that were typed", async () => {
    serve([200, preview("one", "Finance")], [200, { run: "run_1", result: { ok: true, data: { id: "pil-1" }, changes: ["chg_1"] } }]);
    const closed = vi.fn();
    dialog(closed);
    await userEvent.type(await screen.findByRole("textbox"), "FINANCE");
    await userEvent.click(screen.getByRole("button", { name: "Remove" }));
    await vi.waitFor(() => expect(closed).toHaveBeenCalledWith({ run: "run_1", data: { id: "pil-1" }, change: "chg_1" }));
    expect(asked.map(({ path }) => path)).toEqual(["/v1/capabilities/atlas.delete_pillar/preview", "/v1/capabilities/atlas.delete_pillar/call"]);
    expect(asked[1]?.body).toMatchObject({ params: { pillar_id: "pil-1" }, by_hand: true, seen: "one", confirm: "FINANCE" });
  });

  it("shows what it would do by now, when that is another thing", async () => {
    serve([200, preview("one", null)], [409, { code: "approval_stale", detail: "" }], [200, preview("two", null)]);
    const closed = vi.fn();
    dialog(closed);
    await screen.findByText("Finance goes (one).");
    await userEvent.click(screen.getByRole("button", { name: "Remove" }));
    await screen.findByText("Finance goes (two).");
    expect(screen.getByRole("status").textContent).toContain("It changed in the meantime");
    expect(closed).not.toHaveBeenCalled();
  });

  function dialog(onClose: () => void): void {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <HandSheet open capability="atlas.delete_pillar" params={{ pillar_id: "pil-1" }} title="Delete “Finance”" onClose={onClose} />
      </QueryClientProvider>,
    );
  }
});
