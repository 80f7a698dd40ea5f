import { ArrowUpRight, Unlink } from "lucide-react";
import { Link as Way } from "wouter";

import { destinationOf, ownPlace, saysWhere, visible } from "./address";
import { Inlines } from "./Inlines";
import { type Inline, plainText, withoutLinks } from "./nodes";

interface LinkProps {
  readonly address: string;
  readonly inside: readonly Inline[];
}

/** A way out, opened only by a click; it names the place it leads to unless its words do. A place of this desktop opens here. */
export function Link({ address, inside }: LinkProps) {
  const place = ownPlace(address);
  if (place !== null) {
    return (
      <Way href={place} className="prose-link">
        <bdi>
          <Inlines inside={withoutLinks(inside)} />
        </bdi>
      </Way>
    );
  }
  const destination = destinationOf(address);
  if (destination === null) return <Nowhere address={address} inside={inside} />;
  return (
    <a href={destination.href} target="_blank" rel="noopener noreferrer" title={destination.href} className="prose-link">
      <bdi>
        <Inlines inside={withoutLinks(inside)} />
      </bdi>
      {!saysWhere(plainText(inside), destination) && (
        <bdi className="ml-1 inline-flex items-center gap-0.5 rounded-sm bg-hover px-1 text-2xs text-muted">
          {destination.host}
          <ArrowUpRight aria-hidden className="size-2.5" />
        </bdi>
      )}
    </a>
  );
}

/** An address we do not open: a scheme that could do something, or a place only its writer knows. */
function Nowhere({ address, inside }: LinkProps) {
  return (
    <span title={visible(address)}>
      <bdi>
        <Inlines inside={inside} />
      </bdi>
      <bdi className="ml-1 inline-flex items-center gap-0.5 rounded-sm bg-hover px-1 text-2xs text-muted">
        <Unlink aria-hidden className="size-2.5" />
        {visible(address)}
      </bdi>
    </span>
  );
}
