import { type OperationId } from '#api/operations/operations.js';
import { type JsonObject } from '#kernel/json.js';

/** Where an operation takes its input from. */
export type Carrier = 'body' | 'queryOptions' | 'queryParameters' | 'flat';

/**
 * For every operation that takes an input, one that passes validation and then changes nothing: what
 * it names is absent, or there already. Objects are written out so that tests reach their fields.
 */
export type ValidInputs = Partial<Record<OperationId, Partial<Record<Carrier, JsonObject>>>>;
