import { type OperationProgress } from '../../../platform/tracking/operation-progress.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type DocumentType } from '../detection/document-type.js';

/** A document that is to be imported. */
export interface ImportItem {
  readonly type: DocumentType;
  readonly document: JsonObject;
  /** Where in the request it lies. */
  readonly pointer: string;
}

/** What became of one thing that a batch brought. */
export interface ImportOutcome {
  readonly name: string;
  /** `unknown` for what is none that can be imported. */
  readonly type: DocumentType | 'project' | 'unknown';
  readonly success: boolean;
  readonly message: string;
  /** The id it has here; null where it was not imported. */
  readonly id: string | null;
  readonly warnings: readonly string[];
  readonly pointer: string;
}

/** What is told of a document that the import did not come to. */
export const LEFT_OUT = 'Left out: the import was ended before it';

/** Whether the import was ended before everything was tried. */
export function isCutShort(outcomes: readonly ImportOutcome[]): boolean {
  return outcomes.some(({ message }) => message === LEFT_OUT);
}

/** How a batch is imported. */
export interface BatchOptions {
  /** Replace documents of the same name; without it such a name is a conflict. */
  readonly overwrite: boolean;
  /** Is told how far it is; its signal ends the batch between two documents. */
  readonly progress?: OperationProgress;
}
