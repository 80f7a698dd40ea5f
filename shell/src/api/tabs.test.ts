import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { joinTabs } from "./tabs";

const PATIENT = { timeout: 10_000 };

/** The browser's locks: one holder at a time, the rest in line. */
class Locks {
  #line: (() => void)[] = [];
  #held = false;

  async request(_name: string, options: { readonly signal: AbortSignal }, held: () => Promise<void>): Promise<void> {
    if (this.#held) {
      await new Promise<void>((resolve, reject) => {
        this.#line.push(resolve);
        options.signal.addEventListener("abort", () => reject(new DOMException("left", "AbortError")));
      });
    }
    this.#held = true;
    await held();
    this.#held = false;
    this.#line.shift()?.();
  }
}

describe("tabs", () => {
  beforeEach(() => {
    vi.stubGlobal("navigator", { ...navigator, locks: new Locks() });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  const tab = (name: string, log: string[]) =>
    joinTabs<string>({
      name: "test",
      lead: () => {
        log.push(`${name} leads`);
        return () => log.push(`${name} ends`);
      },
      hear: (message) => log.push(`${name} hears ${message}`),
    });

  it("lets one lead, and the next when that one leaves", async () => {
    const log: string[] = [];
    const first = tab("first", log);
    const second = tab("second", log);
    await vi.waitFor(() => expect(log).toEqual(["first leads"]), PATIENT);
    first.leave();
    await vi.waitFor(() => expect(log).toEqual(["first leads", "first ends", "second leads"]), PATIENT);
    second.leave();
  });

  it("tells the others, not itself", async () => {
    const log: string[] = [];
    const first = tab("first", log);
    const second = tab("second", log);
    first.tell("hello");
    await vi.waitFor(() => expect(log).toContain("second hears hello"), PATIENT);
    expect(log).not.toContain("first hears hello");
    first.leave();
    second.leave();
  });

  it("leads for itself where the browser has no locks", () => {
    vi.stubGlobal("navigator", {});
    const log: string[] = [];
    tab("only", log).leave();
    expect(log).toEqual(["only leads", "only ends"]);
  });
});
