import { type Group } from '../../../src/domains/user-management/stored/group.js';
import { type Role } from '../../../src/domains/user-management/stored/role.js';

const NOW = new Date('2026-01-01T00:00:00Z');
const common = {
  revision: 1,
  _meta: { created: NOW, updated: NOW },
  description: '',
  descriptionFolded: '',
};

/** A role whose id says what it is: `platform/admin` for example. */
export function aRole(name: string, provenance = 'platform'): Role {
  return {
    ...common,
    _id: `${provenance}/${name}`,
    provenance,
    provenanceFolded: provenance.toLowerCase(),
    name,
    nameFolded: name.toLowerCase(),
  };
}

/** A group whose id is its name; active, without roles, in no other group. */
export function aGroup(name: string, given: Partial<Group> = {}): Group {
  return {
    ...common,
    _id: name,
    provenance: 'local',
    name,
    nameFolded: name.toLowerCase(),
    memberOf: [],
    assignedRoles: [],
    inactive: false,
    ...given,
  };
}
