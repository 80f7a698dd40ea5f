import { type Change, useChanges } from "@/api";
import { classes } from "@/ui";
import { ChangeRow } from "./ChangeRow";

interface ChangeListProps {
  readonly run: string;
  /** Which of the run's changes. */
  readonly of: (change: Change) => boolean;
  readonly className?: string;
}

/** What a run changed, as it stands now: asked of the server, because an undo may come from anywhere. */
export function ChangeList({ run, of, className }: ChangeListProps) {
  const { data = [] } = useChanges(run);
  const shown = data.filter(of);
  if (shown.length === 0) return null;
  return (
    <ul className={classes("divide-y", className)}>
      {shown.map((change) => (
        <li key={change.id}>
          <ChangeRow change={change} />
        </li>
      ))}
    </ul>
  );
}
