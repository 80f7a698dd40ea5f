import { describe, expect, it } from "vitest";

import type { Approval, Home, Run } from "@/api";
import { i18nOf } from "@/i18n";
import { greeting, summary } from "./summary";

const { t } = i18nOf("en");
const empty = { pending: [], pending_total: 0, running: [], running_total: 0, recent: [] } as unknown as Home;
const run = (status: Run["status"]) => ({ status }) as Run;

describe("home", () => {
  it("greets by the hour, and by name when it knows one", () => {
    expect([4, 5, 11, 12, 17, 18, 23].map((hour) => greeting(hour, "", t))).toEqual([
      "Good evening",
      "Good morning",
      "Good morning",
      "Good afternoon",
      "Good afternoon",
      "Good evening",
      "Good evening",
    ]);
    expect(greeting(9, " Ana ", t)).toBe("Good morning, Ana");
    expect(greeting(9, "Ana", i18nOf("pt-BR").t)).toBe("Bom dia, Ana");
  });

  it("sums up what waits and what goes on in a sentence", () => {
    const say = (home: Partial<Home>) => summary({ ...empty, ...home }, t);
    expect(say({})).toMatch(/^This is your desktop/);
    expect(say({ recent: [run("done")] })).toBe("Nothing waits for your decision.");
    expect(say({ pending: [{} as Approval], pending_total: 1, running: [run("waiting")], running_total: 1 })).toBe("One thing waits for you.");
    const two = { running: [run("executing"), run("executing")], running_total: 2 };
    expect(say({ pending: [{} as Approval], pending_total: 1, ...two })).toBe(
      "One thing waits for you. 2 runs are going on.",
    );
  });

  it("counts what the first page does not list", () => {
    const many = { ...empty, pending: [{} as Approval], pending_total: 1000, running: [run("executing")], running_total: 40 };
    expect(summary(many, t)).toBe("1,000 things wait for you. 40 runs are going on.");
  });
});
