import { listOf } from '../../../api/lists/list-declaration.js';
import { AuthorizationGroup, GroupListOptions } from './groups.dto.js';

/** Groups, by name. */
export const GROUP_LIST = listOf('listGroups', {
  item: AuthorizationGroup,
  own: GroupListOptions,
  filters: { inactive: 'inactive' },
  order: ['name', 1],
  stored: {
    // Ids are hexadecimal digits in lower case, so they are their own folded form.
    _id: { path: '_id', folded: '_id' },
    provenance: { path: 'provenance' },
    name: { path: 'name', folded: 'nameFolded' },
    description: {
      path: 'description',
      folded: 'descriptionFolded',
      blank: true,
      index: 'description',
    },
    inactive: { path: 'inactive' },
  },
});
