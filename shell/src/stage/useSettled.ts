import { useEffect, useState } from "react";

/** A value once it has stood still for a moment: what is typed is not sent letter by letter. */
export function useSettled<T>(value: T, pause = 300): T {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return settled;
}
