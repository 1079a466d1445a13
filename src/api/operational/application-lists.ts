import { APPLICATIONS } from '../../kernel/principal.js';
import { listOf } from '../lists/list-declaration.js';
import { ApplicationAnswer, ApplicationHealth } from './applications.dto.js';

/** Applications, by name; all of them where the caller does not say how many. */
export const APPLICATION_LIST = listOf('listApplications', {
  item: ApplicationAnswer,
  aliases: { id: 'data.name', name: 'data.name' },
  order: ['data.name', 1],
  limit: APPLICATIONS.length,
});

/** How applications do, by name. */
export const APPLICATION_HEALTH_LIST = listOf('listApplicationHealth', {
  item: ApplicationHealth,
  aliases: { name: 'id' },
  order: ['id', 1],
  limit: APPLICATIONS.length,
});
