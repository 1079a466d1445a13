import { type Reference, referredIds } from '../../../api/fields/references.js';
import { invalidInput } from '../../../kernel/app-error.js';
import { LIST_LIMIT_DEFAULT } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { type TextSearch } from '../../../platform/database/text-match.js';
import { type AccountRequest, type AccountWrite } from '../accounts/account-writes.service.js';
import { type GroupRequest, type GroupWrite } from '../groups/groups.service.js';
import { type UserListQuery } from './user-list.js';
import { type BodyFields } from './wrapped-body.js';

/** The options of a list as a caller gives them. */
interface ListOptions<Sort> extends TextSearch {
  readonly inactive?: boolean | undefined;
  readonly isServiceAccount?: boolean | undefined;
  readonly skip?: number | undefined;
  readonly limit?: number | undefined;
  readonly sort?: Sort | undefined;
  readonly order?: 1 | -1 | undefined;
}

/** The options with what counts where they say nothing. */
export function userListQuery<Sort extends string>(
  options: ListOptions<Sort>,
  sortDefault: Sort,
  pointer = '#',
): UserListQuery<Sort> {
  const { inactive, isServiceAccount, sort = sortDefault, order = 1, skip = 0 } = options;
  const { limit = LIST_LIMIT_DEFAULT } = options;
  return { search: options, pointer, inactive, isServiceAccount, sort, order, skip, limit };
}

type RoleReferences = readonly Reference<'roleId'>[];
type Referring<Write> = Omit<Write, 'assignedRoles'> & {
  readonly assignedRoles?: RoleReferences | undefined;
};

/** A caller's wish for a group. */
export function groupRequest(
  { fields, pointer }: BodyFields<Referring<GroupWrite>>,
  caller: Principal,
): GroupRequest {
  return { write: { ...fields, assignedRoles: roleIdsOf(fields.assignedRoles) }, pointer, caller };
}

/**
 * A caller's wish for an account.
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
  return { write: { ...fields, assignedRoles: roleIdsOf(fields.assignedRoles) }, pointer, caller };
}

/** The ids of roles, however a caller wrote them. */
export function roleIdsOf(references: RoleReferences | undefined): readonly string[] | undefined {
  return references && referredIds(references, 'roleId');
}
