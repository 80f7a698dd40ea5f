/** Where addresses in a text lead, and what a person must see of them. Pure. */

const SCHEMES = new Set(["http:", "https:", "mailto:"]);
const OWN_PICTURE = /^\/v1\/artifacts\/([\w-]+)\/content$/;
/** Signs that turn the direction of writing, or are not seen: an address that has them is not what it looks like. */
const INVISIBLE = /[\u0000-\u001f\u007f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

export interface Destination {
  readonly href: string;
  /** The server it leads to, or the receiver of the mail. */
  readonly host: string;
}

/** Where a link leads; null when it is none that we open. */
export function destinationOf(address: string): Destination | null {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return null;
  }
  if (!SCHEMES.has(url.protocol)) return null;
  if (url.protocol === "mailto:") return { href: url.href, host: decodeURIComponentSafely(url.pathname) };
  return url.host === "" ? null : { href: url.href, host: url.host };
}

/** A place of this desktop: words between slashes, and at most a question; nothing that could lead to a server or an API. */
const OWN_PLACE = /^\/(?!v1(?:\/|$)|api(?:\/|$))[a-z][\w-]*(?:\/[\w-]+)*(?:\?[\w=&.%-]*)?$/;

/** Where a link leads within this desktop; null when it leads elsewhere. */
export function ownPlace(address: string): string | null {
  return OWN_PLACE.test(address) ? address : null;
}

/** The place an address names, as a person reads it, whatever the address is. */
export function hostOf(address: string): string {
  return destinationOf(address)?.host ?? visible(address);
}

/** The address in signs that can be seen, and not too many of them. */
export function visible(address: string): string {
  const plain = address.replace(INVISIBLE, "");
  return plain.length > 80 ? `${plain.slice(0, 79)}…` : plain;
}

/** The id of the artifact whose picture this is; null when it is somebody else's. */
export function ownPicture(address: string): string | null {
  return OWN_PICTURE.exec(address)?.[1] ?? null;
}

/** Whether the words of a link already say where it leads. */
export function saysWhere(words: string, { href, host }: Destination): boolean {
  const said = words.trim().toLowerCase().replace(/^(https?:\/\/|mailto:)/, "");
  if (href.startsWith("mailto:")) return said === host.toLowerCase();
  const rest = said.startsWith(host) ? said.slice(host.length) : null;
  return rest !== null && /^([/?#]|$)/.test(rest);
}

function decodeURIComponentSafely(text: string): string {
  try {
    return visible(decodeURIComponent(text));
  } catch {
    return visible(text);
  }
}
