import { render, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";

import type { Preview as Facts } from "@/api";
import { i18nOf } from "@/i18n";
import { answerIn } from "../answers";
import { areTheWords, mayBecome } from "../confirming";
import { Preview } from "../Preview";
import { fieldWord, spread, valueWord } from "./records";

type Records = Extract<Facts, { type: "records" }>;
type RecordChange = Records["records"][number];

const record = (more: Partial<RecordChange>): RecordChange => ({ op: "update", kind: "objective", id: "obj-7", title: "Grow revenue", path: [], fields: [], cascade: null, warnings: [], ...more });
const records = (more: Partial<Records>): Records => ({ type: "records", summary: "One objective changes.", records: [], tables: [], total: 0, warnings: [], confirm: null, ...more });

const i18n = i18nOf("en");
const { t, locale } = i18n;

describe("records that would change", () => {
  it("tell what goes first, with what goes with it, and then the rest", () => {
    const cascade = { type: "cascade", counts: { objective: 3, key_result: 8, check_in: 0, project_kr: 2, project_objective: 1 }, examples: ["Cash", "Margin"] } as const;
    render(
      <Preview
        preview={records({
          records: [record({ fields: [{ name: "weight", before: 3, after: 5, note: null }] }), record({ op: "delete", kind: "pillar", title: "Finance", cascade: { ...cascade, examples: [...cascade.examples] } })],
          total: 2,
        })}
      />,
    );
    const group = screen.getByRole("group", { name: "What would change" });
    expect(group.textContent).toMatch(/^One objective changes.*Remove · Pillar Finance.*Edit · Objective Grow revenue/);
    const going = within(group).getByRole("list", { name: "What goes" });
    expect(going.textContent).toContain("Goes with it: 3 objectives, 8 key results, and 3 links to projects");
    expect(going.textContent).toContain("and 12 more");
    expect(group.textContent).toContain("Weightbefore 3after 5");
  });

  it("show many by kind, without columns of nothing, and say how many are not shown", () => {
    const table = (name: string, more = {}) => ({ name, create: 0, update: 0, unchanged: 0, skipped: 0, delete: 0, ...more });
    render(<Preview preview={records({ tables: [table("key_results", { create: 1200, unchanged: 3 }), table("beep_answers", { create: 1 })], total: 1204, warnings: ["4 rows without an owner."] })} />);
    const headings = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
    expect(headings).toEqual(["What", "New", "Unchanged"]);
    expect(screen.getByRole("rowheader", { name: "Beep answers" })).toBeTruthy();
    expect(screen.getByRole("row", { name: "Key result 1,200 3" })).toBeTruthy();
    expect(screen.getByRole("row", { name: "All 1,201 3" })).toBeTruthy();
    expect(screen.getByRole("list", { name: "Look at this twice" }).textContent).toBe("4 rows without an owner.");
    expect(screen.getByText("and 1,204 more")).toBeTruthy();
  });

  it("mark what nobody said, and tell a new record without a before", () => {
    render(<Preview preview={records({ records: [record({ op: "create", id: null, fields: [{ name: "monthly_targets", before: null, after: { "2026-01": 10, "2026-02": 10 }, note: "Even split." }] })], total: 1 })} />);
    const text = screen.getByRole("group", { name: "What would change" }).textContent;
    expect(text).toContain("Monthly targets · Jan 2026after 10worked out");
    expect(text).not.toContain("before");
  });
});

describe("fields", () => {
  it("of months are told month by month, those that differ", () => {
    const field = { name: "monthly_targets", before: { "2026-05": 10, "2026-06": 10 }, after: { "2026-06": 10, "2026-07": 0 }, note: null };
    expect(spread([field]).map(({ name, before, after }) => [name, before, after])).toEqual([
      ["monthly_targets.2026-05", 10, null],
      ["monthly_targets.2026-07", null, 0],
    ]);
    expect(fieldWord("monthly_targets.2026-05", locale)).toBe("Monthly targets · May 2026");
  });

  it("tell nothing from nought, figures whole, and only words that stand for something in other words", () => {
    const said = (name: string, value: unknown) => valueWord(name, value, i18n);
    expect([said("weight", null), said("weight", 0), said("weight", 0.123456), said("title", "")]).toEqual([null, "0", "0.123456", null]);
    expect([said("status", "at_risk"), said("title", "at_risk"), said("status", "odd")]).toEqual(["At risk", "at_risk", "odd"]);
    expect([said("target_date", "2026-12-31"), said("target_date", "2026-02-31"), said("start_month", "2026-05")]).toEqual(["Dec 31, 2026", "2026-02-31", "May 2026"]);
    expect([said("values", ["a", "b"]), said("extra", {}), said("extra", { a: 1 }), said("pinned", true)]).toEqual(["a and b", null, '{"a":1}', "yes"]);
  });
});

describe("words that have to be typed", () => {
  it("are the same whatever their capitals and spaces", () => {
    expect(areTheWords("  financeiro  e CAIXA ", "Financeiro e  Caixa")).toBe(true);
    expect(areTheWords("Financeiro", "Financeiro e Caixa")).toBe(false);
    expect([mayBecome("finan", "Financeiro"), mayBecome("fix", "Financeiro")]).toEqual([true, false]);
  });
});

describe("an answer that is one of several things", () => {
  it("tells the thing from where it stands and how", () => {
    expect(answerIn("Aumentar receita — Financeiro (at_risk)", t)).toEqual({ title: "Aumentar receita", where: "Financeiro", status: "At risk" });
    expect(answerIn("A — B — Pilar › Outro", t)).toEqual({ title: "A — B", where: "Pilar › Outro", status: null });
    expect(answerIn("Blue", t)).toEqual({ title: "Blue", where: null, status: null });
  });
});
