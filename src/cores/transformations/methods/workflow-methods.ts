import { type MethodTable } from '../method-call.js';
import { isNullHeld, queried } from '../query/query-value.js';

/** Tasks of the workflow engine that transformations may call. */
export const WORKFLOW_ENGINE_METHODS: MethodTable = {
  query: (call) => {
    const [passOnNull, query, value] = [call.args[0], call.anyText(1), call.args[2]];
    const found = queried(value, query, call.meter) ?? null;
    if (found !== null || passOnNull === true || isNullHeld(value, query, call.meter)) return found;
    return undefined;
  },
};
