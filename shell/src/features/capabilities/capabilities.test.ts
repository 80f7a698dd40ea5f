import { describe, expect, it } from "vitest";

import type { Capability, RunDetail } from "@/api";
import { shelves, withWords } from "@/catalog";
import { cliText, curlText } from "./examples";
import { shownAs } from "@/stage/shown";
import { resultIn } from "./outcome";

const capability = (name: string, effect: Capability["effect"], pt: string) =>
  ({ name, app: name.split(".")[0], effect, title: name, titles: { pt }, description: "", category: "files", aliases: [] }) as unknown as Capability;
const ALL = [
  capability("mail.send", "external", "Enviar"),
  capability("core.write_file", "write", "Escrever um arquivo"),
  capability("core.read_note", "read", "Ler uma nota"),
  capability("core.memory_search", "read", "Recordar da memória"),
];

describe("the shelves", () => {
  it("stand by app and effect, ours first, and inside by title", () => {
    expect(shelves(ALL, "pt-BR").map((shelf) => [shelf.app, shelf.effect, shelf.capabilities.map(({ name }) => name)])).toEqual([
      ["core", "read", ["core.read_note", "core.memory_search"]],
      ["core", "write", ["core.write_file"]],
      ["mail", "external", ["mail.send"]],
    ]);
  });

  it("are searched in both languages, without accents and in any order", () => {
    expect(withWords(ALL, "MEMORIA recordar").map(({ name }) => name)).toEqual(["core.memory_search"]);
    expect(withWords(ALL, "write").map(({ name }) => name)).toEqual(["core.write_file"]);
    expect(withWords(ALL, "  ")).toEqual(ALL);
  });
});

describe("a call as text", () => {
  const params = { path: "my notes/it's.md", lines: 3, names: ["a"] };

  it("can be pasted into a terminal", () => {
    expect(cliText("core.read_file", params)).toBe(`aule call core.read_file 'path=my notes/it'\\''s.md' lines:=3 'names:=["a"]'`);
    expect(cliText("core.now", {}, "home")).toBe("aule call core.now --project home");
  });

  it("can be sent over HTTP without showing the key", () => {
    const text = curlText("http://127.0.0.1:1", "core.read_file", params, "home");
    expect(text).toContain("Bearer $(cat ${AULE_HOME:-~/.aule}/token)");
    expect(text.endsWith(`-d '{"params":{"path":"my notes/it'\\''s.md","lines":3,"names":["a"]},"project":"home"}'`)).toBe(true);
  });
});

describe("a result", () => {
  it("reads as text, as a diff or as a tree", () => {
    expect(shownAs({ path: "a.md", text: "hello" })).toEqual({ kind: "text", text: "hello", rest: { path: "a.md" } });
    expect(shownAs({ path: "a.md", diff: "+x" })).toEqual({ kind: "diff", path: "a.md", diff: "+x" });
    expect(shownAs({ notes: [] })).toEqual({ kind: "json", value: { notes: [] } });
    expect(shownAs(null)).toEqual({ kind: "nothing" });
    expect(shownAs("hi")).toEqual({ kind: "text", text: "hi", rest: undefined });
    expect(shownAs([1])).toEqual({ kind: "json", value: [1] });
  });

  it("is found in the story of the run that an approval let go on", () => {
    const result = { ok: true, data: 1 };
    const detail = { events: [{ data: { type: "call.completed", id: "other", result: {} } }, { data: { type: "call.completed", id: "mine", result } }] };
    expect(resultIn(detail as unknown as RunDetail, "mine")).toBe(result);
    expect(resultIn({ events: [] } as unknown as RunDetail, "mine")).toBeUndefined();
  });
});
