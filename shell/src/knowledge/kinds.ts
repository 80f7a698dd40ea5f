/** What kinds of documents look like: their sign and the tint of their cover. */

import { BookOpen, FileImage, FileSpreadsheet, FileText, Globe, type LucideIcon, Mail, NotebookText, Presentation, Table2 } from "lucide-react";

import type { DocumentKind, KnowledgeDocument } from "@/api";
import type { Attached } from "@/state";

interface Looks {
  readonly icon: LucideIcon;
  /** Paper and ink of a cover without a picture. */
  readonly cover: string;
}

const LOOKS: Readonly<Record<DocumentKind, Looks>> = {
  pdf: { icon: FileText, cover: "bg-tint-red-soft text-tint-red" },
  docx: { icon: FileText, cover: "bg-tint-blue-soft text-tint-blue" },
  pptx: { icon: Presentation, cover: "bg-tint-amber-soft text-tint-amber" },
  xlsx: { icon: FileSpreadsheet, cover: "bg-tint-green-soft text-tint-green" },
  csv: { icon: Table2, cover: "bg-tint-green-soft text-tint-green" },
  html: { icon: Globe, cover: "bg-tint-cyan-soft text-tint-cyan" },
  markdown: { icon: NotebookText, cover: "bg-tint-indigo-soft text-tint-indigo" },
  text: { icon: NotebookText, cover: "bg-tint-gray-soft text-tint-gray" },
  epub: { icon: BookOpen, cover: "bg-tint-violet-soft text-tint-violet" },
  email: { icon: Mail, cover: "bg-tint-teal-soft text-tint-teal" },
  image: { icon: FileImage, cover: "bg-tint-rose-soft text-tint-rose" },
};

/** How a kind looks; one that is new here looks like a text. */
export function looksOf(kind: DocumentKind): Looks {
  return LOOKS[kind] ?? LOOKS.text;
}

/** A document as something laid beside a message. */
export function attachedDocument({ id, title, mime, size }: Pick<KnowledgeDocument, "id" | "title" | "mime" | "size">): Attached {
  return { ref: `document:${id}`, title, mime, size };
}

/** A collection as something laid beside a message. */
export function attachedCollection({ id, name }: { readonly id: string; readonly name: string }): Attached {
  return { ref: `collection:${id}`, title: name, mime: null, size: null };
}

/** Where a document is read. */
export function documentPath(id: string): string {
  return `/knowledge/d/${encodeURIComponent(id)}`;
}

/** The id of the document a passage is from: `knowledge:doc_1` is `doc_1`. */
export function documentOf(ref: string): string {
  return ref.slice(ref.indexOf(":") + 1);
}
