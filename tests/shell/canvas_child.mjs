// The canvas's own rules, for tests in Python: one request a line comes in, one answer a line goes out.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const { apply, blankStep, draftOf, merge } = await import(pathToFileURL(process.argv[2]).href);
const deeds = {
  blank: ({ kind, id }) => blankStep(kind, id),
  open: ({ workflow }) => draftOf(workflow),
  edit: ({ draft, edits }) => apply(draft, edits),
  merge: ({ base, mine, theirs }) => merge(base, mine, theirs),
};
for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(deeds[asked.deed](asked))}\n`);
}
