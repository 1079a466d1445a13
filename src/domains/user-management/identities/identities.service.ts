import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { ADMIN_ROLE } from '../../../kernel/gbac.js';
import { PLATFORM_PROVENANCE, type Principal } from '../../../kernel/principal.js';
import { FreshCache, readFresh } from '../../../platform/auth/fresh-cache.js';
import { ProfilesService } from '../../profiles/profiles.service.js';
import { type Account } from '../stored/account.js';
import { AccountsRepository } from '../stored/accounts.repository.js';
import {
  type AuthenticationSettings,
  readAuthenticationSettings,
} from '../stored/authentication-settings.js';
import { type AccessSources, effectiveAccess, toPrincipal } from './effective-access.js';
import { type Group } from '../stored/group.js';
import { GroupsRepository } from '../stored/groups.repository.js';
import { type Role } from '../stored/role.js';
import { RolesRepository } from '../stored/roles.repository.js';

/** An active account with everything that follows from it, read at one moment. */
export interface Identity {
  readonly account: Account;
  readonly principal: Principal;
  readonly settings: AuthenticationSettings;
}

/** A change of accounts, groups, roles or the profile counts on every node within this time. */
export const IDENTITY_AGE_MAX_MS = 1000;
const REMEMBERED_MAX = 10_000;

/** Who an account is and what it may do: the one place where effective roles are worked out. */
@Injectable()
export class IdentitiesService {
  private readonly recent = new FreshCache<Promise<Identity | null>>({
    ageMaxMs: IDENTITY_AGE_MAX_MS,
    sizeMax: REMEMBERED_MAX,
  });

  constructor(
    private readonly accounts: AccountsRepository,
    private readonly groups: GroupsRepository,
    private readonly roles: RolesRepository,
    private readonly profiles: ProfilesService,
    private readonly clock: Clock,
  ) {}

  /** The identity as it was at most one second ago; null when there is no such active account. */
  find(accountId: string): Promise<Identity | null> {
    const now = this.clock.now();
    return readFresh(this.recent, accountId, now, () => this.load(accountId, now));
  }

  /** The identity as it is at `now` or later. */
  async load(accountId: string, now: Date): Promise<Identity | null> {
    const [account, profile] = await Promise.all([
      this.accounts.findById(accountId),
      this.profiles.activeSince(now),
    ]);
    if (!account || account.inactive) return null;
    const settings = readAuthenticationSettings(profile.document);
    const access = effectiveAccess(await this.sourcesOf(account, settings));
    return { account, settings, principal: toPrincipal(account, access) };
  }

  /** All that an account's access follows from, what is inactive included, as it is now. */
  async explainable(account: Account): Promise<AccessSources> {
    const { document } = await this.profiles.activeSince(this.clock.now());
    return this.sourcesOf(account, readAuthenticationSettings(document));
  }

  private async sourcesOf(
    account: Account,
    { admins }: AuthenticationSettings,
  ): Promise<AccessSources> {
    const groups = await this.groups.findWithAncestors(account.memberOf);
    return { account, groups, roles: await this.rolesOf(account, groups), adminGroups: admins };
  }

  private async rolesOf(account: Account, groups: readonly Group[]): Promise<readonly Role[]> {
    const ids = groups.flatMap(({ assignedRoles }) => assignedRoles);
    const assigned = new Set([...account.assignedRoles, ...ids]);
    const admin = { provenance: PLATFORM_PROVENANCE, nameFolded: ADMIN_ROLE };
    return this.roles.findWithNamed([...assigned], admin);
  }
}
