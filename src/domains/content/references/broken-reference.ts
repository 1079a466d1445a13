import { type JsonObject } from '../../../kernel/json.js';
import { type ContentKindName } from '../kinds/content-kinds.js';

/** What is wrong with references, by the codes of findings. */
export type ReferenceFault =
  | 'document-missing'
  | 'transformation-draft'
  | 'transformation-names'
  | 'transformation-inputs'
  | 'child-draft'
  | 'operation-missing'
  | 'group-missing'
  | 'references-unchecked';

/** A reference of a document that leads nowhere, or to something that cannot run. */
export interface BrokenReference {
  readonly code: ReferenceFault;
  /** Keys from the document to the place that refers. */
  readonly path: readonly (string | number)[];
  /** What is said of it behind `refers to`, with the nearest name that there is. */
  readonly what: string;
}

/** A document whose references are judged. */
export interface Referrer {
  readonly document: JsonObject;
  /** Its name: a document of a project means those of its project first. */
  readonly name: string;
}

/** References of one document that are looked up; nobody mends more at once. */
export const REFERENCES_MAX = 1000;

/** A document that comes along with those that are judged: it counts as if it were here. */
export interface BatchDocument {
  readonly type: ContentKindName | 'integration' | 'integration-model';
  readonly id: string;
  readonly name: string;
  /** Whether it has faults and cannot run. */
  readonly draft: boolean;
  /** What lists will find it by beside its name. */
  readonly keys: readonly string[];
}
