import { Injectable } from '@nestjs/common';
import { staleRevision } from '../../../api/revision/stale-revision.js';
import { Clock } from '../../../kernel/clock.js';
import { foldText } from '../../../kernel/folded-text.js';
import { IdSource } from '../../../kernel/ids.js';
import { invariant } from '../../../kernel/invariant.js';
import { type Account, LOCAL_PROVENANCE } from '../stored/account.js';
import { AccountsRepository } from '../stored/accounts.repository.js';
import { type Group } from '../stored/group.js';
import { GroupsRepository } from '../stored/groups.repository.js';
import { type RecordMeta } from '../stored/record-meta.js';
import { type Role } from '../stored/role.js';
import { RolesRepository } from '../stored/roles.repository.js';

/** What there is to say about a new role; the rest follows. */
export type NewRole = Pick<Role, 'provenance' | 'name' | 'description' | 'methods'>;
export type NewGroup = Pick<Group, 'provenance' | 'name'> &
  Partial<Pick<Group, 'description' | 'memberOf' | 'assignedRoles' | 'inactive' | 'scim'>>;
export type NewAccount = Pick<Account, 'username' | 'passwordHash'> &
  Partial<
    Pick<
      Account,
      | 'provenance'
      | 'firstname'
      | 'memberOf'
      | 'assignedRoles'
      | 'inactive'
      | 'passwordUnseen'
      | 'isServiceAccount'
      | 'external'
      | 'scim'
      | 'envelope'
    >
  >;

/** What may change about a record; what is absent stays. */
export type RoleChanges = Partial<Pick<Role, 'name' | 'description' | 'methods'>>;
export type GroupChanges = Partial<
  Pick<Group, 'name' | 'description' | 'memberOf' | 'assignedRoles' | 'inactive' | 'scim'>
>;
export type AccountChanges = Partial<
  Pick<
    Account,
    | 'username'
    | 'firstname'
    | 'memberOf'
    | 'assignedRoles'
    | 'inactive'
    | 'passwordHash'
    | 'envelope'
    | 'scim'
  >
>;

/** Makes records of roles, groups and accounts complete: ids, folded names, revisions. */
@Injectable()
export class UserRecordsService {
  constructor(
    private readonly roles: RolesRepository,
    private readonly groups: GroupsRepository,
    private readonly accounts: AccountsRepository,
    private readonly ids: IdSource,
    private readonly clock: Clock,
  ) {}

  /** The roles of these names, added if they were not there. */
  async ensureRoles(roles: readonly NewRole[]): Promise<readonly Role[]> {
    return this.roles.ensure(roles.map((role) => this.newRole(role)));
  }

  /** The group of this name, added if it was not there. */
  async ensureGroup(group: NewGroup): Promise<Group> {
    const made = this.newGroup(group);
    await this.groups.ensure(made);
    const stored = await this.groups.findByName(group.provenance, made.nameFolded);
    invariant(stored, 'the group was added just now');
    return stored;
  }

  /** @throws AppError `conflict` when its application has a role of that name. */
  async addRole(role: NewRole): Promise<Role> {
    const added = this.newRole(role);
    await this.roles.insert(added);
    return added;
  }

  /** @throws AppError `conflict` when its provenance has a group of that name. */
  async addGroup(group: NewGroup): Promise<Group> {
    const added = this.newGroup(group);
    await this.groups.insert(added);
    return added;
  }

  /** @throws AppError `conflict` when the name is taken. */
  async addAccount(account: NewAccount): Promise<Account> {
    const username = account.username.trim();
    const added: Account = {
      provenance: LOCAL_PROVENANCE,
      firstname: '',
      memberOf: [],
      assignedRoles: [],
      inactive: false,
      passwordUnseen: false,
      isServiceAccount: false,
      external: null,
      envelope: null,
      ...account,
      ...this.first(),
      username,
      usernameFolded: foldText(username),
      firstnameFolded: foldText(account.firstname ?? ''),
      credentialRevision: 1,
      sessionSerial: 0,
      lastSignIn: null,
    };
    await this.accounts.insert(added);
    return added;
  }

  /**
   * @param expected the revision of the caller's `If-Match`, which `present` has.
   * @throws AppError `conflict` when the name is taken; this or `precondition-failed` when the role was
   *   changed since it was read
   */
  async changeRole(present: Role, changes: RoleChanges, expected?: number): Promise<Role> {
    const { name, description } = { ...present, ...changes };
    const folded = { nameFolded: foldText(name), descriptionFolded: foldText(description) };
    const changed = await this.roles.change(present, { ...changes, ...folded }, this.clock.now());
    if (!changed) throw staleRevision(expected);
    return changed;
  }

  /** @throws AppError `conflict` when it was changed since it was read, or the name is taken */
  async changeGroup(present: Group, changes: GroupChanges, expected?: number): Promise<Group> {
    const intended = this.groupWith(present, changes);
    const { nameFolded, descriptionFolded } = intended;
    const set = { ...changes, nameFolded, descriptionFolded };
    const changed = await this.groups.change(present, set, this.clock.now());
    if (!changed) throw staleRevision(expected);
    return changed;
  }

  /**
   * Changes the account; another password ends, in the same write, everything that the old one opened.
   * @throws AppError `conflict` when it was changed since it was read, or the name is taken
   */
  async changeAccount(
    present: Account,
    changes: AccountChanges,
    expected?: number,
  ): Promise<Account> {
    const { firstname = present.firstname, username = present.username } = changes;
    const set = {
      ...changes,
      usernameFolded: foldText(username),
      firstnameFolded: foldText(firstname),
      ...(changes.passwordHash !== undefined && { passwordUnseen: false }),
    };
    const changed = await this.accounts.change(present, set, this.clock.now());
    if (!changed) throw staleRevision(expected);
    return changed;
  }

  /** Takes a group that was removed out of whatever belonged to it. */
  async forgetGroup(id: string): Promise<void> {
    const now = this.clock.now();
    await Promise.all([this.accounts.forgetGroup(id, now), this.groups.forgetGroup(id, now)]);
  }

  /** Takes a role that was removed out of whatever gave it. */
  async forgetRole(id: string): Promise<void> {
    const now = this.clock.now();
    await Promise.all([this.accounts.forgetRole(id, now), this.groups.forgetRole(id, now)]);
  }

  /** The group as it would be after the changes. */
  groupWith(present: Group, changes: GroupChanges): Group {
    const group = { ...present, ...changes };
    return {
      ...group,
      nameFolded: foldText(group.name),
      descriptionFolded: foldText(group.description),
    };
  }

  private newRole(role: NewRole): Role {
    const { provenance, name, description } = role;
    return {
      ...role,
      ...this.first(),
      provenanceFolded: foldText(provenance),
      nameFolded: foldText(name),
      descriptionFolded: foldText(description),
    };
  }

  /** The record of a new group, not stored yet. */
  newGroup(group: NewGroup): Group {
    const { name, description = '' } = group;
    const folded = { nameFolded: foldText(name), descriptionFolded: foldText(description) };
    const defaults = { memberOf: [], assignedRoles: [], inactive: false };
    return { ...defaults, ...group, description, ...this.first(), ...folded };
  }

  private first(): { _id: string; revision: number; _meta: RecordMeta } {
    const now = this.clock.now();
    return { _id: this.ids.next(), revision: 1, _meta: { created: now, updated: now } };
  }
}
