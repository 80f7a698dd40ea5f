import { describe, expect, it } from "vitest";

import { type ModelInfo, type ProbeFacts, type Settings, withProvider } from "@/api";
import { i18nOf } from "@/i18n";
import { choicesFor, chosenFor, withRole } from "./models/roles";
import { parseNumber } from "./numbers";
import { factsLine } from "./providers/provider";

const settings = { providers: {}, roles: {} } as unknown as Settings;
const FACTS: ProbeFacts = {
  text: true,
  streaming: true,
  json_schema: true,
  tool_calls: false,
  portuguese: null,
  context_length: 8_192,
  context_source: "declared",
  tier: 1,
  seconds: 2,
  probed_at: "2026-01-01T10:00:00.000Z",
  problem: null,
};

describe("settings", () => {
  it("read numbers as each language writes them, and nothing else", () => {
    expect(["2,000,000", "2 000", "0.5", "12"].map((text) => parseNumber(text, "en"))).toEqual([2_000_000, 2_000, 0.5, 12]);
    expect(["2.000.000", "0,5", "1.000,25"].map((text) => parseNumber(text, "pt-BR"))).toEqual([2_000_000, 0.5, 1_000.25]);
    expect(["", "abc", "-1", "1e9", "1.2.3", "٣"].map((text) => parseNumber(text, "en"))).toEqual(Array(6).fill(undefined));
  });

  it("say what a model can do in a line", () => {
    expect(factsLine(FACTS, i18nOf("en"))).toBe("tool calls: no · JSON: yes · Portuguese: not tried · context: 8,192");
    expect(factsLine(FACTS, i18nOf("pt-BR"))).toContain("contexto: 8.192");
    expect(factsLine(null, i18nOf("en"))).toBe("not tried out yet");
    expect(factsLine({ ...FACTS, probed_at: null }, i18nOf("en"))).toBe("not tried out yet");
  });

  it("change one thing about a provider and keep the rest", () => {
    const first = withProvider(settings, "ollama", { base_url: "http://127.0.0.1:9" });
    const second = withProvider(first, "ollama", { enabled: false });
    expect(second.providers).toEqual({
      ollama: { enabled: false, wire: null, base_url: "http://127.0.0.1:9", default_model: null, path: null },
    });
    expect(settings.providers).toEqual({});
  });

  it("choose a model for a role by provider and id, slashes in ids included", () => {
    const chosen = withRole(settings, "code", "openrouter/meta/llama-3");
    expect(chosen.roles).toEqual({ code: { provider: "openrouter", id: "meta/llama-3" } });
    expect(chosenFor(chosen, "code")).toBe("openrouter/meta/llama-3");
    expect(withRole(chosen, "code", "automatic").roles).toEqual({});
  });

  it("offer the chosen model even when it is not there now", () => {
    const models = [{ provider: "ollama", id: "qwen3" } as ModelInfo];
    expect(choicesFor(models, "groq/gone", i18nOf("en").t).map(({ value }) => value)).toEqual([
      "automatic",
      "ollama/qwen3",
      "groq/gone",
    ]);
  });
});
