import { type JsonObject } from '../../kernel/json.js';
import { type StoredDocument } from '../../platform/database/storable.js';

/** A profile as it is stored: the document from outside, and around it what the platform needs. */
export interface StoredProfile {
  readonly _id: string;
  /** The document's `id`, as it is written. */
  readonly name: string;
  /** The document's `id`, folded: no two profiles share a name. */
  readonly nameFolded: string;
  /** Counts up with every change; the value of the ETag. */
  readonly revision: number;
  /** 0 until it is first activated. The highest one is the active profile (ADR 0044). */
  readonly activation: number;
  /** The interface's profile document, verbatim, secrets sealed. */
  readonly document: StoredDocument;
  readonly created: Date;
  readonly updated: Date;
}

/** A profile as the domain handles it: the document read back. */
export interface ProfileRecord extends Omit<StoredProfile, 'document'> {
  /** Secrets in it are sealed. */
  readonly document: JsonObject;
}

/** The profile that counts now. Secrets in the document are sealed (`$ENC…`). */
export interface ActiveProfile {
  readonly id: string;
  readonly revision: number;
  readonly activation: number;
  readonly document: JsonObject;
}

/** The name of a profile, as its document says it. */
export function profileName({ id }: JsonObject): string {
  return typeof id === 'string' ? id : '';
}
