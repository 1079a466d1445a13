import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type JsonObject } from '../../../kernel/json.js';
import { requestContext } from '../../../platform/logging/request-context.js';
import { ProfileChecks } from '../../profiles/profile-checks.service.js';
import {
  type AdminGroup,
  readAuthenticationSettings,
} from '../identities/authentication-settings.js';
import { GrantsService } from '../identities/grants.service.js';
import { IdentitiesService } from '../identities/identities.service.js';
import { restricted } from '../tokens/role-subset.js';
import { AdminGuard } from './admin-guard.service.js';

/**
 * Watches over `authenticationProps.admins`: who changes a profile may not come to be an administrator
 * of the platform by it, and one must remain.
 */
@Injectable()
export class ProfileAdminsService implements OnModuleInit {
  constructor(
    private readonly checks: ProfileChecks,
    private readonly guard: AdminGuard,
    private readonly grants: GrantsService,
    private readonly identities: IdentitiesService,
  ) {}

  onModuleInit(): void {
    this.checks.register((next, write) => this.around(next, write));
  }

  /** @throws AppError `forbidden`, `conflict` */
  private async around<T>(next: JsonObject, write: () => Promise<T>): Promise<T> {
    const { admins } = readAuthenticationSettings(next);
    const present = await this.grants.adminSources();
    if (namesOf(admins) === namesOf(present.adminGroups)) return write();
    if (present.role) await this.assertMayName([present.role]);
    return this.guard.whileAdminRemains({ adminGroups: admins }, write);
  }

  /** Outside a request it is the platform itself, or whoever has the database in hand. */
  private async assertMayName(
    after: readonly { readonly provenance: string; readonly name: string }[],
  ): Promise<void> {
    const context = requestContext();
    if (!context) return;
    const { principalId = '', restrictedTo = null } = context;
    const identity = await this.identities.find(principalId);
    const caller = identity ? restricted(identity.principal, restrictedTo) : { roles: [] };
    this.grants.assertMayGrant(caller, { before: after, after, takesOver: true });
  }
}

/** Equal for lists that name the same groups, in whatever order. */
function namesOf(admins: readonly AdminGroup[]): string {
  const names = admins.map(({ provenance, group }) => JSON.stringify([provenance, group]));
  return [...new Set(names)].sort().join();
}
