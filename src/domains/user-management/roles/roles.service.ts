import { Injectable } from '@nestjs/common';
import { assertRevision, staleRevision } from '../../../api/revision/stale-revision.js';
import { type BodyFields } from '../../../api/validation/wrapped-body.js';
import { AppError, notFound } from '../../../kernel/app-error.js';
import { type Page } from '../../../kernel/page.js';
import {
  CUSTOM_PROVENANCE,
  PLATFORM_PROVENANCE,
  type Principal,
} from '../../../kernel/principal.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { methodsLacking } from '../identities/grant-rule.js';
import { recordChange } from '../records/record-change.js';
import { UserRecordsService } from '../records/user-records.service.js';
import { type Role } from '../stored/role.js';
import { RolesRepository } from '../stored/roles.repository.js';
import { describedRole, type NewRoleWrite, type RoleWrite } from './role-request.js';

/** What a caller says of a role. */
interface RoleRequest<Fields = RoleWrite> {
  readonly body: BodyFields<Fields>;
  readonly caller: Principal;
}

/** Roles: the platform's own, which stay as they are, those of single applications, and custom ones. */
@Injectable()
export class RolesService {
  constructor(
    private readonly roles: RolesRepository,
    private readonly records: UserRecordsService,
  ) {}

  list(part: StoredList): Promise<Page<Role>> {
    return this.roles.list(part);
  }

  /** @throws AppError `not-found` */
  async get(id: string): Promise<Role> {
    const found = await this.roles.findById(id);
    if (!found) throw notFound('Role', id);
    return found;
  }

  /**
   * @throws AppError `invalid-input`; `forbidden` for operations that the caller may not call; `conflict` when
   *   the application has the role already
   */
  async create({ body, caller }: RoleRequest<NewRoleWrite>): Promise<Role> {
    const { provenance = CUSTOM_PROVENANCE, name } = body.fields;
    const role = describedRole({ provenance, name, description: '' }, body);
    assertMayGive(caller, role.methods);
    const added = await this.records.addRole(role);
    noteChange(roleChange(null, added));
    return added;
  }

  /**
   * Changes what is said about a role, and what a custom one admits to, also for those who hold it.
   * @throws AppError `not-found`, `invalid-input`, `forbidden`, `conflict` also for roles of the platform,
   *   `precondition-failed`
   */
  async update(
    id: string,
    { body, caller }: RoleRequest,
    expected: number | undefined,
  ): Promise<Role> {
    const present = await this.own(id, expected);
    const { name, description, methods } = describedRole(present, body);
    assertMayGive(caller, methods, present.methods);
    const changes = { name, description, ...(methods && { methods }) };
    const changed = await this.records.changeRole(present, changes, expected);
    noteChange(roleChange(present, changed));
    return changed;
  }

  /**
   * Removes the role; it admits to nothing from then on. References to it are removed afterwards, and
   * one that a crash leaves behind means nothing (docs/accounts.md).
   * @throws AppError `not-found`, `conflict` for roles of the platform, `precondition-failed`
   */
  async remove(id: string, expected: number | undefined): Promise<void> {
    const present = await this.own(id, expected);
    if (!(await this.roles.remove(present))) throw staleRevision(expected);
    noteChange(roleChange(present, null));
    await this.records.forgetRole(id);
  }

  private async own(id: string, expected: number | undefined): Promise<Role> {
    const present = await this.get(id);
    if (present.provenance === PLATFORM_PROVENANCE) {
      throw new AppError('conflict', 'Roles of the platform can be neither changed nor removed', {
        code: 'platform-role',
      });
    }
    assertRevision(present.revision, expected);
    return present;
  }
}

/**
 * Nobody gives what he does not hold, not even by a role that nobody holds yet.
 * @throws AppError `forbidden`
 */
function assertMayGive(
  { roles }: Principal,
  methods: readonly string[] = [],
  present: readonly string[] = [],
): void {
  const added = methods.filter((id) => !present.includes(id));
  const lacking = methodsLacking(roles, added);
  if (lacking.length === 0) return;
  const detail = `A role gives only what its maker may call, which these are not: ${lacking.join(', ')}`;
  throw new AppError('forbidden', detail, { code: 'role-not-held' });
}

function roleChange(before: Role | null, after: Role | null): ReturnType<typeof recordChange> {
  const { _id, name } = after ?? before ?? { _id: '', name: '' };
  return recordChange({ type: 'role', id: _id, name }, [before, after]);
}
