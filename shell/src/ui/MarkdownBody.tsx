import { ImageOff, Link2 } from "lucide-react";
import { memo } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";

const OWN_PICTURE = /^\/v1\/artifacts\/[\w-]+\/content$/;

/** The place a link leads to, as a person reads it. */
export function hostOf(address: string): string {
  try {
    const url = new URL(address);
    return url.host || url.protocol.replace(":", "");
  } catch {
    return address;
  }
}

const COMPONENTS: Components = {
  a: ({ href = "", children }) => (
    <span title={href} className="text-accent-text">
      {children}
      <span className="ml-1 inline-flex items-baseline gap-0.5 rounded-sm bg-hover px-1 text-2xs text-muted">
        <Link2 aria-hidden className="size-2.5 self-center" />
        {hostOf(href)}
      </span>
    </span>
  ),
  img: ({ src, alt = "" }) =>
    typeof src === "string" && OWN_PICTURE.test(src) ? (
      <img src={src} alt={alt} loading="lazy" className="max-h-96 max-w-full rounded-md border border-line" />
    ) : (
      <span className="inline-flex items-center gap-1 rounded-sm bg-hover px-1.5 text-xs text-muted">
        <ImageOff aria-hidden className="size-3" />
        {alt} ({hostOf(String(src))})
      </span>
    ),
  table: ({ children }) => (
    <div className="table-scroll" tabIndex={0} role="group">
      <table>{children}</table>
    </div>
  ),
  pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
};

const PLUGINS = [remarkGfm];

/** The renderer itself; use `Markdown`, which loads it when it is needed. */
export const MarkdownBody = memo(function MarkdownBody({ children }: { readonly children: string }) {
  return (
    <div className="prose">
      <ReactMarkdown remarkPlugins={PLUGINS} components={COMPONENTS} urlTransform={(url) => url}>
        {children}
      </ReactMarkdown>
    </div>
  );
});
