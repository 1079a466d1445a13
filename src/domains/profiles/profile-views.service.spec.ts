import 'reflect-metadata';
import { describe, expect, it } from 'vitest';
import { type JsonObject } from '../../kernel/json.js';
import { loadConfig } from '../../platform/config/config.js';
import { ListeningPortService } from './listening-port.service.js';
import { ProfileViewsService } from './profile-views.service.js';
import { type ProfileRecord } from './profile.js';
import { type ProfilesRepository } from './profiles.repository.js';
import { type ProfilesService } from './profiles.service.js';
import { type RuntimeProfileService } from './runtime-profile.service.js';

const withPort = (port: number): JsonObject => ({ expressProps: { express_http: { port } } });

function aRecord(document: JsonObject): ProfileRecord {
  const at = new Date('2026-01-01T00:00:00Z');
  const name = { name: 'a', nameFolded: 'a' };
  return { _id: '1', ...name, revision: 3, activation: 1, document, created: at, updated: at };
}

/** What is shown of an active profile on a node that started with another port. */
function metadataOn(env: Readonly<Record<string, string>>, appliedRevision = 3) {
  const profiles = { findActivation: () => Promise.resolve({ _id: '1', activation: 1 }) };
  const runtime = {
    applied: () => ({ id: '1', revision: appliedRevision }),
    startedWith: () => withPort(3000),
  };
  const views = new ProfileViewsService(
    profiles as unknown as ProfilesRepository,
    runtime as unknown as RuntimeProfileService,
    loadConfig(env),
  );
  return async (port: number) => (await views.show(aRecord(withPort(port)))).metadata;
}

describe('the metadata of the active profile', () => {
  it('say that the port needs a restart, unless the environment decides it', async () => {
    expect(await metadataOn({})(4000)).toMatchObject({
      activeSync: false,
      restartNeeded: ['#/expressProps/express_http/port'],
    });
    expect(await metadataOn({})(3000)).toMatchObject({ activeSync: true, restartNeeded: [] });
    expect(await metadataOn({ PORT: '5000' })(4000)).toMatchObject({
      activeSync: true,
      restartNeeded: [],
    });
  });

  it('say when this node has not applied it yet', async () => {
    expect(await metadataOn({}, 2)(3000)).toMatchObject({ isActive: true, activeSync: false });
  });
});

describe('ListeningPortService', () => {
  const portWith = (env: Readonly<Record<string, string>>, document: JsonObject) => {
    const profiles = { active: () => Promise.resolve({ id: '1', revision: 1, document }) };
    return new ListeningPortService(profiles as unknown as ProfilesService, loadConfig(env)).find();
  };

  it('takes PORT before the profile, and the profile before the default', async () => {
    expect(await portWith({ PORT: '5000' }, withPort(4000))).toBe(5000);
    expect(await portWith({ PORT: '0' }, withPort(4000))).toBe(0);
    expect(await portWith({}, withPort(4000))).toBe(4000);
    expect(await portWith({}, {})).toBe(3000);
  });
});
