import { type RefObject, useLayoutEffect, useState } from "react";

/** What stands in the field. It begins with all that was typed before it was there. */
export function useTyped(ahead: RefObject<string>) {
  const [typed, type] = useState("");
  // Not when it is drawn: until the field takes its place, letters still go to the stand-in.
  useLayoutEffect(() => {
    if (ahead.current !== "") type(ahead.current);
    ahead.current = "";
  }, [ahead]);
  return [typed, type] as const;
}
