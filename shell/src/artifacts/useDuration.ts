import { useEffect, useState } from "react";

/** How many seconds a sound lasts; only its head is read. Undefined while nobody knows. */
export function useDuration(address: string | undefined): number | undefined {
  const [seconds, setSeconds] = useState<number>();
  useEffect(() => {
    if (address === undefined) return;
    const sound = new Audio();
    sound.preload = "metadata";
    sound.onloadedmetadata = () => {
      if (Number.isFinite(sound.duration)) setSeconds(sound.duration);
    };
    sound.src = address;
    return () => {
      sound.onloadedmetadata = null;
      sound.removeAttribute("src");
      sound.load();
    };
  }, [address]);
  return seconds;
}
