import { Injectable } from '@nestjs/common';
import { conflict } from '../../../kernel/app-error.js';
import { type Group } from '../stored/group.js';
import { GroupsRepository } from '../stored/groups.repository.js';
import { type AdminGroup } from '../stored/authentication-settings.js';
import { isNamed } from '../identities/effective-access.js';
import { GrantsService } from '../identities/grants.service.js';
import { UserLocksRepository } from '../locks/user-locks.repository.js';
import { type Account } from '../stored/account.js';
import { AccountsRepository } from '../stored/accounts.repository.js';

/** The platform as a change would leave it; what is absent is as it is stored. */
export interface Hypothesis {
  /** An account as it would be; null when it would be gone. */
  readonly account?: { readonly id: string; readonly as: Account | null };
  /** A group as it would be; null when it would be gone. */
  readonly group?: { readonly id: string; readonly as: Group | null };
  /** The groups that the active profile would name as administrators. */
  readonly adminGroups?: readonly AdminGroup[];
}

/**
 * Keeps the platform from losing its last administrator: an active account that holds the platform's
 * role admin and can sign in with a password of ours (ADR 0071). Accounts of other sign-in services do
 * not count: those services can be away.
 */
@Injectable()
export class AdminGuardService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly groups: GroupsRepository,
    private readonly grants: GrantsService,
    private readonly locks: UserLocksRepository,
  ) {}

  /**
   * Makes a change that could take an administrator away, alone over all nodes, unless it would leave
   * none. The change itself must be conditional on what the hypothesis was made of.
   * @throws AppError `conflict`, code `last-admin`; `unavailable` when others hold the lock for long.
   */
  async whileAdminRemains<T>(next: Hypothesis, write: () => Promise<T>): Promise<T> {
    return this.locks.hold(async (signal) => {
      await this.assertAdminRemains(next);
      signal.throwIfAborted();
      return write();
    });
  }

  /** Names of these administrators, in their order. */
  async names(): Promise<readonly string[]> {
    const { role, adminGroups } = await this.grants.adminSources();
    if (!role) return [];
    const groups = await this.givingGroups(role._id, adminGroups, undefined);
    return this.accounts.adminNames({ role: role._id, groups: [...groups] });
  }

  /** A platform that has no such administrator already loses none. */
  private async assertAdminRemains(next: Hypothesis): Promise<void> {
    if ((await this.adminRemains(next)) || !(await this.adminRemains({}))) return;
    throw conflict(
      'No active account with the role admin would remain that can sign in with a password',
      'last-admin',
    );
  }

  private async adminRemains({ account, group, adminGroups }: Hypothesis): Promise<boolean> {
    const sources = await this.grants.adminSources();
    if (!sources.role) return false;
    const role = sources.role._id;
    const named = adminGroups ?? sources.adminGroups;
    const groups = await this.givingGroups(role, named, group);
    if (account?.as && isAdmin(account.as, role, groups)) return true;
    return this.accounts.someAdmin({ role, groups: [...groups], except: account?.id });
  }

  /** Ids of the active groups whose members are administrators, from the top down. */
  private async givingGroups(
    role: string,
    named: readonly AdminGroup[],
    replaced: Hypothesis['group'],
  ): Promise<ReadonlySet<string>> {
    const giving = new Set<string>();
    const add = (found: readonly Group[], counts: (group: Group) => boolean): string[] => {
      const stored = found.filter(({ _id }) => _id !== replaced?.id);
      const candidates = replaced?.as && counts(replaced.as) ? [...stored, replaced.as] : stored;
      const added = candidates
        .filter(({ _id, inactive }) => !inactive && !giving.has(_id))
        .map(({ _id }) => _id);
      added.forEach((id) => giving.add(id));
      return added;
    };
    let level = add(
      await this.groups.findGiving(role, named),
      (group) => group.assignedRoles.includes(role) || isNamed(group, named),
    );
    while (level.length > 0) {
      const above = new Set(level);
      level = add(await this.groups.findMembers(level), ({ memberOf }) =>
        memberOf.some((id) => above.has(id)),
      );
    }
    return giving;
  }
}

function isAdmin(
  { inactive, passwordHash, assignedRoles, memberOf }: Account,
  role: string,
  groups: ReadonlySet<string>,
): boolean {
  if (inactive || passwordHash === null) return false;
  return assignedRoles.includes(role) || memberOf.some((id) => groups.has(id));
}
