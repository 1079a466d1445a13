import { Body, Controller } from '@nestjs/common';
import { Operation } from '../../api/operation.decorator.js';
import { listResources } from './list-resources.js';
import { type ScimCall } from './scim-call.js';
import { CurrentScimCall } from './scim-call.decorator.js';
import { ScimGroupsService } from './scim-groups.service.js';
import { ScimUsersService } from './scim-users.service.js';
import { ScimResourceList, ScimSearchRequest } from './scim.dto.js';

/** Users and groups in one list. */
@Controller()
export class ScimSearchController {
  constructor(
    private readonly users: ScimUsersService,
    private readonly groups: ScimGroupsService,
  ) {}

  @Operation('searchScim', ScimResourceList)
  async searchScim(
    @Body() wanted: ScimSearchRequest,
    @CurrentScimCall() call: ScimCall,
  ): Promise<ScimResourceList> {
    const lists = [this.users.list(call), this.groups.list(call)];
    return (await listResources(lists, wanted)) as unknown as ScimResourceList;
  }
}
