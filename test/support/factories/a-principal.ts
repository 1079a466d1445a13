import { type Principal } from '../../../src/kernel/principal.js';

/** Somebody with one role of the platform or none, in these groups. */
export function aPrincipal(role?: string, groups: readonly string[] = []): Principal {
  return {
    id: 'ada-id',
    provenance: 'local',
    username: 'ada',
    firstname: '',
    groups: groups.map((id) => ({ id, provenance: 'local', name: id })),
    roles: role === undefined ? [] : [{ id: role, provenance: 'platform', name: role }],
  };
}
