import { useT } from "@/i18n";
import { Field, Input } from "@/ui";

interface ConfirmEnvironmentProps {
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A protected environment is entered only by somebody who writes its name. */
export function ConfirmEnvironment({ name, value, onChange }: ConfirmEnvironmentProps) {
  const t = useT();
  return (
    <Field label={t("conductor.confirm", { name })} hint={t("conductor.confirm.about")}>
      {(ids) => (
        <Input
          {...ids}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={value !== "" && !name.startsWith(value)}
          className="font-mono"
        />
      )}
    </Field>
  );
}
