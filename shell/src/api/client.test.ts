import { afterEach, describe, expect, it, vi } from "vitest";

import { client, unwrap, unwrapTagged } from "./client";
import { Problem } from "./problem";
import { useSession } from "./session";

function answer(status: number, body: unknown, headers: Record<string, string> = {}): void {
  const type = status < 400 ? "application/json" : "application/problem+json";
  const response = () => new Response(JSON.stringify(body), { status, headers: { "content-type": type, ...headers } });
  vi.stubGlobal("fetch", async () => response());
}

describe("the client", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    useSession.setState({ status: "unknown" });
  });

  it("gives the data of an answer", async () => {
    answer(200, { status: "ready", version: "0.1.0", detail: null });
    const health = await unwrap(client.GET("/v1/health"));
    expect(health).toEqual({ status: "ready", version: "0.1.0", detail: null });
    expect(useSession.getState().status).toBe("signed_in");
  });

  it("gives a document with its tag", async () => {
    answer(200, { onboarded: true }, { etag: '"v3"' });
    expect((await unwrapTagged(client.GET("/v1/settings"))).etag).toBe('"v3"');
  });

  it("throws what the server calls the problem", async () => {
    answer(412, { status: 412, title: "Stale", code: "stale", detail: "It moved on", hint: "Read it again." });
    const error = await unwrap(client.GET("/v1/home")).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Problem);
    expect(error).toMatchObject({ status: 412, code: "stale", message: "It moved on", hint: "Read it again." });
  });

  it("notes that this browser is signed out", async () => {
    answer(401, { code: "unauthorized", detail: "No token" });
    await unwrap(client.GET("/v1/home")).catch(() => undefined);
    expect(useSession.getState().status).toBe("signed_out");
  });

  it("makes a problem of no answer and of an answer that is no JSON", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("refused")));
    await expect(unwrap(client.GET("/v1/home"))).rejects.toMatchObject({ status: 0, code: "network" });
    vi.stubGlobal("fetch", async () => new Response("<html>", { status: 502 }));
    await expect(unwrap(client.GET("/v1/home"))).rejects.toMatchObject({ status: 502, code: "error" });
  });
});
