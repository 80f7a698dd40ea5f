import { expect, test } from "vitest";

import { asked, askedOf, thingsOf } from "./outgoing";

const file = { ref: "file:home/a.md", title: "a.md", mime: null, size: 3 };

test("a persona beside the words says who answers, and is nothing that is sent along", () => {
  const attached = [file, asked("researcher", "Researcher")];
  expect(askedOf(attached)).toBe("researcher");
  expect(thingsOf(attached)).toEqual([file]);
  expect(askedOf([file])).toBeNull();
});
