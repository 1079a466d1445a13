import { Body, Controller, Param } from '@nestjs/common';
import { Operation } from '../../../api/operation.decorator.js';
import { QueryObject } from '../../../api/query/query-object.decorator.js';
import { ExpectedRevision } from '../../../api/revision/expected-revision.decorator.js';
import { revisioned } from '../../../api/revision/revisioned.js';
import { done } from '../records/user-answers.js';
import { toRole } from './to-role.js';
import { userListQuery } from '../records/user-requests.js';
import { fieldsOf } from '../records/wrapped-body.js';
import {
  CreateRoleRequest,
  ListRoleRecordsAnswer,
  ListRolesAnswer,
  ListRolesQuery,
  RoleAnswer,
  ShownRole,
  UpdateRoleRequest,
} from './roles.dto.js';
import { RolesService } from './roles.service.js';

/** Roles: which there are, and those of single applications. */
@Controller()
export class RolesController {
  constructor(private readonly roles: RolesService) {}

  @Operation('listRoles', ListRolesAnswer)
  async listRoles(@QueryObject() options: ListRolesQuery): Promise<ListRolesAnswer> {
    const query = userListQuery(options, 'name', '#/queryOptions');
    const { items, total } = await this.roles.list(query);
    const { skip, limit } = query;
    return { result: { results: items.map(toRole), skip, limit, total } };
  }

  @Operation('listRoleRecords', ListRoleRecordsAnswer)
  async listRoleRecords(@QueryObject() options: ListRolesQuery): Promise<ListRoleRecordsAnswer> {
    const { items, total } = await this.roles.list(userListQuery(options, 'name'));
    return { results: items.map(toRole), total };
  }

  @Operation('getRole', ShownRole)
  async getRole(@Param('id') id: string): Promise<ShownRole> {
    const role = await this.roles.get(id);
    return revisioned(role.revision, toRole(role));
  }

  @Operation('addRole', RoleAnswer)
  async addRole(@Body() { role: fields }: CreateRoleRequest): Promise<RoleAnswer> {
    const { provenance, name, description = '' } = fields;
    const role = await this.roles.create({ provenance, name, description });
    return done('created', 'role', toRole(role));
  }

  @Operation('updateRole', RoleAnswer)
  async updateRole(
    @Param('id') id: string,
    @Body() body: UpdateRoleRequest,
    @ExpectedRevision() expected: number | undefined,
  ): Promise<RoleAnswer> {
    const { fields } = fieldsOf(body, 'role');
    const role = await this.roles.update(id, fields, expected);
    return revisioned(role.revision, done('updated', 'role', toRole(role)));
  }

  @Operation('deleteRole')
  async deleteRole(
    @Param('id') id: string,
    @ExpectedRevision() expected: number | undefined,
  ): Promise<void> {
    await this.roles.remove(id, expected);
  }
}
