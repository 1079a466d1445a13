import { listOf } from '../../../api/lists/list-declaration.js';
import { ProjectSummaryAnswer } from './projects.dto.js';

/** Projects, by name. */
export const PROJECT_LIST = listOf('listProjects', {
  item: ProjectSummaryAnswer,
  order: ['name', 1],
  stored: {
    _id: { path: '_id' },
    name: { path: 'name', folded: 'nameFolded' },
  },
});
