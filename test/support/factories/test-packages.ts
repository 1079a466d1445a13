import { type JsonObject } from '../../../src/kernel/json.js';
import { anArtifact } from './an-artifact.js';

const depending = (name: string, platformDependencies: JsonObject): JsonObject =>
  anArtifact({ name, metadata: { platformDependencies } });
const madeFor = (name: string, version: string, platformVersion?: string): JsonObject =>
  anArtifact({
    name,
    version,
    ...(platformVersion !== undefined && { manifest: { platformVersion } }),
  });

/** A package that says everything that the interface knows of, and asks for what is not there. */
export const TALKATIVE = anArtifact({
  name: '@acme/talkative',
  version: '3.2.1',
  metadata: {
    registryId: 4711,
    repository: {
      type: 'gitlab',
      hostname: 'git.acme.example',
      path: 'automations',
      url: 'https://git.acme.example/automations.git',
    },
    platformDependencies: {
      '@acme/app-workflow_engine': '>=2030.1',
      '@acme/adapter-nso': '^2.0.0',
    },
  },
});

/**
 * Packages for a platform of release 2024.1 that cover every outcome of `installStatus` and
 * `versionStatus`, by the folder they lie in.
 */
export const TEST_PACKAGES: Readonly<Record<string, JsonObject>> = {
  free: depending('@acme/free', { '@acme/app-workflow_engine': '', 'app-mop': '>=2023.2' }),
  missing: depending('@acme/missing', { '@acme/adapter-nso': '', '@acme/absent': '^1.0.0' }),
  mismatching: depending('@acme/mismatching', { 'app-schema': '>=2025.1', '@acme/base': '2.0.0' }),
  both: depending('@acme/both', { 'app-schema': '2025.1', '@acme/adapter-nso': '' }),
  base: madeFor('@acme/base', '1.0.0'),
  current: madeFor('@acme/current', '1.0.0', '2024.1'),
  older: madeFor('@acme/older', '1.0.0', '2022.1'),
  suffix: madeFor('@acme/suffix', '1.0.14-2023.2.1'),
  newer: madeFor('@acme/newer', '1.0.0', '2025.2'),
  talkative: TALKATIVE,
};
