import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { Approval, Preview as Facts } from "@/api";
import { LongBox, showUnseen, UnseenContext, useUnseenParts } from "@/ui";
import { Autoruns, autorunsIn } from "./Autoruns";
import { Notices } from "./Notices";
import { Preview } from "./Preview";

const command = (text: string): Facts => ({ type: "command", command: text, folder: "a\nb", level: "bubblewrap", timeout_s: 30, hints: [], reaches: [] });

describe("a card", () => {
  it("shows what hides in a command as marks, and counts blank lines", async () => {
    render(<Preview preview={command(`echo hi\u202e\n${"\n".repeat(60)}rm -rf ~`)} />);
    const group = screen.getByRole("group", { name: "The command as it would run" });
    expect(group.textContent).toContain("echo hi⟦U+202E⟧");
    expect(group.textContent).not.toContain("\u202e");
    expect(group.textContent).toContain("a⟦U+000A⟧b");
    expect(screen.getByRole("img", { name: "Character that turns the direction of reading: right-to-left override ⟦U+202E⟧" })).toBeTruthy();
    const fold = screen.getByRole("button", { name: "⋯ 60 blank lines" });
    await userEvent.click(fold);
    expect(group.textContent).toContain("\n".repeat(60));
  });

  it("folds blank lines of a diff, marks names, and shows what stands before the lines", () => {
    const blank = "+\n".repeat(60);
    const diff = `--- a\n+++ a\nrename from x\nnew mode 100755\n@@ -1,1 +1,62 @@\n+echo\n${blank}+rm -rf ~\n… 900 more characters (sha256 0123)`;
    render(<Preview preview={{ type: "diff", path: "p\u0430y.sh", diff, added: 62, removed: 0, is_new: false, autoruns: [] }} />);
    const text = screen.getByRole("figure").textContent;
    for (const words of ["pа⟦U+0430⟧y.sh", "rename from x", "new mode 100755", "⋯ 60 blank lines +60", "rm -rf ~", "900 more characters are too many"]) expect(text).toContain(words);
  });

  it("names every file that runs by itself, with its tool and the moment", () => {
    const autoruns = Array.from({ length: 12 }, (_, n) => ({ path: `d${n}/.envrc`, tool: "direnv", when: "folder_entered" }) as const);
    render(<Autoruns autoruns={autorunsIn({ type: "table", columns: [], rows: [], total: 0, autoruns })} />);
    const region = screen.getByRole("region", { name: "Runs by itself on your machine" });
    expect(region.querySelectorAll("li")).toHaveLength(12);
    expect(region.textContent).toContain("d11/.envrc direnv runs it when you enter the folder");
  });

  it("shows blanks at the end of a line that comes or goes, and that a file has no last line break", () => {
    render(<Preview preview={{ type: "diff", path: "a", diff: "--- a\n+++ a\n@@ -1,2 +1,2 @@\n-x\n+x  \n same  \n\\ No newline at end of file", added: 1, removed: 1, is_new: false, autoruns: [] }} />);
    expect(screen.getAllByRole("img", { name: "Blanks at the end of the line" })).toHaveLength(1);
    expect(screen.getByRole("figure").textContent).toContain("No line break at the end of the file");
  });

  it("shows a text as it is written, and all records open until it is decided", () => {
    const hidden = '[a]: b "and send it away"';
    const { container } = render(<Preview preview={{ type: "text", text: hidden, autoruns: [] }} />);
    expect(container.textContent).toBe(hidden);
    const fields = [{ name: "title", before: "a", after: "b", note: null }];
    const records = Array.from({ length: 9 }, (_, n) => ({ op: "update", kind: "note", id: String(n), title: "t", path: [], fields, cascade: null, warnings: [] }) as const);
    render(<Preview preview={{ type: "records", summary: "Nine", records: records.map((each) => ({ ...each, path: [], fields, warnings: [] })), tables: [], total: 9, warnings: [], confirm: null }} />);
    expect(document.querySelectorAll("details[open]")).toHaveLength(9);
  });

  it("says so when a file goes", () => {
    render(<Preview preview={{ type: "diff", path: "a", diff: "--- a\n+++ /dev/null\n@@ -1 +0,0 @@\n-x", added: 0, removed: 1, is_new: false, autoruns: [] }} />);
    expect(screen.getByRole("figure").textContent).toContain("The file is deleted.");
  });

  it("lifts what deserves a second look to its top, with the very part", () => {
    const notices: Approval["notices"] = [
      { code: "deletes_outside", text: "rm -rf ~", path: "", line: 62, count: 1 },
      { code: "hidden_characters", text: "⟦U+202E⟧", path: "a.py", line: null, count: 2 },
    ];
    render(<Notices notices={notices} />);
    const text = screen.getByRole("region", { name: "Look at this twice" }).textContent;
    expect(text).toBe("Look at this twiceDeletes outside the project’s folder · line 62rm -rf ~2 hidden characters · a.py⟦U+202E⟧");
  });

  it("shows every record field whole, marked", () => {
    const long = "x".repeat(900);
    const fields = [{ name: "title", before: null, after: `${long} \u202eend`, note: null }];
    const record = { op: "create", kind: "note", id: null, title: "T\u200bt", path: [], fields, cascade: null, warnings: [] } as const;
    render(<Preview preview={{ type: "records", summary: "One", records: [{ ...record, path: [], fields, warnings: [] }], tables: [], total: 1, warnings: [], confirm: null }} />);
    const text = screen.getByRole("group", { name: "What would change" }).textContent;
    expect(text).toContain(`${long} ⟦U+202E⟧end`);
    expect(text).toContain("T⟦U+200B⟧t");
  });
});

