import { type ReferredType } from '../../../kernel/document-references.js';
import { type JsonObject } from '../../../kernel/json.js';

/** The kinds of documents that packages are built of. */
export const PACKED_KINDS = [
  'workflow',
  'transformation',
  'form',
  'json-form',
  'template',
  'mop-template',
  'mop-analytic-template',
  'automation',
] as const satisfies readonly (ReferredType | 'automation')[];
export type PackedKind = (typeof PACKED_KINDS)[number];

/** A document on its way into a package. */
export interface PackedDocument {
  readonly kind: PackedKind;
  /** `_id` of its record. */
  readonly id: string;
  readonly name: string;
  /** As it is here, with its own id in it; nothing secret. */
  readonly document: JsonObject;
}

/** A document and how it came into the package. */
export interface PackageMember extends PackedDocument {
  /** Asked for, and not only referred to by another one. */
  readonly isChosen: boolean;
}

/** Something that whoever builds a package should know of one of its documents. */
export interface PackingWarning {
  readonly kind: PackedKind;
  readonly name: string;
  readonly message: string;
}

/** What messages call the kinds in the middle of a sentence. */
const LABELS: Readonly<Record<PackedKind, string>> = {
  workflow: 'workflow',
  transformation: 'transformation',
  form: 'form',
  'json-form': 'JSON form',
  template: 'template',
  'mop-template': 'command template',
  'mop-analytic-template': 'analytic template',
  automation: 'automation',
};

/** `workflow`, `JSON form`, `command template` …, for messages. */
export function kindInWords(kind: PackedKind): string {
  return LABELS[kind];
}
