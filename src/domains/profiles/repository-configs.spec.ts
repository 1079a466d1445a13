import { describe, expect, it } from 'vitest';
import {
  readRepositoryConfigs,
  repositoryConfigDocuments,
  withRepositoryConfigs,
} from './repository-configs.js';

const acme = {
  enabled: true,
  type: 'gitlab',
  hostname: 'git.example.com',
  path: 'acme/automations',
  credentials: { token: '$ENC1' },
  versionStatus: 'current',
};
/** What counts where an entry says nothing of it. */
const UNSAID = {
  trust: { publicKeys: [], requireSignature: false },
  webhook: { secret: '' },
  refreshSeconds: null,
};

describe('readRepositoryConfigs', () => {
  it('reads each entry under its scope and keeps what only others know', () => {
    const [config] = readRepositoryConfigs({ prebuiltProps: { repoConfigs: { '@acme': acme } } });
    const { versionStatus, ...typed } = acme;
    expect(versionStatus).toBe('current');
    expect(config).toEqual({ name: '@acme', ...typed, ...UNSAID, document: acme });
  });

  it('takes an entry that lacks everything as disabled and empty', () => {
    const [config] = readRepositoryConfigs({ prebuiltProps: { repoConfigs: { '@x': {} } } });
    expect(config).toEqual({
      name: '@x',
      enabled: false,
      type: '',
      hostname: '',
      path: '',
      credentials: { token: '' },
      ...UNSAID,
      document: {},
    });
  });

  it('reads whom to trust, the secret of the webhook and the interval', () => {
    const said = {
      trust: { publicKeys: ['a', 1, 'b'], requireSignature: true },
      webhook: { secret: '$ENC1.x' },
      refreshSeconds: 600,
    };
    const [config] = readRepositoryConfigs({ prebuiltProps: { repoConfigs: { '@x': said } } });
    expect(config).toMatchObject({
      trust: { publicKeys: ['a', 'b'], requireSignature: true },
      webhook: { secret: '$ENC1.x' },
      refreshSeconds: 600,
    });
  });

  it.each([[9], [2_592_001], [60.5], ['60'], [null]])('takes no %j for an interval', (said) => {
    const repoConfigs = { '@x': { refreshSeconds: said } };
    const [config] = readRepositoryConfigs({ prebuiltProps: { repoConfigs } });
    expect(config?.refreshSeconds).toBeNull();
  });

  it.each([
    [{}],
    [{ prebuiltProps: null }],
    [{ prebuiltProps: { repoConfigs: [] } }],
    [{ prebuiltProps: { repoConfigs: { '@x': 'no object', '@y': null } } }],
  ])('finds nothing in %j', (profile) => {
    expect(readRepositoryConfigs(profile)).toEqual([]);
  });
});

describe('withRepositoryConfigs', () => {
  it('changes the configurations and nothing else', () => {
    const profile = { id: 'p', prebuiltProps: { repoConfigs: { '@acme': acme }, other: 1 } };
    const changed = withRepositoryConfigs(profile, { '@b': { enabled: false } });
    expect(changed).toEqual({
      id: 'p',
      prebuiltProps: { repoConfigs: { '@b': { enabled: false } }, other: 1 },
    });
    expect(repositoryConfigDocuments(profile)).toEqual({ '@acme': acme });
  });
});
