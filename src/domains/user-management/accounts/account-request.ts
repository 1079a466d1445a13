import { type BodyFields } from '../../../api/validation/wrapped-body.js';
import { invalidInput } from '../../../kernel/app-error.js';
import { type Principal } from '../../../kernel/principal.js';
import { type Referring, withIds } from '../records/referred-ids.js';
import { type AccountRequest, type AccountWrite } from './account-writes.service.js';

/**
 * What a caller asks of an account.
 * @throws AppError `invalid-input` for groups under both names
 */
export function accountRequest(
  { fields, pointer }: BodyFields<Referring<AccountWrite>>,
  caller: Principal,
): AccountRequest {
  if (fields.groups !== undefined && fields.memberOf !== undefined) {
    const detail = 'must not stand beside groups';
    throw invalidInput([{ pointer: `${pointer}/memberOf`, detail }]);
  }
  return { write: withIds(fields), pointer, caller };
}
