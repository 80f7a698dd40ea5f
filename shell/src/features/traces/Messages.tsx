import { useT } from "@/i18n";
import { Words } from "./Words";

const ROLES = ["user", "assistant", "tool", "memory", "system"] as const;

interface TraceMessage {
  /** One of `ROLES`, or what a wire or a file calls it. */
  readonly role: string;
  readonly text: string;
  readonly name?: string;
}

/** What a file says is a message may be anything. */
function isMessage(value: unknown): value is TraceMessage {
  if (typeof value !== "object" || value === null || !("role" in value) || !("text" in value)) return false;
  return typeof value.text === "string" && typeof value.role === "string" && (!("name" in value) || typeof value.name === "string");
}

/** The messages of a prompt, in order. */
export function Messages({ data }: { readonly data: unknown }) {
  const t = useT();
  const messages = Array.isArray(data) ? data.filter(isMessage) : [];
  return (
    <ol className="flex flex-col gap-2">
      {messages.map((message, place) => {
        const role = ROLES.find((each) => each === message.role);
        const title = role === undefined ? message.role : t(`traces.role.${role}`);
        return (
          <li key={place} className="rounded-md border border-line bg-raised">
            <p className="px-3 pt-2 text-2xs font-medium text-muted">
              {title}
              {message.name ? ` · ${message.name}` : ""}
            </p>
            <Words title={title} text={message.text} />
          </li>
        );
      })}
    </ol>
  );
}
