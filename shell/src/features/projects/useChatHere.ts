import { useEffect } from "react";

import { FRESH, useComposer } from "@/state";

/** While a project is open, a new conversation is one of this project. */
export function useChatHere(project: string): void {
  useEffect(() => {
    const settle = () => {
      const { conversation, project: chosen } = useComposer.getState();
      if (conversation === null && chosen === null) useComposer.setState({ project });
    };
    settle();
    const leave = useComposer.subscribe(settle);
    return () => {
      leave();
      const { drafts, project: chosen } = useComposer.getState();
      // Words that were begun here stay here, wherever one looks meanwhile.
      if (chosen === project && drafts[FRESH] === undefined) useComposer.setState({ project: null });
    };
  }, [project]);
}
