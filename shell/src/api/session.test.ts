import { afterEach, describe, expect, it, vi } from "vitest";

import { beginSession, takeCode, useSession } from "./session";

describe("the one-time code", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    useSession.setState({ status: "unknown" });
  });

  it("leaves the address at once, and the rest of it stays", () => {
    history.replaceState(null, "", "/activity/run_1?x=1#code=abc&keep=2");
    expect(takeCode()).toBe("abc");
    expect(location.pathname + location.search + location.hash).toBe("/activity/run_1?x=1#keep=2");
    expect(takeCode()).toBeNull();
  });

  it("is exchanged for a session", async () => {
    history.replaceState(null, "", "/#code=abc");
    const fetch = vi.fn(async (_url: string, _options: RequestInit) => new Response(null, { status: 204 }));
    vi.stubGlobal("fetch", fetch);
    await beginSession();
    expect(fetch.mock.calls[0]?.[0]).toBe("/v1/session");
    expect(fetch.mock.calls[0]?.[1].body).toBe('{"code":"abc"}');
    expect(useSession.getState().status).toBe("signed_in");
  });

  it("asks nothing of the server when there is no code, and survives a server that is away", async () => {
    const fetch = vi.fn(() => Promise.reject(new TypeError("refused")));
    vi.stubGlobal("fetch", fetch);
    await beginSession();
    expect(fetch).not.toHaveBeenCalled();
    history.replaceState(null, "", "/#code=abc");
    await beginSession();
    expect(useSession.getState().status).toBe("unknown");
  });
});
