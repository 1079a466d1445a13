import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type JsonObject } from '../../../kernel/json.js';
import { ADMIN_ROLE } from '../../../kernel/gbac.js';
import { PLATFORM_PROVENANCE } from '../../../kernel/principal.js';
import { requestContext } from '../../../platform/request-context/request-context.js';
import { ProfileChecksService } from '../../profiles/profile-checks.service.js';
import { readAuthenticationSettings } from '../stored/authentication-settings.js';
import { GrantsService } from '../identities/grants.service.js';
import { IdentitiesService } from '../identities/identities.service.js';
import { restricted } from '../identities/role-subset.js';
import { AdminGuardService } from './admin-guard.service.js';
import { type PrivilegeKind, privilegesAdded, privilegesChanged } from './profile-privileges.js';

/** Who may change what a profile gives: those who may give it by the operations for it. */
const GIVERS = {
  admins: { provenance: PLATFORM_PROVENANCE, name: ADMIN_ROLE },
  repositories: { provenance: 'PrebuiltsRepository', name: ADMIN_ROLE },
} as const satisfies Record<PrivilegeKind, { provenance: string; name: string }>;

/**
 * Watches over the parts of profiles by which power is given (ADR 0072): who administers profiles alone
 * may give himself none by them, neither now nor by a stored profile that somebody else activates. An
 * administrator remains.
 */
@Injectable()
export class ProfileRightsService implements OnModuleInit {
  constructor(
    private readonly checks: ProfileChecksService,
    private readonly guard: AdminGuardService,
    private readonly grants: GrantsService,
    private readonly identities: IdentitiesService,
  ) {}

  onModuleInit(): void {
    this.checks.register((next, write) => this.around(next, write));
    this.checks.registerStoring((next, known) => this.beforeStoring(next, known));
  }

  /** @throws AppError `forbidden`, `conflict` */
  private async around<T>(next: JsonObject, write: () => Promise<T>): Promise<T> {
    const { profile } = await this.grants.adminSources();
    const changed = privilegesChanged(next, profile);
    await this.assertMayGive(changed);
    if (!changed.includes('admins')) return write();
    const { admins } = readAuthenticationSettings(next);
    return this.guard.whileAdminRemains({ adminGroups: admins }, write);
  }

  /** What counts at present may be repeated. @throws AppError `forbidden` */
  private async beforeStoring(next: JsonObject, known: readonly JsonObject[]): Promise<void> {
    const { profile } = await this.grants.adminSources();
    await this.assertMayGive(privilegesAdded(next, [...known, profile]));
  }

  /** Outside a request it is the platform itself, or whoever has the database in hand. */
  private async assertMayGive(kinds: readonly PrivilegeKind[]): Promise<void> {
    const context = requestContext();
    if (!context || kinds.length === 0) return;
    const { principalId = '', restrictedTo = null } = context;
    const identity = await this.identities.find(principalId);
    const caller = identity ? restricted(identity.principal, restrictedTo) : { roles: [] };
    const after = kinds.map((kind) => GIVERS[kind]);
    this.grants.assertMayGrant(caller, { before: [], after, takesOver: true });
  }
}
