import { type AuditedChange } from '../../../platform/request-context/audited-change.js';
import { recordChange } from '../records/record-change.js';
import { type Account } from '../stored/account.js';

/** What is told of a change of an account: everything that is stored but the hash of its password. */
export function accountChange(before: Account | null, after: Account | null): AuditedChange {
  const { _id, username } = after ?? before ?? { _id: '', username: '' };
  return recordChange({ type: 'account', id: _id, name: username }, [shown(before), shown(after)]);
}

function shown(account: Account | null): object | null {
  if (!account) return null;
  return { ...account, passwordHash: undefined };
}
