import { type JsonObject } from '../../../kernel/json.js';
import { type RequestExamples } from './example-id.js';
import { greeting } from './workflows.js';

const NAME = '@acme/branch-greeting';
const DOCUMENT = 'Greet a branch';

function aPackage(version: string): JsonObject {
  return {
    metadata: {
      name: NAME,
      version,
      description: 'Greets whoever is named',
      author: 'Acme Networks',
      license: 'Apache-2.0',
      keywords: ['greeting'],
      platformDependencies: {},
    },
    manifest: {
      bundleName: NAME,
      fingerprint: `branch-greeting-${version}`,
      createdEpoch: '1767225600000',
      artifacts: [
        {
          id: DOCUMENT,
          name: DOCUMENT,
          type: 'workflow',
          location: `/bundles/workflows/${DOCUMENT}.json`,
          properties: { entryPoint: true },
        },
      ],
    },
    bundles: [{ type: 'workflow', data: greeting(DOCUMENT) }],
    readme: `# ${NAME}\n\nGreets whoever is named.\n`,
  };
}

const UPGRADE = {
  config: '@acme',
  name: '@acme/change-announcements',
  version: '2.0.0',
  options: { overwrite: true },
};

/** Packages and where they come from. */
export const PACKAGE_EXAMPLES = {
  createRepositoryConfig: {
    name: '@branches',
    type: 'gitlab',
    hostname: 'gitlab.example',
    path: 'automation/branches',
    enabled: false,
  },
  updateRepositoryConfig: {
    refreshSeconds: 600,
    webhook: { secret: 'a secret of the webhook' },
  },
  callRepositoryWebhook: { ref: 'refs/heads/main' },
  planArtifact: UPGRADE,
  installArtifact: UPGRADE,
  rollbackArtifact: { options: { userChanges: 'refuse' } },
  importPrebuilt: { prebuilt: aPackage('1.0.0') },
  updatePrebuilt: { prebuilt: aPackage('1.1.0'), options: { overwrite: true } },
  buildArtifact: {
    name: '@acme/announcing',
    version: '1.0.0',
    description: 'Announces changes',
    documents: [{ type: 'workflow', name: 'Announce a change' }],
  },
} as const satisfies RequestExamples;
