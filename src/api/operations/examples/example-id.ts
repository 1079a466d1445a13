import { type JsonValue } from '../../../kernel/json.js';
import { type OperationId } from '../operations.js';

/** Stands where an id is named that an earlier answer gave. */
export const EXAMPLE_ID = '66d02d8221161b4df2717495';

/** Stands where a secret is sent that was shown once. */
export const EXAMPLE_SECRET = 'the secret that was shown once';

/**
 * A body for operations that take one. Documents show it, and a test sends it on the demo, where it works but for
 * `EXAMPLE_ID` and `EXAMPLE_SECRET`.
 */
export type RequestExamples = Partial<Record<OperationId, JsonValue>>;
