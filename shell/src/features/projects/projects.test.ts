import { describe, expect, it } from "vitest";

import type { ProjectSummary } from "@/api";
import { i18nOf } from "@/i18n";
import { contested, type Draft, edits, type Fields, touched, wished, withWords } from "./projects";

const latest: Fields = { name: "Atlas", description: "Maps", instructions: "", agent: null };
const typed = (field: Parameters<typeof touched>[2], wish: string | null, draft: Draft = {}) =>
  touched(draft, latest, field, wish);

describe("editing a project", () => {
  it("sends only what differs", () => {
    const draft = typed("agent", "coder", typed("name", "Atlas 2"));
    expect(edits(draft, latest)).toEqual({ name: "Atlas 2", agent: "coder" });
    expect(edits(typed("name", "Atlas", draft), latest)).toEqual({ agent: "coder" });
    expect(edits({}, latest)).toEqual({});
  });

  it("keeps what others wrote in fields nobody touches here", () => {
    const theirs = { ...latest, description: "Charts" };
    expect(wished(typed("name", "Mine"), theirs)).toEqual({ ...theirs, name: "Mine" });
    expect(contested(typed("name", "Mine"), theirs)).toEqual([]);
  });

  it("names the fields that both changed, unless both wish the same", () => {
    const draft = typed("name", "Mine");
    expect(contested(draft, { ...latest, name: "Theirs" })).toEqual(["name"]);
    expect(contested(draft, { ...latest, name: "Mine" })).toEqual([]);
    expect(contested(draft, latest)).toEqual([]);
  });
});

describe("finding a project", () => {
  const { t } = i18nOf("pt-BR");
  const all = [
    { project: { id: "home", name: "Home", description: "" } },
    { project: { id: "horta", name: "Horta", description: "Canteiros da escola" } },
  ] as ProjectSummary[];

  it("looks at names and descriptions, without accents, in the person's language", () => {
    const found = (words: string) => withWords(all, words, t).map(({ project }) => project.id);
    expect([found(""), found("inicio"), found("ESCÓLA"), found("home")]).toEqual([["home", "horta"], ["home"], ["horta"], []]);
  });
});
