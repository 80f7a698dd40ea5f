import { QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";

import { createCache, readAnew } from "./cache";

test("a first answer that is older than the news is not the last word", async () => {
  const cache = createCache();
  let kept = "before";
  const held: (() => void)[] = [];
  const read = async () => {
    const answer = kept;
    await new Promise<void>((letGo) => held.push(letGo));
    return answer;
  };
  const letGo = () => held.splice(0).forEach((each) => each());
  const shown = new QueryObserver<string>(cache, { queryKey: ["things", "one"], queryFn: read });
  const leave = shown.subscribe(() => undefined);

  kept = "after";
  const done = readAnew(cache, ["things"]);
  letGo();
  await expect.poll(() => held.length).toBe(1);
  letGo();
  await done;
  expect(shown.getCurrentResult().data).toBe("after");
  leave();
});
