import { type BodyFields } from '../../../api/validation/wrapped-body.js';
import { type Principal } from '../../../kernel/principal.js';
import { type Referring, withIds } from '../records/referred-ids.js';
import { type GroupRequest, type GroupWrite } from './groups.service.js';

/** What a caller asks of a group. */
export function groupRequest(
  { fields, pointer }: BodyFields<Referring<GroupWrite>>,
  caller: Principal,
): GroupRequest {
  return { write: withIds(fields), pointer, caller };
}
