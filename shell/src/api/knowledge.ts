/** Knowledge as the server tells it: documents, collections, pages and passages. */

import type { components, operations } from "./schema";

type Schemas = components["schemas"];

/** A passage of a document, exactly as it stands there. */
export type Passage = Schemas["Passage"];
export type FoundPassage = Schemas["ScoredPassage"];
export type CheckedSentence = Schemas["CheckedSentence"];
export type Grounding = Schemas["Grounding"];

export type KnowledgeDocument = Schemas["DocumentView"];
export type DocumentKind = KnowledgeDocument["kind"];
export type DocumentState = KnowledgeDocument["state"];
export type OutlineEntry = Schemas["OutlineView"];
export type DocumentsPage = Schemas["DocumentPage"];

/** A page of a document; its lines say where each stands in its text and on its picture. */
export type DocumentPage = Schemas["PageView"];
export type PageLine = DocumentPage["lines"][number];

export type Collection = Schemas["CollectionView"];
export type CollectionEdit = Schemas["CollectionEdits"];

/** What became of what was given: read now, known already, or refused. */
export type AddedDocuments = Schemas["Added"];

/** What takes a removal back. */
export type Removed = Schemas["DeletedKnowledge"];

/** Where else than from this machine a document comes from. */
export type SourceWish = operations["addDocuments"]["requestBody"]["content"]["application/json"];

/** Where documents are put. */
export interface DocumentPlace {
  readonly project?: string;
  readonly collection?: string;
}
