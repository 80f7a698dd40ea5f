import { useEffect, useState } from "react";

import { type ConnectionStatus, useConnection } from "@/api";

/** Shorter interruptions are nobody's business. */
const BLIP = 2_000;

/** How the connection stands, without the blips: lost is said only when it stays lost. */
export function useSteadyConnection(): ConnectionStatus {
  const status = useConnection((state) => state.status);
  const [stays, setStays] = useState(false);
  useEffect(() => {
    setStays(false);
    if (status !== "lost") return;
    const timer = setTimeout(() => setStays(true), BLIP);
    return () => clearTimeout(timer);
  }, [status]);
  return status === "lost" && !stays ? "live" : status;
}
