import { describe, expect, it } from "vitest";

import type { ModelInfo, Models, ProbeFacts, ProviderInfo, Settings } from "@/api";
import { factWords, sizeLine } from "@/catalog";
import { i18nOf } from "@/i18n";
import { isConnected, providersOf } from "./providers";
import { choicesFor, chosenFor, withRole } from "./roles";

const settings = { roles: {} } as unknown as Settings;
const FACTS = { tool_calls: false, json_schema: true, streaming: true, portuguese: null, context_length: 8_192 } as ProbeFacts;
const MODEL = { provider: "ollama", id: "qwen3", size_bytes: 5_200_000_000, price: null, context_length: null, facts: FACTS } as ModelInfo;

describe("roles", () => {
  it("choose a model by provider and id, slashes in ids included", () => {
    const chosen = withRole(settings, "code", "openrouter/meta/llama-3");
    expect(chosen.roles).toEqual({ code: { provider: "openrouter", id: "meta/llama-3" } });
    expect(chosenFor(chosen, "code")).toBe("openrouter/meta/llama-3");
    expect(withRole(chosen, "code", "automatic").roles).toEqual({});
  });

  it("offer the chosen model even when it is not there now", () => {
    const offered = choicesFor([MODEL], "groq/gone", i18nOf("en").t).map(({ value }) => value);
    expect(offered).toEqual(["automatic", "ollama/qwen3", "groq/gone"]);
  });
});

describe("models", () => {
  it("say how large they are and what they cost, as each language writes it", () => {
    expect(sizeLine(MODEL, i18nOf("en"))).toBe("8,192 tokens of context · 5.2 GB");
    expect(sizeLine(MODEL, i18nOf("pt-BR"))).toBe("8.192 tokens de contexto · 5,2 GB");
    const priced = { ...MODEL, size_bytes: null, facts: null, price: { input: 0.5, output: 2, cached: null } };
    expect(sizeLine(priced, i18nOf("en"))).toBe("$0.50 in, $2.00 out per million tokens");
  });

  it("keep what was not tried apart from what failed", () => {
    expect(factWords(FACTS).map(({ can }) => can)).toEqual([false, true, true, null]);
  });
});

describe("providers", () => {
  const provider = (id: string, rest: Partial<ProviderInfo>) => ({ id, name: id, local: true, enabled: true, status: "unreachable", has_key: false, ...rest }) as ProviderInfo;

  it("stand with those first that have something to offer", () => {
    const models = { models: [MODEL], providers: [provider("vllm", {}), provider("lmstudio", { status: "reachable" }), provider("ollama", {}), provider("groq", { local: false })] } as unknown as Models;
    expect(providersOf(models, true).map(({ id }) => id)).toEqual(["ollama", "lmstudio", "vllm"]);
    expect(providersOf(models, false).map(({ id }) => id)).toEqual(["groq"]);
  });

  it("count as connected when they answer, or have the key they need", () => {
    expect(isConnected(provider("a", { status: "reachable" }))).toBe(true);
    expect(isConnected(provider("b", { status: "unknown", has_key: true }))).toBe(true);
    expect(isConnected(provider("c", { status: "no_key" }))).toBe(false);
    expect(isConnected(provider("d", { status: "reachable", enabled: false }))).toBe(false);
  });
});
