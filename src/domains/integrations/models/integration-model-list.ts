import { listOf } from '../../../api/lists/list-declaration.js';
import { ShownModelHead } from './integration-models.dto.js';

/** Integration models, by name. */
export const INTEGRATION_MODEL_LIST = listOf('listIntegrationModels', {
  item: ShownModelHead,
  order: ['model', 1],
  stored: { model: { path: 'name', folded: 'nameFolded' } },
  aliases: { name: 'model' },
});
