import { useT } from "@/i18n";
import { Field, Input, Segmented, SwitchField, Textarea } from "@/ui";
import type { Written } from "./draft";

interface ServerFieldsProps {
  readonly written: Written;
  readonly onChange: (fields: Partial<Written>) => void;
  /** Whether it has its name already. */
  readonly isNamed?: boolean;
}

/** The fields of a server: a program with what it may have, or an address. */
export function ServerFields({ written, onChange, isNamed = false }: ServerFieldsProps) {
  const t = useT();
  const area = (name: "command" | "env" | "secrets" | "folders", hint?: string) => (
    <Field label={t(`mcp.field.${name}`)} hint={hint}>
      {(ids) => <Textarea {...ids} className="font-mono" rows={name === "command" ? 4 : 2} value={written[name]} onChange={(event) => onChange({ [name]: event.target.value })} />}
    </Field>
  );
  const text = (name: "id" | "url" | "token" | "client_id" | "client_secret", hint?: string) => (
    <Field label={t(`mcp.field.${name}`)} hint={hint}>
      {(ids) => <Input {...ids} value={written[name]} maxLength={name === "id" ? 40 : 2_000} onChange={(event) => onChange({ [name]: event.target.value })} />}
    </Field>
  );
  return (
    <>
      {!isNamed && text("id", t("mcp.field.id.hint"))}
      <Segmented
        label={t("mcp.kind")}
        value={written.kind}
        options={[
          { value: "program", label: t("mcp.kind.program") },
          { value: "address", label: t("mcp.kind.address") },
        ]}
        onChange={(kind) => onChange({ kind })}
      />
      {written.kind === "program" ? (
        <>
          {area("command", t("mcp.field.command.hint"))}
          {area("env")}
          {area("secrets")}
          {area("folders")}
          <SwitchField label={t("mcp.field.network")} checked={written.network} onChange={(network) => onChange({ network })} />
          <SwitchField label={t("mcp.field.keeps")} checked={written.keeps} onChange={(keeps) => onChange({ keeps })} />
        </>
      ) : (
        <>
          {text("url")}
          <SwitchField label={t("mcp.field.sign_in")} checked={written.sign_in} onChange={(sign_in) => onChange({ sign_in })} />
          {written.sign_in ? (
            <>
              {text("client_id", t("mcp.field.client_id.hint"))}
              {text("client_secret")}
            </>
          ) : (
            text("token")
          )}
          <SwitchField label={t("mcp.field.local")} checked={written.local} onChange={(local) => onChange({ local })} />
        </>
      )}
    </>
  );
}
