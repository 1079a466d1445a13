import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../platform/config/config.js';
import { defaultProfile } from './default-profile.js';
import { readRepositoryConfigs } from './repository-configs.js';

/** The groups of the interface's profile document, written by hand. */
const GROUPS = [
  'applicationProps',
  'uiProps',
  'authenticationProps',
  'expressProps',
  'loggerProps',
  'redisProps',
  'auditProps',
  'pathProps',
  'alarmProps',
  'rabbitmq',
  'adapterStrategy',
  'systemProps',
  'prebuiltProps',
  'integrationProps',
  'retryStrategy',
];

describe('defaultProfile', () => {
  it('has every top-level field of the interface and no other', () => {
    const fields = ['id', 'description', 'services', ...GROUPS];
    expect(Object.keys(defaultProfile(loadConfig({}))).sort()).toEqual(fields.sort());
  });

  it('reads packages from the first directory that local repositories may lie in', () => {
    const config = loadConfig({ LOCAL_REPOSITORY_ROOTS: '/srv/packages,/srv/more' });
    expect(readRepositoryConfigs(defaultProfile(config))).toMatchObject([
      {
        name: '@local',
        enabled: true,
        type: 'local',
        hostname: '',
        path: '/srv/packages',
        credentials: { token: '' },
      },
    ]);
  });
});
