import { grammarBy } from './list-grammar.js';
import { type ValidInputs } from './valid-inputs.js';

/** The audit trail. */
export const AUDIT_INPUTS = {
  listAuditEntries: {
    flat: {
      ...grammarBy('reason'),
      from: '2026-01-01T00:00:00Z',
      to: '2026-01-02T00:00:00Z',
      kind: 'change',
      outcome: 'done',
      account: 'x',
      username: 'x',
      operation: 'x',
      objectType: 'package',
      objectId: 'x',
      requestId: 'x',
      address: '127.0.0.1',
    },
  },
} as const satisfies ValidInputs;
