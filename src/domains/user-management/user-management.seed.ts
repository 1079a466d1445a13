import { Injectable } from '@nestjs/common';
import { invariant } from '../../kernel/invariant.js';
import { ADMIN_ROLE } from '../../kernel/gbac.js';
import { PLATFORM_PROVENANCE, ROLE_NAMES, type RoleName } from '../../kernel/principal.js';
import { type Seed } from '../../platform/database/seed.js';
import { LOCAL_PROVENANCE } from './stored/account.js';
import { AccountsRepository } from './stored/accounts.repository.js';
import { FirstAdmin } from './accounts/first-admin.js';
import { type Role } from './stored/role.js';
import { UserRecordsService } from './records/user-records.service.js';

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

/**
 * The nine roles, and on a platform without any account the first one: `admin` in group `admins`.
 * A platform that has accounts keeps those it has, so a deleted `admin` does not come back. Only a
 * made-up password that nobody was shown is made up again.
 */
@Injectable()
export class UserManagementSeed implements Seed {
  readonly name = 'user management';

  constructor(
    private readonly records: UserRecordsService,
    private readonly accounts: AccountsRepository,
    private readonly firstAdmin: FirstAdmin,
  ) {}

  async run(): Promise<void> {
    const roles = await this.records.ensureRoles(
      ROLE_NAMES.map((name) => ({
        provenance: PLATFORM_PROVENANCE,
        name,
        description: ROLE_DESCRIPTIONS[name],
      })),
    );
    const admin = await this.accounts.findByName(ADMIN_USERNAME);
    if (admin) await this.firstAdmin.replaceUnseen(admin);
    else if (await this.accounts.isEmpty()) {
      await this.addAdmin(roles.find(({ nameFolded }) => nameFolded === ADMIN_ROLE));
    }
  }

  private async addAdmin(role: Role | undefined): Promise<void> {
    invariant(role, 'the roles were seeded just now');
    const group = await this.records.ensureGroup({
      provenance: LOCAL_PROVENANCE,
      name: ADMINS_GROUP,
      description: 'Administrators of the platform',
      assignedRoles: [role._id],
    });
    await this.records.addAccount({
      username: ADMIN_USERNAME,
      firstname: 'Admin',
      memberOf: [group._id],
      ...(await this.firstAdmin.makePassword()),
    });
  }
}
