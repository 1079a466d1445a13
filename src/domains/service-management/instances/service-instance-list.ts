import { listOf } from '../../../api/lists/list-declaration.js';
import { ServiceInstance, ServiceInstanceListOptions } from './service-instances.dto.js';

/** Instances that were saved, by their paths. */
export const SERVICE_INSTANCE_LIST = listOf('listServiceInstances', {
  item: ServiceInstance,
  own: ServiceInstanceListOptions,
  filters: { adapter: 'adapter' },
  order: ['xpath', 1],
  stored: {
    xpath: { path: 'xpath', folded: 'xpathFolded' },
    adapter: { path: 'adapterName', blank: true, index: 'adapter' },
  },
});
