import { expect, test } from "vitest";

import { i18nOf } from "@/i18n";
import { reasonWords, wasTurned } from "./reasons";

const { t } = i18nOf("en");

test("why a version was made is said in words, whoever made it", () => {
  expect(reasonWords("mended C05, C17", t)).toBe("put right what the critic found");
  expect(reasonWords("repaired C12", t)).toBe("put right what the critic found");
  expect(reasonWords("mended the fence", t)).toBe("mended the fence");
  expect(reasonWords("undo 2", t)).toBe(t("plans.reason.undo", { version: 2 }));
});

test("one goes forward again only after having gone back", () => {
  const made = { version: 1, reason: "created" };
  const set = { version: 2, reason: "set title" };
  expect(wasTurned([])).toBe(false);
  expect(wasTurned([made, set])).toBe(false);
  expect(wasTurned([{ version: 3, reason: "undo 1" }, set, made])).toBe(true);
  expect(wasTurned([made, set, { version: 3, reason: "undo 1" }, { version: 4, reason: "set goal" }])).toBe(false);
});
