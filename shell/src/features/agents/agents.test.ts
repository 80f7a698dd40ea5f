import { describe, expect, it } from "vitest";

import type { Agent, Capability, Graph } from "@/api";
import { i18nOf } from "@/i18n";
import { documentOf } from "./flow";
import { differing, FRESH, merge, type Persona, personaOf } from "./persona";
import { EMPTY, ruleOf } from "./rules";
import { sentenceOf, summaryOf } from "./summary";
import { barredBy, isEntry, isRule, patterns, reachOf, wishOf, withPatterns, withReach, withTools, withWish } from "./tools";

const capability = (name: string, effect: Capability["effect"], rest: Partial<Capability> = {}) =>
  ({ name, effect, category: "files", approval: effect === "read" ? "auto" : effect === "write" ? "plan" : "always", reversible: true, ...rest }) as Capability;

const KNOWN = [
  capability("core.read_file", "read"),
  capability("core.write_file", "write"),
  capability("core.memory_save", "write", { category: "memory", approval: "auto" }),
  capability("core.delete_file", "delete"),
];
const OWNER = FRESH.policy;
const all = { allow: ["*"], deny: [] };

describe("allowed tools", () => {
  it("reach over everything, over what only looks, or over a choice of one's own", () => {
    expect(reachOf(all, KNOWN)).toBe("all");
    expect(reachOf(withReach(all, "looking", KNOWN), KNOWN)).toBe("looking");
    expect(reachOf({ allow: ["core.*"], deny: ["core.delete_file"] }, KNOWN)).toBe("custom");
  });

  it("tick and clear boxes, and keep every pattern as it was written", () => {
    const mine = { allow: ["core.*", "other.thing"], deny: ["gone.*"] };
    const cleared = withTools(mine, ["core.write_file"], false);
    expect(cleared).toEqual({ allow: ["core.*", "other.thing"], deny: ["gone.*", "core.write_file"] });
    expect(withTools(cleared, ["core.write_file"], true)).toEqual(mine);
    const names = { allow: ["core.read_file"], deny: [] };
    expect(withTools(names, ["core.write_file"], true).allow).toEqual(["core.read_file", "core.write_file"]);
    expect(withTools(names, ["core.read_file"], false)).toEqual({ allow: [], deny: [] });
  });

  it("say which pattern bars a box", () => {
    expect(barredBy("core.read_file", { allow: ["*"], deny: ["core.*"] })).toBe("core.*");
    expect(barredBy("core.read_file", { allow: ["*"], deny: ["core.read_file"] })).toBeUndefined();
  });

  it("keep what is about apps that are not here when the reach changes", () => {
    expect(withReach({ allow: ["core.read_file", "mail.send"], deny: ["core.write_file", "mail.*"] }, "looking", KNOWN)).toEqual({
      allow: ["core.read_file", "mail.send"],
      deny: ["mail.*"],
    });
  });

  it("show patterns apart from names, and exchange only those", () => {
    const entries = ["core.*", "core.read_file", "mail.send"];
    expect(patterns(entries, KNOWN)).toEqual(["core.*", "mail.send"]);
    expect(withPatterns(entries, ["mail.send"], KNOWN)).toEqual(["mail.send", "core.read_file"]);
  });

  it("take only entries and rules the server can read", () => {
    expect(["*", "core.*", "core.read_file", "core", "Core.x", "core.x(a)"].map(isEntry)).toEqual([true, true, true, false, false, false]);
    expect(["core.write_file(notes/**)", "core.*", "core()", "x"].map(isRule)).toEqual([true, true, false, false]);
  });
});

describe("rules of one's own", () => {
  it("say one thing about a tool at a time, and leave patterns alone", () => {
    const policy = { ...FRESH.policy, allow: ["core.write_file(notes/**)", "core.write_file"] };
    expect(wishOf(policy, "core.write_file")).toBe("allow");
    const asked = withWish(policy, "core.write_file", "ask");
    expect(asked).toMatchObject({ allow: ["core.write_file(notes/**)"], ask: ["core.write_file"] });
    expect(wishOf(withWish(asked, "core.write_file", "own"), "core.write_file")).toBe("own");
  });
});

