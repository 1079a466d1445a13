import { Body, Controller, Param } from '@nestjs/common';
import { Operation } from '../../api/operation.decorator.js';
import { QueryObject } from '../../api/query/query-object.decorator.js';
import { revisioned } from '../../api/revision/revisioned.js';
import { FreeBody } from '../../api/shapes/free-body.decorator.js';
import { noteHeader } from '../../platform/request-context/request-context.js';
import { type ListResponse } from './list-response.js';
import { listResources } from './list-resources.js';
import { type ScimCall, type ShownResource } from './scim-call.js';
import { CurrentScimCall } from './scim-call.decorator.js';
import { ScimUsersService } from './scim-users.service.js';
import {
  ScimAttributesQuery,
  ScimUser,
  ScimUserList,
  ScimListQuery,
  ScimSearchRequest,
} from './scim.dto.js';

const BODY = 'A user as RFC 7643 describes it';
const PATCH_BODY = 'A PatchOp message (RFC 7644, 3.5.2)';

/** `/scim/v2/Users` */
@Controller()
export class ScimUsersController {
  constructor(private readonly users: ScimUsersService) {}

  @Operation('listScimUsers', ScimUserList)
  async listScimUsers(
    @QueryObject() query: ScimListQuery,
    @CurrentScimCall() call: ScimCall,
  ): Promise<ScimUserList> {
    return listed(await listResources([this.users.list(call)], query));
  }

  @Operation('searchScimUsers', ScimUserList)
  async searchScimUsers(
    @Body() wanted: ScimSearchRequest,
    @CurrentScimCall() call: ScimCall,
  ): Promise<ScimUserList> {
    return listed(await listResources([this.users.list(call)], wanted));
  }

  @Operation('createScimUser', ScimUser)
  @FreeBody(BODY)
  async createScimUser(
    @Body() body: unknown,
    @CurrentScimCall() call: ScimCall,
  ): Promise<ScimUser> {
    const created = answered(await this.users.create(body, call));
    noteHeader('location', created.meta?.location ?? '');
    return created;
  }

  @Operation('getScimUser', ScimUser)
  async getScimUser(
    @Param('id') id: string,
    @QueryObject() query: ScimAttributesQuery,
    @CurrentScimCall() call: ScimCall,
  ): Promise<ScimUser> {
    return answered(await this.users.get(id, query, call));
  }

  @Operation('replaceScimUser', ScimUser)
  @FreeBody(BODY)
  async replaceScimUser(
    @Param('id') id: string,
    @Body() body: unknown,
    @CurrentScimCall() call: ScimCall,
  ): Promise<ScimUser> {
    return answered(await this.users.replace(id, body, call));
  }

  @Operation('patchScimUser', ScimUser)
  @FreeBody(PATCH_BODY)
  async patchScimUser(
    @Param('id') id: string,
    @Body() body: unknown,
    @CurrentScimCall() call: ScimCall,
  ): Promise<ScimUser> {
    return answered(await this.users.patch(id, body, call));
  }

  @Operation('deleteScimUser')
  async deleteScimUser(@Param('id') id: string, @CurrentScimCall() call: ScimCall): Promise<void> {
    await this.users.remove(id, call);
  }
}

function listed(list: ListResponse): ScimUserList {
  return list as unknown as ScimUserList;
}

function answered({ revision, resource }: ShownResource): ScimUser {
  return revisioned(revision, resource as unknown as ScimUser);
}
