import { type JsonValue } from '../../../kernel/json.js';
import { type OperationId } from '../operations.js';
import { EXAMPLE_ID } from './example-id.js';

/** Answers whose texts and states say what was done, where several operations share one class. */
export const ANSWER_EXAMPLES: Readonly<Partial<Record<OperationId, JsonValue>>> = {
  pauseJobs: outcome('paused', 'paused'),
  resumeJobs: outcome('resumed', 'running'),
  cancelJobs: outcome('canceled', 'canceled'),
};

/** One job of one, as the requests of the examples name it. */
function outcome(done: string, status: string): JsonValue {
  return {
    message: `1 of 1 jobs ${done}`,
    data: [{ _id: EXAMPLE_ID, outcome: 'applied', status, message: '' }],
    metadata: { applied: 1, unchanged: 0, refused: 0, absent: 0 },
  };
}
