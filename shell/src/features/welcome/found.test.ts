import { describe, expect, it } from "vitest";

import type { Discovery, ModelInfo, ProviderInfo } from "@/api";
import { bestOf, rowsOf, serversIn } from "./found";

const place = (provider: string, reachable: boolean, models: number): Discovery => ({
  provider,
  name: provider.toUpperCase(),
  base_url: "http://127.0.0.1",
  reachable,
  models: Array.from({ length: models }, (_, index) => ({ provider, id: `m${index}`, tier: index }) as ModelInfo),
  detail: null,
});

const providers = [{ id: "openai", local: false } as ProviderInfo, { id: "ollama", local: true } as ProviderInfo];
const rows = rowsOf(
  [
    place("litellm", false, 0),
    place("llamacpp", false, 0),
    place("lmstudio", false, 0),
    place("openai", false, 0),
    place("vllm", true, 0),
    place("ollama", true, 2),
  ],
  providers,
);
const none = { provider: "builtin", model: "recipes", tier: 0, why: "", why_code: null } as const;

describe("what was found", () => {
  it("stands in the order of its use, without strangers that do not answer", () => {
    expect(rows.map(({ place: { provider }, kind }) => [provider, kind])).toEqual([
      ["ollama", "server"],
      ["vllm", "server"],
      ["openai", "key"],
      ["lmstudio", "missing"],
      ["llamacpp", "missing"],
    ]);
    expect(serversIn(rows)).toHaveLength(2);
  });

  it("offers the model that would answer now, else the ablest found, else nothing; never a key unasked", () => {
    const now = { provider: "groq", model: "qwen3", tier: 2, why: "", why_code: null } as const;
    expect(bestOf(rows, now)).toEqual({ provider: "groq", model: "qwen3" });
    expect(bestOf(rows, none)).toEqual({ provider: "ollama", model: "m1" });
    expect(bestOf(rowsOf([place("vllm", true, 0), place("openai", false, 0)], providers), none)).toBeUndefined();
    expect(bestOf([], undefined)).toBeUndefined();
  });
});
