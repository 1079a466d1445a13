import { type CanaryWorld, type Door } from './canary-world.js';

interface Created {
  readonly id: string;
}

/** Directories may send passwords of users, which are not kept. */
export const SCIM_DOORS = {
  createScimUser: async (world: CanaryWorld) => {
    const password = world.canaries.plant('password of a user of SCIM');
    await world.submit('createScimUser', { body: { userName: 'canary-scim', password } });
  },

  replaceScimUser: async (world: CanaryWorld) => {
    const password = world.canaries.plant('replaced password of a user of SCIM');
    const path = await pathOf(world);
    await world.submit('replaceScimUser', { path, body: { userName: 'canary-scim', password } });
  },

  patchScimUser: async (world: CanaryWorld) => {
    const value = world.canaries.plant('changed password of a user of SCIM');
    const inValue = world.canaries.plant('changed password of a user of SCIM, without a path');
    const path = await pathOf(world);
    const Operations = [
      { op: 'replace', path: 'password', value },
      { op: 'replace', value: { password: inValue } },
    ];
    await world.submit('patchScimUser', { path, body: { Operations } });
  },
} as const satisfies Partial<Record<string, Door>>;

const GROUP = 'a group has no attribute that takes a secret, and others are refused';

/** Why operations on groups take no secret. */
export const NO_SCIM_DOORS = {
  createScimGroup: GROUP,
  replaceScimGroup: GROUP,
  patchScimGroup: GROUP,
} as const;

async function pathOf(world: CanaryWorld): Promise<string> {
  const query = encodeURIComponent('userName eq "canary-scim"');
  const { json } = await world.call<{ Resources: readonly Created[] }>(
    'GET',
    `/scim/v2/Users?filter=${query}`,
  );
  return `/scim/v2/Users/${json.Resources[0]?.id ?? ''}`;
}
