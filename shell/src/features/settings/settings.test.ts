import { describe, expect, it } from "vitest";

import { type Settings, withProvider } from "@/api";
import { parseNumber } from "./numbers";

const settings = { providers: {}, roles: {} } as unknown as Settings;

describe("settings", () => {
  it("read numbers as each language writes them, and nothing else", () => {
    expect(["2,000,000", "2 000", "0.5", "12"].map((text) => parseNumber(text, "en"))).toEqual([2_000_000, 2_000, 0.5, 12]);
    expect(["2.000.000", "0,5", "1.000,25"].map((text) => parseNumber(text, "pt-BR"))).toEqual([2_000_000, 0.5, 1_000.25]);
    expect(["", "abc", "-1", "1e9", "1.2.3", "٣"].map((text) => parseNumber(text, "en"))).toEqual(Array(6).fill(undefined));
  });

  it("change one thing about a provider and keep the rest", () => {
    const first = withProvider(settings, "ollama", { base_url: "http://127.0.0.1:9" });
    const second = withProvider(first, "ollama", { enabled: false });
    expect(second.providers).toEqual({
      ollama: {
        enabled: false,
        wire: null,
        base_url: "http://127.0.0.1:9",
        default_model: null,
        path: null,
        passes_on: false,
      },
    });
    expect(settings.providers).toEqual({});
  });
});
