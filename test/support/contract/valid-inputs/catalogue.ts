import { anArtifact } from '../../factories/an-artifact.js';
import { LIST_GRAMMAR, LIST_OPTIONS } from './list-grammar.js';
import { type ValidInputs } from './valid-inputs.js';

/** Catalogues, packages and repository configurations. */
export const CATALOGUE_INPUTS = {
  listPrebuilts: {
    queryOptions: {
      ...LIST_OPTIONS,
      platform_version: '2024.1',
      search: 'x',
      config: '@local',
      versionStatus: 'latest',
    },
  },
  listAvailableArtifacts: {
    queryOptions: { ...LIST_OPTIONS, platformVersion: '2024.1', search: 'x' },
  },
  listInstalledArtifacts: {
    queryOptions: LIST_OPTIONS,
  },
  listRepositoryConfigs: { queryOptions: LIST_OPTIONS },
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
  listInstalledPrebuilts: { flat: LIST_GRAMMAR },
  importPrebuilt: { body: { prebuilt: anArtifact(), options: { overwrite: true } } },
  updatePrebuilt: { body: { prebuilt: anArtifact(), options: { overwrite: true } } },
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
