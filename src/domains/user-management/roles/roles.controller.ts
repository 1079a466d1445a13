import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { fieldsOf } from '../../../api/validation/wrapped-body.js';
import { Operation } from '../../../api/operation.decorator.js';
import { ListOptions } from '../../../api/lists/list-options.decorator.js';
import { type ListRequest } from '../../../api/lists/list-request.js';
import { pageOf, pageOfAll } from '../../../api/lists/page-of.js';
import { ExpectedRevision } from '../../../api/revision/expected-revision.decorator.js';
import { revisioned } from '../../../api/revision/revisioned.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { done } from '../records/user-answers.js';
import { type Role } from '../stored/role.js';
import { METHODS } from './role-methods.js';
import { toAuthorizationRole, toRole } from './to-role.js';
import { METHOD_LIST, ROLE_LIST, ROLE_RECORD_LIST, VIEW_LIST } from './role-lists.js';
import {
  AuthorizationRole,
  CreateRoleRequest,
  ListMethodsAnswer,
  ListRoleRecordsAnswer,
  ListRolesAnswer,
  ListViewsAnswer,
  RoleAnswer,
  UpdateRoleRequest,
} from './roles.dto.js';
import { RolesService } from './roles.service.js';

/** Roles: which there are, those of single applications, and custom ones. */
@Controller()
export class RolesController {
  constructor(private readonly roles: RolesService) {}

  @Operation('listRoles', ListRolesAnswer)
  async listRoles(@ListOptions(ROLE_LIST) list: ListRequest): Promise<ListRolesAnswer> {
    const { items, total } = await pageOf(list, (part) => this.roles.list(part), toRole);
    const { skip, limit } = list;
    return { result: { results: items, skip, limit, total } };
  }

  @Operation('listRoleRecords', ListRoleRecordsAnswer)
  async listRoleRecords(
    @ListOptions(ROLE_RECORD_LIST) list: ListRequest,
  ): Promise<ListRoleRecordsAnswer> {
    const read = (part: StoredList): Promise<Page<Role>> => this.roles.list(part);
    const { items, total } = await pageOf(list, read, toAuthorizationRole);
    return { results: items, total };
  }

  @Operation('listMethods', ListMethodsAnswer)
  listMethods(@ListOptions(METHOD_LIST) list: ListRequest): ListMethodsAnswer {
    const { items, total } = pageOfAll(list, METHODS);
    return { results: items, total };
  }

  @Operation('listViews', ListViewsAnswer)
  listViews(@ListOptions(VIEW_LIST) list: ListRequest): ListViewsAnswer {
    const { items, total } = pageOfAll(list, []);
    return { results: items, total };
  }

  @Operation('getRole', AuthorizationRole)
  async getRole(@Param('id') id: string): Promise<AuthorizationRole> {
    const role = await this.roles.get(id);
    return revisioned(role.revision, toAuthorizationRole(role));
  }

  @Operation('addRole', RoleAnswer)
  async addRole(
    @Body() { role: fields }: CreateRoleRequest,
    @CurrentPrincipal() caller: Principal,
  ): Promise<RoleAnswer> {
    const role = await this.roles.create({ body: { fields, pointer: '#/role' }, caller });
    return done('created', 'role', toAuthorizationRole(role));
  }

  @Operation('updateRole', RoleAnswer)
  async updateRole(
    @Param('id') id: string,
    @Body() body: UpdateRoleRequest,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() caller: Principal,
  ): Promise<RoleAnswer> {
    const request = { body: fieldsOf(body, 'role'), caller };
    return updated(await this.roles.update(id, request, expected));
  }

  @Operation('deleteRole')
  async deleteRole(
    @Param('id') id: string,
    @ExpectedRevision() expected: number | undefined,
  ): Promise<void> {
    await this.roles.remove(id, expected);
  }
}

function updated(role: Role): RoleAnswer {
  return revisioned(role.revision, done('updated', 'role', toAuthorizationRole(role)));
}
