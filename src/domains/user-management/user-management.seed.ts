import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { invariant } from '../../kernel/invariant.js';
import { PLATFORM_PROVENANCE, ROLE_NAMES, type RoleName } from '../../kernel/principal.js';
import { Secret } from '../../kernel/secret.js';
import { PasswordHasher } from '../../platform/auth/password-hasher.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { type Config } from '../../platform/config/config.js';
import { type Seed } from '../../platform/database/seed.js';
import { LOCAL_PROVENANCE } from './account.js';
import { FirstAdmin } from './first-admin.js';
import { type Role } from './role.js';
import { UserRecordsService } from './user-records.service.js';

const ROLE_DESCRIPTIONS: Readonly<Record<RoleName, string>> = {
  admin: 'Administers the platform',
  apiread: 'Reads by programs',
  apiwrite: 'Changes by programs',
  engineering: 'Builds automations',
  support: 'Runs automations and looks into them',
  operations: 'Runs and continues jobs',
  operator: 'Fills in forms and works on manual tasks',
  other: 'Looks at transformations',
  readonly: 'Looks, and changes nothing',
};
const ADMINS_GROUP = 'admins';
const ADMIN_USERNAME = 'admin';
const PASSWORD_BYTES = 15;

/**
 * The nine roles, and on a platform without any account the first one: `admin` in group `admins`.
 * A platform that has accounts keeps those it has, so a deleted `admin` does not come back.
 */
@Injectable()
export class UserManagementSeed implements Seed {
  readonly name = 'user management';

  constructor(
    private readonly records: UserRecordsService,
    private readonly hasher: PasswordHasher,
    private readonly firstAdmin: FirstAdmin,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async run(): Promise<void> {
    const roles = new Map<RoleName, Role>();
    for (const name of ROLE_NAMES) {
      const role = { provenance: PLATFORM_PROVENANCE, name, description: ROLE_DESCRIPTIONS[name] };
      roles.set(name, await this.records.ensureRole(role));
    }
    if (await this.records.hasAccounts()) return;
    const admin = roles.get('admin');
    invariant(admin, 'the roles were seeded just now');
    const group = await this.records.ensureGroup({
      provenance: LOCAL_PROVENANCE,
      name: ADMINS_GROUP,
      description: 'Administrators of the platform',
      assignedRoles: [admin._id],
    });
    await this.addAdmin(group._id);
  }

  private async addAdmin(groupId: string): Promise<void> {
    const given = this.config.signIn.adminPassword;
    const password = given ?? new Secret(randomBytes(PASSWORD_BYTES).toString('base64url'));
    const passwordHash = await this.hasher.hash(password.reveal());
    await this.records.addAccount({
      username: ADMIN_USERNAME,
      firstname: 'Admin',
      passwordHash,
      memberOf: [groupId],
    });
    if (!given) this.firstAdmin.rememberGenerated(password);
  }
}
