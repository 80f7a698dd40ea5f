import { Square, SquareCheck } from "lucide-react";
import { Fragment, useContext } from "react";

import { useT } from "@/i18n";
import { ForeignText } from "../ForeignText";
import { Link } from "./Link";
import type { Inline } from "./nodes";
import { NotesContext } from "./NotesContext";
import { Picture } from "./Picture";

/** The words of a paragraph. */
export function Inlines({ inside }: { readonly inside: readonly Inline[] }) {
  return inside.map((each, index) => (
    <Fragment key={index}>
      <One inline={each} />
    </Fragment>
  ));
}

function One({ inline }: { readonly inline: Inline }) {
  switch (inline.kind) {
    case "text":
      return <ForeignText>{inline.text}</ForeignText>;
    case "code":
      return (
        <code>
          <ForeignText place="code">{inline.text}</ForeignText>
        </code>
      );
    case "break":
      return <br />;
    case "task":
      return <Task done={inline.done} />;
    case "strong":
      return (
        <strong>
          <Inlines inside={inline.inside} />
        </strong>
      );
    case "emphasis":
      return (
        <em>
          <Inlines inside={inline.inside} />
        </em>
      );
    case "struck":
      return (
        <del>
          <Inlines inside={inline.inside} />
        </del>
      );
    case "link":
      return <Link address={inline.address} inside={inline.inside} />;
    case "picture":
      return <Picture address={inline.address} alt={inline.alt} />;
    case "cite":
    case "flag":
      return <Noted inline={inline} />;
    case "doubt":
      return (
        <span className="prose-doubt">
          <Inlines inside={inline.inside} />
        </span>
      );
  }
}

function Noted({ inline }: { readonly inline: Extract<Inline, { readonly kind: "cite" | "flag" }> }) {
  const notes = useContext(NotesContext);
  return inline.kind === "cite" ? notes?.cite(inline.mark, inline.at) : notes?.flag(inline.doubt);
}

function Task({ done }: { readonly done: boolean }) {
  const t = useT();
  const Icon = done ? SquareCheck : Square;
  return (
    <span role="img" aria-label={t(done ? "ui.task.done" : "ui.task.open")} className="mr-1.5 -ml-5 inline-flex align-[-2px] text-muted">
      <Icon aria-hidden className="size-3.5" />
    </span>
  );
}
