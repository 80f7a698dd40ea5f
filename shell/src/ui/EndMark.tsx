import { useContext, useEffect, useId, useLayoutEffect, useRef, useState } from "react";

import { UNSEEN, UNSEEN_BY_KEY, UnseenContext } from "./unseen";

interface EndMarkProps {
  /** Whether only keys heed it: where the buttons stand beside the end, who sees them has seen it. */
  readonly quiet?: boolean;
}

/** The end of what scrolls with what stands around it: until it was on the screen, it was not seen. */
export function EndMark({ quiet = false }: EndMarkProps) {
  const id = useId();
  const { report } = useContext(UnseenContext);
  const mark = useRef<HTMLSpanElement>(null);
  const [isUnseen, setUnseen] = useState(() => typeof IntersectionObserver !== "undefined");
  useEffect(() => {
    const element = mark.current;
    if (element === null || !isUnseen) return;
    const look = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setUnseen(false));
    look.observe(element);
    return () => look.disconnect();
  }, [isUnseen]);
  useLayoutEffect(() => {
    if (quiet) return;
    report(id, isUnseen);
    return () => report(id, false);
  }, [report, id, isUnseen, quiet]);
  return <span ref={mark} aria-hidden {...(isUnseen ? (quiet ? UNSEEN_BY_KEY : UNSEEN) : undefined)} className="block h-px" />;
}