describe("the summary", () => {
  const say = (persona: Partial<Persona>, locale: "en" | "pt-BR" = "en", owner = OWNER) =>
    sentenceOf(summaryOf({ ...FRESH, ...persona }, KNOWN, owner), i18nOf(locale));

  it("is one sentence a teacher understands", () => {
    expect(say({})).toBe("May look things up and remember things; asks before writing or deleting.");
    expect(say({ capabilities: { allow: ["*"], deny: ["core.delete_file"] } })).toBe(
      "May look things up and remember things; asks before writing; may not delete.",
    );
    expect(say({}, "pt-BR")).toBe("Pode consultar e guardar memórias; pede antes de escrever ou apagar.");
    expect(say({ capabilities: { allow: [], deny: [] } })).toBe("May only talk: no tools are allowed.");
  });

  it("follows rules, refusals and the owner's own policy", () => {
    expect(say({ policy: { ...FRESH.policy, allow: ["core.write_file"], deny: ["core.delete_file"] } })).toBe(
      "May look things up, remember things, and write; may not delete.",
    );
    expect(say({ policy: { ...FRESH.policy, on_write: "fail" } })).toBe("May look things up; may not remember things, write, or delete.");
    expect(say({}, "en", { ...OWNER, on_write: "apply" })).toBe("May look things up, remember things, and write; asks before deleting.");
  });
});

describe("two edits of one persona", () => {
  const agent = { ...FRESH, id: "ana", version: 1, name: "Ana" } as Agent;
  const base = personaOf(agent);

  it("go together where they touch different things", () => {
    const { merged, clashes } = merge(base, { ...base, name: "Bia" }, { ...base, description: "Kind." });
    expect([merged.name, merged.description, clashes]).toEqual(["Bia", "Kind.", []]);
  });

  it("are both named where they touch the same", () => {
    const { merged, clashes } = merge(base, { ...base, name: "Bia" }, { ...base, name: "Caio" });
    expect([merged.name, clashes]).toEqual(["Bia", ["name"]]);
    expect(merge(base, { ...base, name: "Bia" }, { ...base, name: "Bia" }).clashes).toEqual([]);
  });

  it("know what differs, deep inside as well", () => {
    expect(differing(base, { ...base, policy: { ...base.policy, ask: ["core.write_file"] } })).toEqual(["policy"]);
    expect(differing(base, structuredClone(base))).toEqual([]);
  });
});

describe("rules", () => {
  it("are made only when nothing is missing, and read as sentences", () => {
    expect(ruleOf(EMPTY)).toEqual({ rule: "never", what: "effect:delete" });
    expect(ruleOf({ ...EMPTY, what: "tool" })).toBeNull();
    expect(ruleOf({ ...EMPTY, kind: "files" })).toBeNull();
    expect(ruleOf({ ...EMPTY, kind: "omit", text: " budget " })).toEqual({ rule: "omit", text: "budget", asked: "" });
    expect(ruleOf({ ...EMPTY, kind: "said", do: " Be kind. " })).toEqual({ rule: "said", when: "", do: "Be kind." });
  });
});

describe("the flow as text", () => {
  it("says what is set and leaves out what goes without saying", () => {
    const graph = { inputs: {}, state: {}, output: "Done.", nodes: [{ id: "now", kind: "call", title: "", call: { capability: "core.now", params: {} }, dependencies: [], retry: null }] } as unknown as Graph;
    expect(JSON.parse(documentOf(graph))).toEqual({
      id: "flow",
      title: "Flow",
      graph: { output: "Done.", nodes: [{ id: "now", kind: "call", call: { capability: "core.now" } }] },
    });
    expect(documentOf(null)).toContain("{{inputs.request}}");
  });
});
