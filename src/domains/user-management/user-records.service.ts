import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { foldText } from '../../kernel/folded-text.js';
import { IdSource } from '../../kernel/ids.js';
import { invariant } from '../../kernel/invariant.js';
import { type Account, LOCAL_PROVENANCE } from './accounts/account.js';
import { AccountsRepository } from './accounts/accounts.repository.js';
import { type Group } from './groups/group.js';
import { GroupsRepository } from './groups/groups.repository.js';
import { type RecordMeta } from './record-meta.js';
import { type Role } from './roles/role.js';
import { RolesRepository } from './roles/roles.repository.js';

/** What there is to say about a new role; the rest follows. */
export type NewRole = Pick<Role, 'provenance' | 'name' | 'description'>;
export type NewGroup = Pick<Group, 'provenance' | 'name'> &
  Partial<Pick<Group, 'description' | 'memberOf' | 'assignedRoles' | 'inactive'>>;
export type NewAccount = Pick<Account, 'username' | 'passwordHash'> &
  Partial<
    Pick<Account, 'firstname' | 'memberOf' | 'assignedRoles' | 'inactive' | 'passwordUnseen'>
  >;

/** Makes records of roles, groups and accounts complete: ids, folded names, first revision. */
@Injectable()
export class UserRecordsService {
  constructor(
    private readonly roles: RolesRepository,
    private readonly groups: GroupsRepository,
    private readonly accounts: AccountsRepository,
    private readonly ids: IdSource,
    private readonly clock: Clock,
  ) {}

  /** The role of this name, added if it was not there. */
  async ensureRole(role: NewRole): Promise<Role> {
    const nameFolded = foldText(role.name);
    await this.roles.ensure({ ...role, ...this.first(), nameFolded });
    const stored = await this.roles.findByName(role.provenance, nameFolded);
    invariant(stored, 'the role was added just now');
    return stored;
  }

  /** The group of this name, added if it was not there. */
  async ensureGroup(group: NewGroup): Promise<Group> {
    const nameFolded = foldText(group.name);
    const defaults = { description: '', memberOf: [], assignedRoles: [], inactive: false };
    await this.groups.ensure({ ...defaults, ...group, ...this.first(), nameFolded });
    const stored = await this.groups.findByName(group.provenance, nameFolded);
    invariant(stored, 'the group was added just now');
    return stored;
  }

  /** @throws AppError `conflict` when the name is taken. */
  async addAccount(account: NewAccount): Promise<Account> {
    const username = account.username.trim();
    const added: Account = {
      firstname: '',
      memberOf: [],
      assignedRoles: [],
      inactive: false,
      passwordUnseen: false,
      ...account,
      ...this.first(),
      provenance: LOCAL_PROVENANCE,
      username,
      usernameFolded: foldText(username),
      credentialRevision: 1,
      sessionSerial: 0,
      lastSignIn: null,
    };
    await this.accounts.insert(added);
    return added;
  }

  private first(): { _id: string; revision: number; _meta: RecordMeta } {
    const now = this.clock.now();
    return { _id: this.ids.next(), revision: 1, _meta: { created: now, updated: now } };
  }
}
