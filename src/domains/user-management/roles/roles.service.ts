import { Injectable } from '@nestjs/common';
import { assertRevision, staleRevision } from '../../../api/revision/stale-revision.js';
import { AppError, notFound } from '../../../kernel/app-error.js';
import { type Page } from '../../../kernel/page.js';
import { PLATFORM_PROVENANCE } from '../../../kernel/principal.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { recordChange } from '../records/record-change.js';
import {
  type NewRole,
  type RoleChanges,
  UserRecordsService,
} from '../records/user-records.service.js';
import { type Role } from '../stored/role.js';
import { RolesRepository } from '../stored/roles.repository.js';

/** Roles: the platform's own, which stay as they are, and those of single applications. */
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

  /** @throws AppError `conflict` when the application has the role already */
  async create(role: NewRole): Promise<Role> {
    const added = await this.records.addRole(role);
    noteChange(roleChange(null, added));
    return added;
  }

  /**
   * Changes what is said about a role. What it admits to stays: those who hold it would hold another
   * role all of a sudden.
   * @throws AppError `not-found`, `conflict` for roles of the platform, `precondition-failed`
   */
  async update(id: string, changes: RoleChanges, expected: number | undefined): Promise<Role> {
    const present = await this.own(id, expected);
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

function roleChange(before: Role | null, after: Role | null): ReturnType<typeof recordChange> {
  const { _id, name } = after ?? before ?? { _id: '', name: '' };
  return recordChange({ type: 'role', id: _id, name }, [before, after]);
}
