import { Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { QueryObject } from '../../../api/query/query-object.decorator.js';
import { ExpectedRevision } from '../../../api/revision/expected-revision.decorator.js';
import { revisioned } from '../../../api/revision/revisioned.js';
import { LIST_LIMIT_DEFAULT } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import {
  ListServiceInstancesAnswer,
  ListServiceInstancesQuery,
  ServiceInstance,
} from '../service-management.dto.js';
import { toServiceInstance } from '../to-answers.js';
import { InstanceRemoval } from './instance-removal.service.js';
import { SavedInstances } from './saved-instances.service.js';

/** Instances that were saved. */
@Controller()
export class ServiceInstancesController {
  constructor(
    private readonly instances: SavedInstances,
    private readonly removal: InstanceRemoval,
  ) {}

  @Operation('listServiceInstances', ListServiceInstancesAnswer)
  async listServiceInstances(
    @QueryObject() query: ListServiceInstancesQuery,
  ): Promise<ListServiceInstancesAnswer> {
    const { adapter, order = 1, skip = 0, limit = LIST_LIMIT_DEFAULT, ...search } = query;
    const { items, total } = await this.instances.list({ search, adapter, order, skip, limit });
    return { results: items.map(toServiceInstance), total };
  }

  @Operation('getServiceInstance', ServiceInstance)
  async getServiceInstance(@Param('id') id: string): Promise<ServiceInstance> {
    const found = await this.instances.get(id);
    return revisioned(found.revision, toServiceInstance(found));
  }

  @Operation('deleteServiceInstance')
  async deleteServiceInstance(
    @Param('id') id: string,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<void> {
    await this.removal.remove(id, expected, principal);
  }
}
