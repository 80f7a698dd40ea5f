import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";

import type { Understood } from "@/api";
import { createCache } from "@/api/cache";
import { fold, openChat } from "../fold";
import { approval, detail, event, events, message, run, understood, understoodCall, understoodValue } from "../fold.fixtures";
import { HowUnderstood } from "./HowUnderstood";
import { UnderstoodRow } from "./UnderstoodRow";

const CALL = "core.write_file";
const turma = understoodValue("turma", "name", "8B", { label: "class", said: "8B" });
const day = understoodValue("dia", "day", "2026-03-27", { label: "day", said: "on the 27th", note: "Taken as this month" });
const size = understoodValue("size", "choice", "s", { label: "size", inherited: true, options: [{ value: "s", label: "small" }, { value: "l", label: "large" }] });
const other = understoodCall("school.list", [turma], { title: "List students", share: 0.2 });
const reading = understood([understoodCall(CALL, [turma, day, size])], { words: "test for 8B", others: [other], unused: ["in March"] });

const known = ["7A", "8B", "9C"];

afterEach(() => vi.unstubAllGlobals());

function show(told: Understood = reading, waits = true) {
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(known.map((title) => ({ title, id: title })))));
  const onAsk = vi.fn();
  const chat = fold(openChat(detail()), [
    event("run_1", { type: "run.started", started: run("run_1"), worker: null }),
    event("run_1", { type: "message.added", message: message("msg_1", { content: told.words, run: "run_1" }) }),
    ...events("run_1", { type: "turn.understood", understood: told }),
    ...(waits ? events("run_1", { type: "approval.requested", approval: approval("apr_1") }, { type: "run.waiting", approvals: ["apr_1"] }) : []),
  ]);
  const view = chat.runs.run_1;
  if (view === undefined) throw new Error("no run");
  const cache = createCache();
  const wrapper = ({ children }: { readonly children: ReactNode }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider>;
  render(<UnderstoodRow chat={chat} view={view} last onAsk={onAsk} />, { wrapper });
  return { onAsk, row: screen.getAllByRole("group", { name: "What was understood" }).at(-1) as HTMLElement };
}

const params = { turma: "8B", dia: "2026-03-27", size: "s" };

