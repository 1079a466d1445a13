import { type JsonObject } from '../../../kernel/json.js';
import { type JsonChange, jsonChanges } from '../../../kernel/json-changes.js';
import { contentHash } from '#domains/catalogue/trust/content-hash.js';

/** A document of an installed package: what came, and what stands here now. */
export interface DocumentToCheck {
  readonly type: string;
  readonly name: string;
  readonly id: string;
  /** null when it is gone. */
  readonly now: JsonObject | null;
  /** As the package brought it; undefined where it was installed before that was kept. */
  readonly original: JsonObject | undefined;
  /** `contentHash` of what was installed. */
  readonly hash: string | undefined;
}

/** Whether a document is still what was installed. */
export interface DocumentCheck extends Pick<DocumentToCheck, 'type' | 'name' | 'id'> {
  readonly state: 'unchanged' | 'changed' | 'missing';
  /** Pointers to what differs, the first of them; none where what came is not known any more. */
  readonly pointers: readonly string[];
  /** How many there are beyond those. */
  readonly more: number;
}

const POINTERS_MAX = 20;

/** Compares a document with what its package brought. */
export function checkDocument(document: DocumentToCheck): DocumentCheck {
  const { type, name, id, now } = document;
  const checked = { type, name, id };
  if (!now) return { ...checked, state: 'missing', pointers: [], more: 0 };
  const changes = changesOf(document, now);
  if (changes?.length === 0) return { ...checked, state: 'unchanged', pointers: [], more: 0 };
  const pointers = (changes ?? []).map(({ pointer }) => pointer);
  const shown = pointers.slice(0, POINTERS_MAX);
  return { ...checked, state: 'changed', pointers: shown, more: pointers.length - shown.length };
}

/** The document as it came, as far as that is known. */
export function broughtDocument({
  original,
  hash,
  now,
}: Pick<DocumentToCheck, 'original' | 'hash' | 'now'>): JsonObject | undefined {
  if (original) return original;
  return now && hash === contentHash(now) ? now : undefined;
}

/** Undefined where the documents differ and nobody knows in what. */
function changesOf(document: DocumentToCheck, now: JsonObject): readonly JsonChange[] | undefined {
  const brought = broughtDocument(document);
  return brought && jsonChanges(brought, now);
}
