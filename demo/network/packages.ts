import { FakeGitlab } from '../../test/support/fakes/gitlab.js';
import { type JsonObject } from '#kernel/json.js';
import {
  ANNOUNCEMENT_VERSIONS,
  announcementWorkflow,
  greetingWorkflow,
  type Workflow,
} from './workflows.js';

/** Who reads the registry of the demo. */
export const REGISTRY_TOKEN = 'demo-registry-token';
/** The group that its packages belong to. */
export const REGISTRY_GROUP = 'acme';
/** The package that the demo installs in its oldest version. */
export const ANNOUNCEMENTS = '@acme/change-announcements';

/** Starts a registry in the manner of GitLab, with two packages, one of them in three versions. */
export async function startRegistry(port: number): Promise<FakeGitlab> {
  const registry = await FakeGitlab.start({ token: REGISTRY_TOKEN, port });
  const announcements = registry.project(`${REGISTRY_GROUP}/change-announcements`);
  for (const [version, text] of Object.entries(ANNOUNCEMENT_VERSIONS)) {
    announcements.commit({
      'artifact.json': aPackage({
        name: ANNOUNCEMENTS,
        version,
        description: 'Announces changes in the chat',
        workflow: announcementWorkflow(text),
      }),
    });
    announcements.tag(`v${version}`);
  }
  const greeting = registry.project(`${REGISTRY_GROUP}/greeting`);
  greeting.commit({
    'artifact.json': aPackage({
      name: '@acme/greeting',
      version: '1.0.0',
      description: 'Greets whoever is named, in the chat',
      workflow: greetingWorkflow(),
    }),
  });
  return registry;
}

function aPackage(traits: {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly workflow: Workflow;
}): JsonObject {
  const { name, version, description, workflow } = traits;
  const title = workflow.name;
  return {
    metadata: {
      name,
      version,
      description,
      author: 'Acme Networks',
      license: 'Apache-2.0',
      keywords: ['demo', 'chat'],
      platformDependencies: {},
    },
    manifest: {
      bundleName: name,
      version,
      fingerprint: `demo-${version}`,
      createdEpoch: '1767225600000',
      artifacts: [
        {
          id: title,
          name: title,
          type: 'workflow',
          location: `/bundles/workflows/${title}.json`,
          properties: { entryPoint: true },
        },
      ],
    },
    bundles: [{ type: 'workflow', data: workflow }],
    readme: `# ${name}\n\n${description}.\n`,
  };
}
