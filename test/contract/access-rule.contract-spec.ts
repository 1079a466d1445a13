import { describe, expect, it } from 'vitest';
import {
  type OperationId,
  OPERATIONS,
  operationSpec,
} from '../../src/api/operations/operations.js';
import { ruledRoles } from './access-rule.expected.js';
import { EXPECTED_ACCESS } from './roles-matrix.expected.js';

const isExtension = (id: string): boolean =>
  id in OPERATIONS && operationSpec(id as OperationId).basis === 'extension';
const extensions = EXPECTED_ACCESS.filter(
  ({ id, admits }) => isExtension(id) && admits !== 'signed in' && admits !== 'everyone',
);

describe('the rule for operations beyond the interface', () => {
  it.each(extensions)('admits to $id no role that it does not name, or says why', (expected) => {
    const { access, changes } = operationSpec(expected.id as OperationId);
    const ruled = ruledRoles(expected, changes === true);
    const beyond = expected.admits.split(' ').filter((role) => !ruled.has(role));
    const why = typeof access === 'object' && 'roles' in access ? access.widerBecause : undefined;
    // A reason where nothing is wider would excuse the next role that is added to the row.
    expect({ beyond, hasReason: why !== undefined }).toEqual({
      beyond,
      hasReason: beyond.length > 0,
    });
  });
});
