import { type ServiceInstance } from './service-instances.dto.js';
import { type ShownInstance } from '../saving/saved-instances.service.js';

/** An instance as it was sent last. */
export function toServiceInstance(stored: ShownInstance): ServiceInstance {
  const { adapterId, adapterName } = stored;
  return {
    id: stored._id,
    servicePath: stored.servicePath,
    xpath: stored.xpath,
    adapterId: adapterId === '' ? null : adapterId,
    adapter: adapterId === '' ? null : adapterName,
    instance: stored.instance,
    target: stored.target,
    changeId: stored.changeId,
    created: stored.created.toISOString(),
    createdBy: stored.createdBy,
    updated: stored.updated.toISOString(),
    updatedBy: stored.updatedBy,
  };
}
