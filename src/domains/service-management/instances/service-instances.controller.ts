import { Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { ListOptions } from '../../../api/lists/list-options.decorator.js';
import { type ListRequest } from '../../../api/lists/list-request.js';
import { pageOf } from '../../../api/lists/page-of.js';
import { ExpectedRevision } from '../../../api/revision/expected-revision.decorator.js';
import { revisioned } from '../../../api/revision/revisioned.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { ListServiceInstancesAnswer, ServiceInstance } from './service-instances.dto.js';
import { toServiceInstance } from './to-service-instance.js';
import { InstanceRemovalService } from './instance-removal.service.js';
import { SERVICE_INSTANCE_LIST } from './service-instance-list.js';
import { SavedInstancesService, type ShownInstance } from '../saving/saved-instances.service.js';

/** Instances that were saved. */
@Controller()
export class ServiceInstancesController {
  constructor(
    private readonly instances: SavedInstancesService,
    private readonly removal: InstanceRemovalService,
  ) {}

  @Operation('listServiceInstances', ListServiceInstancesAnswer)
  async listServiceInstances(
    @ListOptions(SERVICE_INSTANCE_LIST) list: ListRequest,
  ): Promise<ListServiceInstancesAnswer> {
    const read = (part: StoredList): Promise<Page<ShownInstance>> => this.instances.list(part);
    const { items, total } = await pageOf(list, read, toServiceInstance);
    return { results: items, total };
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
