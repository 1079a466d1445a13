import { Injectable } from '@nestjs/common';
import { invalidInput } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { type Principal } from '../../../kernel/principal.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { GrantsService } from '../identities/grants.service.js';
import { recordChange } from '../records/record-change.js';
import { UserRecordsService } from '../records/user-records.service.js';
import { type Group } from '../stored/group.js';
import { type MemberAccount, ProvisionedRepository } from './provisioned.repository.js';

/** Most members of a group that are shown or replaced. */
export const MEMBERS_MAX = 50_000;
/** Accounts that one write changes. */
const WRITTEN_AT_ONCE = 1000;
/** Ids in one entry of the audit trail, whose sides have 16 KiB each. */
const AUDITED_AT_ONCE = 250;
const NAMED_MAX = 3;

/** What happens to the members of a group, in one step. */
export interface MemberChanges {
  /** Whoever is not in `added` goes. */
  readonly replaces: boolean;
  readonly added: ReadonlySet<string>;
  readonly removed: ReadonlySet<string>;
}

/** Members of groups that SCIM made: accounts that SCIM made too, thousands at once. */
@Injectable()
export class GroupMembersService {
  constructor(
    private readonly provisioned: ProvisionedRepository,
    private readonly records: UserRecordsService,
    private readonly grants: GrantsService,
    private readonly clock: Clock,
  ) {}

  /** The members of these groups, by the ids of the groups. @throws AppError `invalid-input` (`tooMany`) */
  async of(groups: readonly string[]): Promise<ReadonlyMap<string, readonly MemberAccount[]>> {
    const found = await this.provisioned.membersOf(groups, MEMBERS_MAX + 1);
    if (found.length > MEMBERS_MAX) throw tooMany();
    const members = new Map(groups.map((id): [string, MemberAccount[]] => [id, []]));
    for (const account of found)
      for (const group of account.memberOf) members.get(group)?.push(account);
    return members;
  }

  /**
   * Changes who belongs to a group. The group takes the next revision first; a change that is cut off in
   * between is finished by its repeat.
   * @param expected the revision of the caller's `If-Match`, which `group` has
   * @throws AppError `invalid-input` for members that are not there; `forbidden` when the group gives roles
   *   that the caller does not hold; `conflict`, `precondition-failed`
   */
  async change(
    group: Group,
    changes: MemberChanges,
    caller: Principal,
    expected: number | undefined,
  ): Promise<Group> {
    const { added, removed } = await this.effective(group._id, changes);
    if (added.length + removed.length === 0) return group;
    const roles = await this.grants.rolesOfGroup(group);
    const after = added.length > 0 ? roles : [];
    const before = removed.length > 0 ? roles : [];
    this.grants.assertMayGrant(caller, { before: [], after, takesOver: false });
    this.grants.assertMayGrant(caller, { before, after: [], takesOver: false });
    const changed = await this.records.changeGroup(group, {}, expected);
    const now = this.clock.now();
    for (const ids of parts(added, WRITTEN_AT_ONCE))
      await this.provisioned.addMembers(group._id, ids, now);
    for (const ids of parts(removed, WRITTEN_AT_ONCE))
      await this.provisioned.removeMembers(group._id, ids, now);
    noteMembers([group, changed], { added, removed });
    return changed;
  }

  /** @throws AppError `invalid-input` for those that are not there */
  async known(ids: ReadonlySet<string>): Promise<ReadonlyMap<string, MemberAccount>> {
    const found = await this.accounts([...ids]);
    const missing = [...ids].filter((one) => !found.has(one));
    if (missing.length > 0) throw unknownMembers(missing);
    return found;
  }

  /** Who becomes a member and is none, and who is one and stays none. */
  private async effective(
    id: string,
    { replaces, added, removed }: MemberChanges,
  ): Promise<{ readonly added: readonly string[]; readonly removed: readonly string[] }> {
    const isMember = ({ memberOf }: MemberAccount): boolean => memberOf.includes(id);
    const wanted = await this.known(added);
    const going = replaces
      ? ((await this.of([id])).get(id) ?? []).filter(({ _id }) => !added.has(_id))
      : [...(await this.accounts([...removed])).values()].filter(isMember);
    return {
      added: [...wanted.values()].filter((one) => !isMember(one)).map(({ _id }) => _id),
      removed: going.map(({ _id }) => _id),
    };
  }

  private async accounts(ids: readonly string[]): Promise<ReadonlyMap<string, MemberAccount>> {
    const found = new Map<string, MemberAccount>();
    for (const some of parts(ids, WRITTEN_AT_ONCE))
      for (const one of await this.provisioned.findAccounts(some)) found.set(one._id, one);
    return found;
  }
}

/** Entries of the audit trail that name every member who came or went. */
function noteMembers(
  [before, after]: readonly [Group, Group],
  { added, removed }: { readonly added: readonly string[]; readonly removed: readonly string[] },
): void {
  const count = Math.max(added.length, removed.length);
  for (let from = 0; from < count; from += AUDITED_AT_ONCE) {
    const to = from + AUDITED_AT_ONCE;
    const object = { type: 'group', id: after._id, name: after.name } as const;
    const told = { membersAdded: added.slice(from, to), membersRemoved: removed.slice(from, to) };
    noteChange(recordChange(object, [before, { ...after, ...told }]));
  }
}

function parts<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, at) => items.slice(at * size, (at + 1) * size));
}

function unknownMembers(missing: readonly string[]): Error {
  const named = missing.slice(0, NAMED_MAX).join(', ');
  const more = missing.length > NAMED_MAX ? ` and ${missing.length - NAMED_MAX} more` : '';
  return invalidInput([
    { pointer: '#/members', detail: `names users that are not here: ${named}${more}` },
  ]);
}

function tooMany(): Error {
  return invalidInput(
    [{ pointer: '#/members', detail: `are more than ${MEMBERS_MAX}` }],
    `There are more than ${MEMBERS_MAX} members to show: ask with excludedAttributes=members`,
  );
}
