import { takesIdempotencyKey } from '../operation.decorator.js';
import { answersRevision } from '../operations/answers-revision.js';
import { type OperationSpec } from '../operations/operation-spec.js';

/** A header that an operation reads, as a parameter of the document. */
interface HeaderParameter {
  readonly name: string;
  readonly in: 'header';
  readonly required: false;
  readonly description: string;
  readonly schema: object;
}

const header = (name: string, description: string, schema: object = {}): HeaderParameter => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', ...schema },
});

const ENVELOPE =
  '`envelope=bare` asks for the answer without its outermost key, `envelope=named` for it with that key.';
const LATER =
  '`respond-async` asks to be answered (202) before the work is done; `Location` says where to follow it.';
const IDEMPOTENCY_KEY = header(
  'Idempotency-Key',
  'A request that is sent again with its key is answered as the first time, for 24 hours; 422 for other input, 409 while the first one runs.',
  { pattern: '^[!-~]{1,255}$' },
);
const IF_MATCH = header(
  'If-Match',
  'The revision (`ETag`) that the change is meant for; 412 when it is no longer the present one.',
);
const IF_NONE_MATCH = header(
  'If-None-Match',
  'The `ETag` of the answer that the caller has; 304 while it would be the same.',
);

/** Headers beside the credential that an operation reads, as its row of the table says. */
export function requestHeaders(spec: OperationSpec): readonly HeaderParameter[] {
  return [
    ...preferences(spec),
    ...(takesIdempotencyKey(spec) ? [IDEMPOTENCY_KEY] : []),
    ...(expectsRevision(spec) ? [IF_MATCH] : []),
    ...(answersRevision(spec) ? [IF_NONE_MATCH] : []),
  ];
}

/** What of `Prefer` counts here. */
function preferences({ number, output, later }: OperationSpec): readonly HeaderParameter[] {
  const isWrapped = number !== undefined && output !== undefined;
  const texts = [...(isWrapped ? [ENVELOPE] : []), ...(later ? [LATER] : [])];
  return texts.length === 0 ? [] : [header('Prefer', texts.join(' '))];
}

/** Changes of a stored object that has revisions. */
export function expectsRevision({ problems = [] }: OperationSpec): boolean {
  return problems.includes('precondition-failed');
}
