import { listOf } from '../../api/lists/list-declaration.js';
import { ShownRepositoryConfig } from './repository-configs.dto.js';

/** Operation 4: repository configurations, by name; as many as one profile holds. */
export const REPOSITORY_CONFIG_LIST = listOf('listRepositoryConfigs', {
  item: ShownRepositoryConfig,
  order: ['name', 1],
  limit: 2000,
});
