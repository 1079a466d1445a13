import { listOf } from '../../../api/lists/list-declaration.js';
import { ShownAutomation } from './automations.dto.js';

/** Automations that the caller may see, by name. */
export const AUTOMATION_LIST = listOf('listAutomations', {
  item: ShownAutomation,
  order: ['name', 1],
  stored: {
    _id: { path: '_id' },
    name: { path: 'name', folded: 'nameFolded' },
    description: {
      path: 'facts.description',
      folded: 'facts.descriptionFolded',
      blank: true,
      index: 'description',
    },
  },
});
