import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/kernel/json.js';
import { aProfile } from '../factories/a-profile.js';
import { type CanaryWorld, type Door } from './canary-world.js';

const SECRET_FIELD = /^(password|passphrase|community|token)$/;

/** A profile with another secret in every field for one, and in keys that nobody knows. */
function aSecretProfile(world: CanaryWorld, id: string): JsonObject {
  const planted = (value: JsonValue, path: readonly string[]): JsonValue => {
    const key = path.at(-1) ?? '';
    if (Array.isArray(value)) return value.map((item, at) => planted(item, [...path, String(at)]));
    if (isJsonObject(value)) {
      const entries = Object.entries(value);
      return Object.fromEntries(
        entries.map(([name, item]) => [name, planted(item, [...path, name])]),
      );
    }
    const isSecret = SECRET_FIELD.test(key) && value !== '';
    return isSecret ? world.canaries.plant(`${path.join('.')} of profile ${id}`) : value;
  };
  const more = {
    brokerProps: { apiToken: 'x', deep: [{ password: 'x', clientSecret: 'x' }] },
    vendorPassword: 'x',
  };
  const profile = planted(aProfile(id), []) as JsonObject;
  const unknown = Object.fromEntries(
    Object.entries(more).map(([key, value]) => [key, plantedEverywhere(world, value)]),
  );
  const url = world.canaries.plant('URL under an unknown key of a profile', '');
  const key = world.canaries.plant('private key under an unknown key of a profile', '');
  const hooks = {
    target: `https://ada:${url}@hooks.invalid/in?token=${url}`,
    blobs: [`-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----`],
  };
  return { ...profile, ...unknown, hooks };
}

function plantedEverywhere(world: CanaryWorld, value: JsonValue): JsonValue {
  if (typeof value === 'string') return world.canaries.plant('unknown key of a profile');
  if (Array.isArray(value)) return value.map((item) => plantedEverywhere(world, item));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([key, item]) => [key, plantedEverywhere(world, item)]));
}

async function readProfile(world: CanaryWorld, id: string): Promise<void> {
  for (const page of ['', '/export', '/effective'])
    await world.call('GET', `/profiles/${id}${page}`);
}

/** Secrets of profiles. */
export const PROFILE_DOORS = {
  createProfile: async (world: CanaryWorld) => {
    const properties = aSecretProfile(world, 'canary-created');
    await world.submit('createProfile', { body: { properties } });
    await readProfile(world, 'canary-created');
  },

  importProfile: async (world: CanaryWorld) => {
    const properties = aSecretProfile(world, 'canary-imported');
    await world.submit('importProfile', { body: { properties } });
    await readProfile(world, 'canary-imported');
    await world.call('DELETE', '/profiles/canary-imported');
  },

  updateProfile: async (world: CanaryWorld) => {
    const path = '/profiles/canary-created';
    const properties = aSecretProfile(world, 'canary-created');
    await world.submit('updateProfile', { path, body: { properties } });
    await world.call('PUT', `${path}/active`);
    await readProfile(world, 'canary-created');
  },
} as const satisfies Record<string, Door>;
