import { Injectable } from '@nestjs/common';
import { assertRevision, staleRevision } from '../../../api/revision/stale-revision.js';
import { invalidInput, notFound } from '../../../kernel/app-error.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { AdminGuardService } from '../accounts/admin-guard.service.js';
import { LOCAL_PROVENANCE, SCIM_PROVENANCE } from '../stored/account.js';
import { GrantsService } from '../identities/grants.service.js';
import { MembershipsService } from '../records/memberships.service.js';
import { type GroupChanges, UserRecordsService } from '../records/user-records.service.js';
import { type Group, type ScimGroupRecord } from '../stored/group.js';
import { groupChange } from './group-change.js';
import { GroupsRepository } from '../stored/groups.repository.js';
import { nestingFault } from '../stored/nesting.js';

/** What a caller says of a group, new or changed; what is absent has its default, or stays. */
export interface GroupWrite {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** Names or ids of groups. */
  readonly memberOf?: readonly string[] | undefined;
  readonly assignedRoles?: readonly string[] | undefined;
  readonly inactive?: boolean | undefined;
  /** From SCIM clients alone. */
  readonly scim?: ScimGroupRecord | undefined;
}

/** A change as a caller asks for it. */
export interface GroupRequest {
  readonly write: GroupWrite;
  /** Where the group stands in the request: `#` or `#/group`. */
  readonly pointer: string;
  readonly caller: Principal;
}

/** Groups: made, changed and removed, by callers who may, without circles. */
@Injectable()
export class GroupsService {
  constructor(
    private readonly groups: GroupsRepository,
    private readonly records: UserRecordsService,
    private readonly memberships: MembershipsService,
    private readonly grants: GrantsService,
    private readonly guard: AdminGuardService,
  ) {}

  list(part: StoredList): Promise<Page<Group>> {
    return this.groups.list(part);
  }

  /** @throws AppError `not-found` */
  async get(id: string): Promise<Group> {
    const found = await this.groups.findById(id);
    if (!found) throw notFound('Group', id);
    return found;
  }

  /**
   * Adds a group of this platform, or with `scim` one that a SCIM client makes.
   * @throws AppError `invalid-input` for unknown groups and roles; `forbidden` when it would give roles
   *   that the caller does not hold; `conflict` when the name is taken.
   */
  async create(name: string, request: GroupRequest): Promise<Group> {
    const changes = await this.changesOf(request, { memberOf: [], assignedRoles: [] });
    const provenance = changes.scim ? SCIM_PROVENANCE : LOCAL_PROVENANCE;
    const wanted = { ...changes, provenance, name: name.trim() };
    const intended = this.records.newGroup(wanted);
    const after = await this.grants.rolesOfGroup(intended);
    this.grants.assertMayGrant(request.caller, { before: [], after, takesOver: false });
    // Nothing belongs to it yet, so it closes no circle, whatever happens at the same moment.
    await this.assertNesting(intended, request.pointer);
    const added = await this.records.addGroup(wanted);
    noteChange(groupChange(null, added));
    return added;
  }

  /**
   * @throws AppError `not-found`, `invalid-input` also for circles, `forbidden`, `conflict` also when
   *   no administrator would remain, `precondition-failed`.
   */
  async update(id: string, request: GroupRequest, expected: number | undefined): Promise<Group> {
    const present = await this.get(id);
    const changes = await this.changesOf(request, present);
    assertRevision(present.revision, expected);
    const intended = this.records.groupWith(present, changes);
    await this.assertMayChange(present, intended, request.caller);
    const write = (): Promise<Group> => this.records.changeGroup(present, changes, expected);
    const changed = reachesFurther(changes)
      ? await this.guard.whileAdminRemains({ group: { id, as: intended } }, async () => {
          await this.assertNesting(intended, request.pointer);
          return write();
        })
      : await write();
    noteChange(groupChange(present, changed));
    return changed;
  }

  /**
   * Removes the group; it gives nothing from then on. References to it are removed afterwards, and one
   * that a crash leaves behind means nothing (docs/accounts.md).
   * @throws AppError `not-found`, `forbidden`, `conflict`, `precondition-failed`.
   */
  async remove(id: string, caller: Principal, expected: number | undefined): Promise<void> {
    const present = await this.get(id);
    assertRevision(present.revision, expected);
    const before = await this.grants.rolesOfGroup(present);
    this.grants.assertMayGrant(caller, { before, after: [], takesOver: false });
    await this.guard.whileAdminRemains({ group: { id, as: null } }, async () => {
      if (!(await this.groups.remove(present))) throw staleRevision(expected);
    });
    noteChange(groupChange(present, null));
    await this.records.forgetGroup(id);
  }

  private async changesOf(
    { write, pointer }: GroupRequest,
    present: Pick<Group, 'memberOf' | 'assignedRoles'>,
  ): Promise<GroupChanges> {
    const { name, description, memberOf, assignedRoles, inactive, scim } = write;
    const groups = memberOf && {
      memberOf: await this.memberships.groupIds({
        values: memberOf,
        pointer: `${pointer}/memberOf`,
        present: present.memberOf,
      }),
    };
    const roles = assignedRoles && {
      assignedRoles: await this.memberships.roleIds({
        values: assignedRoles,
        pointer: `${pointer}/assignedRoles`,
        present: present.assignedRoles,
      }),
    };
    return {
      ...(name !== undefined && { name: name.trim() }),
      ...(description !== undefined && { description }),
      ...groups,
      ...roles,
      ...(inactive !== undefined && { inactive }),
      ...(scim && { scim }),
    };
  }

  private async assertMayChange(present: Group, intended: Group, caller: Principal): Promise<void> {
    const [before, after] = await Promise.all([
      this.grants.rolesOfGroup(present),
      this.grants.rolesOfGroup(intended),
    ]);
    // The profile and other sign-in services know groups by their names.
    const isRenamed = intended.nameFolded !== present.nameFolded;
    const takesOver = isRenamed || (present.inactive && !intended.inactive);
    this.grants.assertMayGrant(caller, { before, after, takesOver });
  }

  private async assertNesting({ _id, memberOf }: Group, pointer: string): Promise<void> {
    if (memberOf.length === 0) return;
    const [groups, levelsBelow] = await Promise.all([
      this.groups.findWithAncestors(memberOf),
      this.groups.levelsBelow(_id),
    ]);
    const fault = nestingFault({ id: _id, memberOf, groups, levelsBelow });
    if (!fault) return;
    const detail =
      fault.kind === 'circle'
        ? 'would make the group a member of itself'
        : 'would nest groups too deeply';
    throw invalidInput([{ pointer: `${pointer}/memberOf/${fault.index}`, detail }]);
  }
}

/** Whether more can depend on the change than the group itself. */
function reachesFurther({ name, memberOf, assignedRoles, inactive }: GroupChanges): boolean {
  return [name, memberOf, assignedRoles, inactive].some((given) => given !== undefined);
}
