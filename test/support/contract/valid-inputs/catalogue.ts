import { anArtifact } from '../../factories/an-artifact.js';
import { type ValidInputs } from './valid-inputs.js';

/** Catalogues, packages and repository configurations. */
export const CATALOGUE_INPUTS = {
  listPrebuilts: {
    queryOptions: {
      page: 1,
      order: 1,
      platform_version: '2024.1',
      search: 'x',
      config: '@local',
      versionStatus: 'latest',
    },
  },
  listAvailableArtifacts: {
    queryOptions: { page: 1, order: -1, platformVersion: '2024.1', search: 'x' },
  },
  listInstalledArtifacts: {
    queryOptions: {
      limit: 1,
      skip: 0,
      order: 1,
      sort: 'name',
      equals: { name: 'x', version: '1', keywords: 'x' },
      contains: { name: 'x', description: 'x' },
    },
  },
  listRepositoryConfigs: {
    queryOptions: { contains: 'x', equals: 'x', startsWith: 'x', sort: 'name', order: 1 },
  },
  installArtifact: {
    body: {
      config: '@local',
      name: '@acme/absent',
      version: '1.0.0',
      options: {
        overwrite: false,
        force: false,
        userChanges: 'merge',
        plan: '0'.repeat(64),
      },
    },
  },
  uninstallArtifact: { flat: { force: 'true', plan: '0'.repeat(64) } },
  exportArtifact: { flat: { dialect: 'original' } },
  listInstalledPrebuilts: { flat: { equals: 'x', equalsField: 'name', skip: '0', limit: '1' } },
  importPrebuilt: { body: { prebuilt: anArtifact(), options: { overwrite: true } } },
  updatePrebuilt: { body: { prebuilt: anArtifact() } },
  exportPrebuilt: { flat: { dialect: 'original' } },
  createRepositoryConfig: {
    body: {
      name: '@local',
      enabled: false,
      type: 'gitlab',
      hostname: 'git.acme.example',
      path: 'automations',
      credentials: { token: 'x' },
      trust: { publicKeys: [], requireSignature: false },
      webhook: { secret: 'x' },
      refreshSeconds: 600,
    },
  },
  updateRepositoryConfig: {
    body: {
      enabled: false,
      type: 'gitlab',
      path: 'x',
      credentials: { token: 'x' },
      trust: { publicKeys: [], requireSignature: false },
      webhook: { secret: 'x' },
      refreshSeconds: 600,
    },
  },
} as const satisfies ValidInputs;
