/** The data behind the page was exchanged: restored from a copy, or another directory. Nothing shown is true then. */

/** What this page remembers by ids of the old data. */
const BY_ID = ["aule.conversation", "aule.attached", "aule.recent"];

/** Whether this is another log than the one the page began with. An empty log has no name yet. */
export function isAnotherLog(first: string, now: string): boolean {
  return first !== "" && now !== first;
}

/** Forget what belongs to the old data and load the page anew. */
export function startOver(): void {
  for (const name of BY_ID) {
    sessionStorage.removeItem(name);
    localStorage.removeItem(name);
  }
  location.reload();
}
