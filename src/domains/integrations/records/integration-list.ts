import { listOf } from '../../../api/lists/list-declaration.js';
import { IntegrationRecord } from './integrations.dto.js';

/** Integrations, by name. */
export const INTEGRATION_LIST = listOf('listIntegrations', {
  item: IntegrationRecord,
  order: ['data.name', 1],
  stored: { 'data.name': { path: 'name', folded: 'nameFolded' } },
  aliases: {
    name: 'data.name',
    model: 'data.model',
    type: 'data.type',
    enabled: 'metadata.enabled',
  },
});
