import { cutText } from '../../kernel/cut-text.js';
import { jsonPointer } from '../../kernel/json-pointer.js';

/**
 * Everything that can be found in a workflow. An `error` makes it a draft, which is kept and cannot be
 * started; a `warning` says what may not work as it is drawn.
 */
export const FINDING_CODES = {
  'too-large': 'error',
  unreadable: 'error',
  'task-missing': 'error',
  'task-unnamed': 'error',
  'actor-unknown': 'error',
  'reference-to-absent-task': 'error',
  'edge-of-absent-task': 'error',
  'edge-to-absent-task': 'error',
  'edge-unknown': 'error',
  'edge-to-itself': 'error',
  'edge-from-start-to-end': 'error',
  'edge-out-of-start': 'error',
  'edge-out-of-end': 'error',
  'loop-into-end': 'error',
  'loop-not-of-for-each': 'error',
  'loop-boundary': 'error',
  cycle: 'error',
  unreachable: 'error',
  'loop-without-body': 'warning',
  'child-unnamed': 'warning',
  'task-unsupported': 'warning',
  'pattern-unsupported': 'warning',
  'patterns-unchecked': 'warning',
  'way-never-taken': 'warning',
  'way-missing': 'warning',
  'operator-unknown': 'warning',
  'merge-keys': 'warning',
  'value-refused': 'warning',
  'reference-stays-text': 'warning',
  'variable-unwritten': 'warning',
  'output-unknown': 'warning',
  'document-missing': 'warning',
  'transformation-draft': 'warning',
  'transformation-names': 'warning',
  'transformation-inputs': 'warning',
  'child-draft': 'warning',
  'operation-missing': 'warning',
  'group-missing': 'warning',
  'references-unchecked': 'warning',
  more: 'warning',
} as const satisfies Record<string, 'error' | 'warning'>;

/** What a finding is called by for programs. */
export type FindingCode = keyof typeof FINDING_CODES;

/** One thing that was found: where (RFC 6901 pointer as a URI fragment), a name for programs, a sentence. */
export interface Finding {
  readonly pointer: string;
  readonly code: FindingCode;
  readonly message: string;
}

/** What was found in a workflow; no errors, and it can be started. */
export interface WorkflowFindings {
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
}

/** Makes a finding; names of tasks are shortened by whoever says them. */
export function finding(
  code: FindingCode,
  path: readonly (string | number)[],
  message: string,
): Finding {
  return { pointer: jsonPointer(path), code, message };
}

const SHOWN_MAX = 60;

/** A name as a message says it. */
export function shown(name: string): string {
  return `'${cutText(name, SHOWN_MAX, '…')}'`;
}
