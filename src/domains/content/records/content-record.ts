import { type JsonObject } from '../../../kernel/json.js';
import { type PackagedRecord } from '../../../platform/packaged/packaged-record.js';

/**
 * What lists look for in a document, kept beside it: documents can be megabytes long. Derived, so it
 * is never written by hand, and made anew when the way of deriving changes.
 */
export interface ContentFacts {
  /** `FACTS_VERSION` at the time. */
  readonly version: number;
  readonly description: string;
  readonly descriptionFolded: string;
  readonly tags: readonly string[];
  /** What else a kind is found by, as that kind writes it. */
  readonly keys: readonly string[];
  /** Whether the document is only a draft, which cannot be started; of workflows. */
  readonly draft: boolean;
  /** What it refers to, as `referenceKeys` writes it. */
  readonly refersTo: readonly string[];
}

/** A document of a user or a package as stored: the document as it came, and what it is found by. */
export interface StoredContent extends PackagedRecord {
  readonly facts?: ContentFacts;
}

/** A document together with what the platform knows of it. */
export interface ContentRecord {
  readonly id: string;
  readonly name: string;
  /** 0 for one that a package brought and nobody has changed since. */
  readonly revision: number;
  /** The package that it came with. */
  readonly packageId: string | undefined;
  /** The document in the dialect that it came in; its own id may be absent. */
  readonly document: JsonObject;
  readonly facts: ContentFacts;
}
