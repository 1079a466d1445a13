import { listOf } from '../../../api/lists/list-declaration.js';
import { type StoredFields } from '../../../platform/database/lists/stored-filter.js';
import { METHODS } from './role-methods.js';
import { AllowedMethod, AuthorizationRole, Method, ShownRole } from './roles.dto.js';

const STORED: StoredFields = {
  // Ids are hexadecimal digits in lower case, so they are their own folded form.
  _id: { path: '_id', folded: '_id' },
  provenance: { path: 'provenance', folded: 'provenanceFolded' },
  name: { path: 'name', folded: 'nameFolded' },
  description: { path: 'description', folded: 'descriptionFolded', blank: true },
};

/** Operation 8: roles, by name. */
export const ROLE_LIST = listOf('listRoles', {
  item: ShownRole,
  order: ['name', 1],
  stored: STORED,
});

/** Roles with what they admit to, by name. */
export const ROLE_RECORD_LIST = listOf('listRoleRecords', {
  item: AuthorizationRole,
  order: ['name', 1],
  stored: STORED,
});

/** What roles can admit to, by name; all of it where the caller does not say how much. */
export const METHOD_LIST = listOf('listMethods', {
  item: Method,
  order: ['name', 1],
  limit: METHODS.length,
});

/** Pages that roles can admit to: none. */
export const VIEW_LIST = listOf('listViews', { item: AllowedMethod, order: ['name', 1] });