describe("what was understood", () => {
  it("is told value by value, with what was taken from before, how, and what was left", () => {
    const { row } = show(reading, false);
    expect(within(row).getAllByRole("listitem").map((each) => each.textContent)).toEqual(["class8B", "dayFri, Mar 27, 2026", "sizesmallfrom before"]);
    expect(within(row).queryByRole("button")).toBeNull();
    expect(row.textContent).toContain("Taken as this month");
    expect(row.textContent).toContain("not used: in March");
  });

  it("is put right by keyboard: Enter applies, and the row keeps the focus", async () => {
    const { onAsk, row } = show();
    const chip = screen.getByRole("button", { name: "class: 8B. Edit" });
    chip.focus();
    await userEvent.keyboard("{Enter}");
    const field = screen.getByRole("textbox", { name: "class" });
    expect(document.activeElement).toBe(field);
    await userEvent.keyboard("9C{Enter}");
    expect(onAsk).toHaveBeenCalledExactlyOnceWith({ text: "class: 9C", attached: [], meant: { calls: [{ capability: CALL, params: { ...params, turma: "9C" } }] } });
    expect(document.activeElement).toBe(row);
  });

  it("stays as it was after Escape, or when nothing was changed, and the focus returns", async () => {
    const { onAsk } = show();
    for (const keys of ["9C{Escape}", "{Enter}"]) {
      await userEvent.click(screen.getByRole("button", { name: "class: 8B. Edit" }));
      await userEvent.keyboard(keys);
      expect(document.activeElement).toBe(screen.getByRole("button", { name: "class: 8B. Edit" }));
    }
    expect(onAsk).not.toHaveBeenCalled();
  });

  it("takes a day in a field for days, and says it as people do", async () => {
    const { onAsk } = show();
    await userEvent.click(screen.getByRole("button", { name: "day: Fri, Mar 27, 2026. Edit" }));
    const field = screen.getByLabelText("day", { selector: "input" });
    expect(field.getAttribute("type")).toBe("date");
    expect(field.getAttribute("aria-describedby")).toBe(screen.getByText("Friday").id);
    await userEvent.clear(field);
    expect(screen.getByRole("button", { name: "Apply" })).toHaveProperty("disabled", true);
    await userEvent.type(field, "2026-03-28");
    expect(screen.getByText("Saturday")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Apply" }));
    expect(onAsk).toHaveBeenCalledExactlyOnceWith({ text: "day: Sat, Mar 28, 2026", attached: [], meant: { calls: [{ capability: CALL, params: { ...params, dia: "2026-03-28" } }] } });
  });

  it("takes one of the options at once", async () => {
    const { onAsk } = show();
    await userEvent.click(screen.getByRole("button", { name: "size: small (from before). Edit" }));
    await userEvent.keyboard("{Enter}{ArrowUp}{Enter}");
    expect(onAsk).toHaveBeenCalledExactlyOnceWith({ text: "size: large", attached: [], meant: { calls: [{ capability: CALL, params: { ...params, size: "l" } }] } });
  });

  it("offers the names that are on record, finds them by a part, and takes any other as well", async () => {
    const { onAsk } = show(understood([understoodCall(CALL, [{ ...turma, of: "turma" }])]));
    const edit = () => userEvent.click(screen.getByRole("button", { name: "class: 8B. Edit" }));
    await edit();
    const field = screen.getByRole("combobox", { name: "class" });
    const list = await screen.findByRole("listbox", { name: "class: names" });
    expect(within(list).getAllByRole("option").map((each) => each.textContent)).toEqual(known);
    expect(field.getAttribute("aria-activedescendant")).toBe(within(list).getByRole("option", { name: "8B" }).id);
    await userEvent.keyboard("{ArrowDown}{Enter}");
    expect(onAsk.mock.lastCall?.[0]).toMatchObject({ text: "class: 9C" });
    await edit();
    await userEvent.keyboard("7{Enter}");
    expect(onAsk.mock.lastCall?.[0]).toMatchObject({ text: "class: 7A" });
    await edit();
    await userEvent.keyboard("Choir{Enter}");
    expect(onAsk.mock.lastCall?.[0]).toMatchObject({ text: "class: Choir" });
    await edit();
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("listbox")).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "class: 8B. Edit" }));
  });

  it("takes a colour by its name, and says it so", async () => {
    const options = ["#8B5CF6", "#3B82F6"].map((value) => ({ value, label: value }));
    const { onAsk } = show(understood([understoodCall(CALL, [understoodValue("color", "choice", "#8B5CF6", { label: "colour", options })])]));
    await userEvent.click(screen.getByRole("button", { name: "colour: Purple. Edit" }));
    expect(screen.getAllByRole("radio").map((each) => each.getAttribute("aria-label"))).toEqual(["Blue", "Purple"]);
    expect(document.activeElement).toBe(screen.getByRole("radio", { name: "Purple" }));
    await userEvent.click(screen.getByRole("radio", { name: "Blue" }));
    await userEvent.click(screen.getByRole("button", { name: "Apply" }));
    expect(onAsk.mock.lastCall?.[0]).toEqual({ text: "colour: Blue", attached: [], meant: { calls: [{ capability: CALL, params: { color: "#3B82F6" } }] } });
  });

  it("hands the focus on to the row of the next words", () => {
    const { row } = show();
    row.focus();
    show();
    expect(document.activeElement).toBe(screen.getAllByRole("group", { name: "What was understood" })[1]);
  });

  it("offers other readings, which keep their values", async () => {
    const { onAsk, row } = show();
    await userEvent.click(screen.getByText("meant something else?"));
    await userEvent.click(screen.getByRole("button", { name: "List students 8B" }));
    expect(onAsk).toHaveBeenCalledExactlyOnceWith({ text: "test for 8B", attached: [], meant: { calls: [{ capability: "school.list", params: { turma: "8B" } }] } });
    expect(document.activeElement).toBe(row);
  });
});

it("the panel tells act, decision, shares, the words of each value, and what was not used", () => {
  const { container } = render(<HowUnderstood understood={reading} />);
  const text = container.textContent;
  for (const words of ["a request", "do it", "90%", "from “on the 27th”", "from before", "Could also be", "List students", "20%", "not used: in March"]) expect(text).toContain(words);
});
