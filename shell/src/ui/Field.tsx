import { type ReactNode, useId } from "react";

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  /** Gets the ids that tie the control to its label and words. */
  readonly children: (ids: { readonly id: string; readonly "aria-describedby": string | undefined }) => ReactNode;
}

/** A control with its label above, and a hint or an error below. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const about = error || hint ? `${id}-about` : undefined;
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-xs font-medium text-fg">
        {label}
      </label>
      {children({ id, "aria-describedby": about })}
      {about && (
        <div id={about} role={error ? "alert" : undefined} className={error ? "text-xs text-bad-text" : "text-xs text-muted"}>
          {error ?? hint}
        </div>
      )}
    </div>
  );
}
