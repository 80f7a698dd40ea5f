import { expect, test } from "vitest";

import { fold, openChat } from "./fold";
import { detail, event, message, run } from "./fold.fixtures";
import { againOf } from "./select";

const empty = () => openChat(detail());

test("saying something again goes to whoever answered it", () => {
  const refs = [{ ref: "file:home/a.md", title: "a.md", mime: null, size: 3 }];
  const said = message("msg_1", { content: "Compare", run: "run_1", refs });
  const chat = fold(empty(), [event("run_1", { type: "run.started", started: run("run_1", { agent: "researcher" }), worker: null })]);
  expect(againOf(chat, said)).toEqual({ text: "Compare", attached: [...refs, { ref: "agent:researcher", title: "researcher", mime: null, size: null }] });
  expect(againOf(empty(), said).attached).toEqual(refs);
});

test("saying something again that a team was asked goes to the same team, whatever agent the talk is with", () => {
  const said = message("msg_1", { content: "Mend it", run: "run_1" });
  const chat = fold(empty(), [event("run_1", { type: "run.started", started: run("run_1", { agent: "researcher", team: "menders" }), worker: null })]);
  expect(againOf(chat, said).attached).toEqual([{ ref: "team:menders", title: "menders", mime: null, size: null }]);
});
