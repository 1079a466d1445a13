import { Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { type JsonObject } from '../../../kernel/json.js';
import { ADMIN_ROLE } from '../../../kernel/gbac.js';
import { PLATFORM_PROVENANCE, type Principal } from '../../../kernel/principal.js';
import { ProfilesService } from '../../profiles/profiles.service.js';
import { type Account } from '../stored/account.js';
import { type Group } from '../stored/group.js';
import { GroupsRepository } from '../stored/groups.repository.js';
import { type Role } from '../stored/role.js';
import { RolesRepository } from '../stored/roles.repository.js';
import { type AdminGroup, readAuthenticationSettings } from '../stored/authentication-settings.js';
import { effectiveAccess } from './effective-access.js';
import { type RoleChange, rolesLacking } from './grant-rule.js';

/** What makes somebody an administrator at this moment. */
export interface AdminSources {
  /** Null on a platform without the role, which its first start adds. */
  readonly role: Role | null;
  readonly adminGroups: readonly AdminGroup[];
  /** The document of the active profile, which names them. */
  readonly profile: JsonObject;
}

/** Memberships and roles of an account, present or intended. */
export type Giver = Pick<Account, 'memberOf' | 'assignedRoles'>;

/** Which roles accounts and groups can give, and whether a caller may change that. */
@Injectable()
export class GrantsService {
  constructor(
    private readonly groups: GroupsRepository,
    private readonly roles: RolesRepository,
    private readonly profiles: ProfilesService,
    private readonly clock: Clock,
  ) {}

  /** Every role that such an account can get, once all it belongs to is active. */
  async rolesOfAccount(giver: Giver): Promise<readonly Role[]> {
    return this.potentialRoles(giver, await this.groups.findWithAncestors(giver.memberOf));
  }

  /** Every role that the members of such a group can get by it, once all it belongs to is active. */
  async rolesOfGroup(group: Group): Promise<readonly Role[]> {
    const above = await this.groups.findWithAncestors(group.memberOf);
    const others = above.filter(({ _id }) => _id !== group._id);
    return this.potentialRoles({ memberOf: [group._id], assignedRoles: [] }, [group, ...others]);
  }

  /** What makes an administrator, read now. */
  async adminSources(): Promise<AdminSources> {
    const [role, { document }] = await Promise.all([
      this.roles.findByName(PLATFORM_PROVENANCE, ADMIN_ROLE),
      this.profiles.activeSince(this.clock.now()),
    ]);
    const { admins } = readAuthenticationSettings(document);
    return { role, adminGroups: admins, profile: document };
  }

  /** @throws AppError `forbidden` naming the roles that the caller would have to hold. */
  assertMayGrant({ roles }: Pick<Principal, 'roles'>, change: RoleChange): void {
    const lacking = rolesLacking(roles, change);
    if (lacking.length === 0) return;
    const names = lacking.map(({ provenance, name }) => `${provenance}/${name}`).join(', ');
    throw new AppError('forbidden', `Only holders of these roles may do that: ${names}`, {
      code: 'role-not-held',
    });
  }

  private async potentialRoles(giver: Giver, groups: readonly Group[]): Promise<readonly Role[]> {
    const assigned = groups.flatMap(({ assignedRoles }) => assignedRoles);
    const [{ role: admin, adminGroups }, found] = await Promise.all([
      this.adminSources(),
      this.roles.findByIds([...new Set([...giver.assignedRoles, ...assigned])]),
    ]);
    const roles = admin ? [...found.filter(({ _id }) => _id !== admin._id), admin] : found;
    return effectiveAccess({
      account: { ...giver, inactive: false },
      groups: groups.map((group) => ({ ...group, inactive: false })),
      roles,
      adminGroups,
    }).roles;
  }
}
