import { Body, Controller, Param } from '@nestjs/common';
import { Operation } from '../../api/operation.decorator.js';
import { QueryObject } from '../../api/query/query-object.decorator.js';
import { entityTag, revisioned } from '../../api/revision/revisioned.js';
import { FreeBody } from '../../api/shapes/free-body.decorator.js';
import { noteHeader } from '../../platform/request-context/request-context.js';
import { type ListResponse } from './list-response.js';
import { listResources } from './list-resources.js';
import { type ScimCall, type ShownResource } from './scim-call.js';
import { CurrentScimCall } from './scim-call.decorator.js';
import { ScimGroupsService } from './scim-groups.service.js';
import {
  ScimAttributesQuery,
  ScimGroup,
  ScimGroupList,
  ScimListQuery,
  ScimSearchRequest,
} from './scim.dto.js';

const BODY = 'A group as RFC 7643 describes it';
const PATCH_BODY = 'A PatchOp message (RFC 7644, 3.5.2)';

/** `/scim/v2/Groups` */
@Controller()
export class ScimGroupsController {
  constructor(private readonly groups: ScimGroupsService) {}

  @Operation('listScimGroups', ScimGroupList)
  async listScimGroups(
    @QueryObject() query: ScimListQuery,
    @CurrentScimCall() call: ScimCall,
  ): Promise<ScimGroupList> {
    return listed(await listResources([this.groups.list(call)], query));
  }

  @Operation('searchScimGroups', ScimGroupList)
  async searchScimGroups(
    @Body() wanted: ScimSearchRequest,
    @CurrentScimCall() call: ScimCall,
  ): Promise<ScimGroupList> {
    return listed(await listResources([this.groups.list(call)], wanted));
  }

  @Operation('createScimGroup', ScimGroup)
  @FreeBody(BODY)
  async createScimGroup(
    @Body() body: unknown,
    @CurrentScimCall() call: ScimCall,
  ): Promise<ScimGroup> {
    const created = answered(await this.groups.create(body, call));
    noteHeader('location', created.meta?.location ?? '');
    return created;
  }

  @Operation('getScimGroup', ScimGroup)
  async getScimGroup(
    @Param('id') id: string,
    @QueryObject() query: ScimAttributesQuery,
    @CurrentScimCall() call: ScimCall,
  ): Promise<ScimGroup> {
    return answered(await this.groups.get(id, query, call));
  }

  @Operation('replaceScimGroup', ScimGroup)
  @FreeBody(BODY)
  async replaceScimGroup(
    @Param('id') id: string,
    @Body() body: unknown,
    @CurrentScimCall() call: ScimCall,
  ): Promise<ScimGroup> {
    return answered(await this.groups.replace(id, body, call));
  }

  @Operation('patchScimGroup')
  @FreeBody(PATCH_BODY)
  async patchScimGroup(
    @Param('id') id: string,
    @Body() body: unknown,
    @CurrentScimCall() call: ScimCall,
  ): Promise<void> {
    noteHeader('etag', entityTag(await this.groups.patch(id, body, call)));
  }

  @Operation('deleteScimGroup')
  async deleteScimGroup(@Param('id') id: string, @CurrentScimCall() call: ScimCall): Promise<void> {
    await this.groups.remove(id, call);
  }
}

function listed(list: ListResponse): ScimGroupList {
  return list as unknown as ScimGroupList;
}

function answered({ revision, resource }: ShownResource): ScimGroup {
  return revisioned(revision, resource as unknown as ScimGroup);
}
