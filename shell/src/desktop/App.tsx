import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { beginSession, createCache, useSession } from "@/api";
import { Toaster } from "@/ui";
import { Desktop } from "./Desktop";
import { LiveRegion } from "./LiveRegion";
import { SignedOut } from "./SignedOut";

/** The page: session first, then the desktop. */
export function App() {
  const [cache] = useState(createCache);
  return (
    <QueryClientProvider client={cache}>
      <Door />
      <Toaster />
      <LiveRegion />
    </QueryClientProvider>
  );
}

/** Nothing is asked of the server before the one-time code, if there is one, is exchanged. */
function Door() {
  const [arrived, arrive] = useState(false);
  const status = useSession((state) => state.status);
  useEffect(() => void beginSession().finally(() => arrive(true)), []);
  if (!arrived) return null;
  return status === "signed_out" ? <SignedOut /> : <Desktop />;
}
