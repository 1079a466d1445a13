import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { fieldsOf } from '../../../api/validation/wrapped-body.js';
import { Operation } from '../../../api/operation.decorator.js';
import { ListOptions } from '../../../api/lists/list-options.decorator.js';
import { type ListRequest } from '../../../api/lists/list-request.js';
import { pageOf } from '../../../api/lists/page-of.js';
import { QueryObject } from '../../../api/query/query-object.decorator.js';
import { RemovalQuery } from '../../../api/query/removal.dto.js';
import { ExpectedRevision } from '../../../api/revision/expected-revision.decorator.js';
import { revisioned } from '../../../api/revision/revisioned.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { Referrers } from '../../../platform/referrers/referrers.js';
import { done } from '../records/user-answers.js';
import { toAuthorizationGroup, toGroupRecord } from './to-group.js';
import { groupRequest } from './group-request.js';
import {
  AuthorizationGroup,
  CreateGroupAnswer,
  CreateGroupRequest,
  GroupAnswer,
  ListGroupsAnswer,
  type NewGroupFields,
  UpdateGroupRequest,
} from './groups.dto.js';
import { type Group } from '../stored/group.js';
import { GROUP_LIST } from './group-list.js';
import { GroupsService } from './groups.service.js';

/** Groups of accounts, and of groups. */
@Controller()
export class GroupsController {
  constructor(
    private readonly groups: GroupsService,
    private readonly referrers: Referrers,
  ) {}

  @Operation('createGroup', CreateGroupAnswer)
  async createGroup(
    @Body() { group }: CreateGroupRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<CreateGroupAnswer> {
    return { result: done('created', 'group', toGroupRecord(await this.add(group, principal))) };
  }

  @Operation('listGroups', ListGroupsAnswer)
  async listGroups(@ListOptions(GROUP_LIST) list: ListRequest): Promise<ListGroupsAnswer> {
    const read = (part: StoredList): Promise<Page<Group>> => this.groups.list(part);
    const { items, total } = await pageOf(list, read, toAuthorizationGroup);
    return { results: items, total };
  }

  @Operation('getGroup', AuthorizationGroup)
  async getGroup(@Param('id') id: string): Promise<AuthorizationGroup> {
    const group = await this.groups.get(id);
    return revisioned(group.revision, toAuthorizationGroup(group));
  }

  @Operation('addGroup', GroupAnswer)
  async addGroup(
    @Body() { group }: CreateGroupRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<GroupAnswer> {
    return done('created', 'group', toAuthorizationGroup(await this.add(group, principal)));
  }

  @Operation('updateGroup', GroupAnswer)
  async updateGroup(
    @Param('id') id: string,
    @Body() body: UpdateGroupRequest,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<GroupAnswer> {
    const request = groupRequest(fieldsOf(body, 'group'), principal);
    return updated(await this.groups.update(id, request, expected));
  }

  @Operation('deleteGroup')
  async deleteGroup(
    @Param('id') id: string,
    @QueryObject() { force = false }: RemovalQuery,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<void> {
    if (!force) await this.assertUnused(id);
    await this.groups.remove(id, principal, expected);
  }

  private async assertUnused(id: string): Promise<void> {
    const { name } = await this.groups.get(id);
    await this.referrers.assertNone({ kind: 'group', label: 'Group', id, name });
  }

  private add(fields: NewGroupFields, principal: Principal): Promise<Group> {
    const request = groupRequest({ fields, pointer: '#/group' }, principal);
    return this.groups.create(fields.name, request);
  }
}

function updated(group: Group): GroupAnswer {
  return revisioned(group.revision, done('updated', 'group', toAuthorizationGroup(group)));
}