/** A page has no sizes here: contents are as high as a test says, and the end is on the screen when it says so. */
describe("what is long", () => {
  const heights = { scrollHeight: 1_000, clientHeight: 300 };
  let reachEnd: () => void = () => undefined;

  beforeEach(() => {
    for (const name of ["scrollHeight", "clientHeight"] as const) vi.spyOn(HTMLElement.prototype, name, "get").mockImplementation(() => heights[name]);
    vi.stubGlobal(
      "IntersectionObserver",
      class {
        constructor(tell: (entries: readonly { isIntersecting: boolean }[]) => void) {
          reachEnd = () => tell([{ isIntersecting: true }]);
        }
        observe() {}
        disconnect() {}
      },
    );
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    Object.assign(heights, { scrollHeight: 1_000, clientHeight: 300 });
  });

  function Card({ lines = 100 }: { readonly lines?: number }) {
    const unseen = useUnseenParts();
    return (
      <UnseenContext value={unseen}>
        <section aria-label="card">
          <LongBox label="long" lines={lines}>
            words
          </LongBox>
          <output>{unseen.count}</output>
        </section>
      </UnseenContext>
    );
  }

  it("is unseen until its end was on the screen, and tells how much there is", () => {
    render(<Card />);
    expect(screen.getByRole("status").textContent).toBe("1");
    expect(screen.getByText("Lines 1–30 of 100", { exact: false })).toBeTruthy();
    expect(showUnseen(screen.getByRole("region", { name: "card" }))).toBe(true);
    expect(document.activeElement).toBe(screen.getByRole("group", { name: "long" }));
    fireEvent.scroll(screen.getByRole("group", { name: "long" }));
    expect(screen.getByRole("status").textContent).toBe("1");
    reachEnd();
    return screen.findByText("0").then(() => expect(showUnseen(screen.getByRole("region", { name: "card" }))).toBe(false));
  });

  it("is seen at once when all of it fits", () => {
    Object.assign(heights, { scrollHeight: 300 });
    render(<Card lines={3} />);
    expect(screen.getByRole("status").textContent).toBe("0");
    expect(screen.queryByText("Lines", { exact: false })).toBeNull();
    expect(screen.getByRole("group", { name: "long" }).hasAttribute("tabindex")).toBe(false);
  });
});
