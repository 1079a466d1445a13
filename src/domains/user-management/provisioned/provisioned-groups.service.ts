import { Injectable } from '@nestjs/common';
import { notFound } from '../../../kernel/app-error.js';
import { type Page, type PageRequest } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { allOf, startsWithFilter } from '../../../platform/database/text-match.js';
import { GroupsService, type GroupWrite } from '../groups/groups.service.js';
import { SCIM_PROVENANCE } from '../stored/account.js';
import { type Group } from '../stored/group.js';
import { GroupMembersService, type MemberChanges } from './group-members.service.js';
import {
  type GroupPoint,
  type MemberAccount,
  ProvisionedRepository,
} from './provisioned.repository.js';

/** A group that SCIM made. */
export type ProvisionedGroup = Group;
/** A member as its group shows it. */
export type ProvisionedMember = MemberAccount;

/** What SCIM says of a group beside its members. */
export type ProvisionedGroupWrite = Required<Pick<GroupWrite, 'scim'>> & { readonly name: string };

/** A part of these groups, in the order of their names. */
export interface GroupPart extends PageRequest {
  readonly prefix?: string | undefined;
}

/** Groups that SCIM clients make; which roles they give is decided on the platform. */
@Injectable()
export class ProvisionedGroupsService {
  constructor(
    private readonly provisioned: ProvisionedRepository,
    private readonly groups: GroupsService,
    private readonly members: GroupMembersService,
  ) {}

  /** @throws AppError `not-found` also for groups that SCIM did not make */
  async get(id: string): Promise<ProvisionedGroup> {
    const [found] = await this.provisioned.findGroupsAt({ key: 'id', value: id }, 1);
    if (!found) throw notFound('Group', id);
    return found;
  }

  /** Groups that one of these finds, each once, so many for each at most, in the order of their names. */
  async find(points: readonly GroupPoint[], limit: number): Promise<readonly ProvisionedGroup[]> {
    const found = await Promise.all(
      points.map((point) => this.provisioned.findGroupsAt(point, limit)),
    );
    const each = new Map(found.flat().map((group) => [group._id, group])).values();
    return [...each].sort((a, b) => (a.nameFolded < b.nameFolded ? -1 : 1));
  }

  list({ prefix = '', ...page }: GroupPart): Promise<Page<ProvisionedGroup>> {
    const own = { provenance: SCIM_PROVENANCE };
    return this.groups.list({
      filter: allOf([own, startsWithFilter('nameFolded', prefix)]),
      order: 1,
      ...page,
    });
  }

  /** As `GroupMembersService.of`. */
  membersOf(
    groups: readonly ProvisionedGroup[],
  ): Promise<ReadonlyMap<string, readonly ProvisionedMember[]>> {
    return this.members.of(groups.map(({ _id }) => _id));
  }

  /** Whole changes are refused before anything of them is written. @throws AppError `invalid-input` */
  async assertMembers({ added }: MemberChanges): Promise<void> {
    await this.members.known(added);
  }

  /** @throws AppError `conflict` when SCIM has a group of that name; as `GroupsService.create` */
  create(write: ProvisionedGroupWrite, caller: Principal): Promise<ProvisionedGroup> {
    return this.groups.create(write.name, { write, pointer: '#', caller });
  }

  /** @throws AppError as `GroupsService.update` */
  update(
    { _id, revision }: ProvisionedGroup,
    write: ProvisionedGroupWrite,
    caller: Principal,
  ): Promise<ProvisionedGroup> {
    return this.groups.update(_id, { write, pointer: '#', caller }, revision);
  }

  /** As `GroupMembersService.change`. */
  changeMembers(
    group: ProvisionedGroup,
    changes: MemberChanges,
    caller: Principal,
    expected: number | undefined,
  ): Promise<ProvisionedGroup> {
    return this.members.change(group, changes, caller, expected);
  }

  /** @throws AppError as `GroupsService.remove` */
  async remove(id: string, caller: Principal, expected: number | undefined): Promise<void> {
    await this.get(id);
    await this.groups.remove(id, caller, expected);
  }
}
