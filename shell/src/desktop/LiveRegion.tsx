import { useAnnouncer } from "@/state";

/** Reads out what `announce` is given. */
export function LiveRegion() {
  const words = useAnnouncer((state) => state.words);
  return (
    <div aria-live="polite" role="status" className="sr-only">
      {words}
    </div>
  );
}
