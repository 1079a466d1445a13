import { type JsonObject, type JsonValue } from '../../../src/kernel/json.js';

/** What a test may say about a package; everything else is valid by default. */
export interface ArtifactTraits {
  readonly name?: string;
  readonly version?: string;
  readonly metadata?: JsonObject;
  readonly manifest?: JsonObject;
  readonly bundles?: readonly { readonly type: string; readonly data: JsonObject }[];
  readonly readme?: string;
}

/** A workflow document that is only as large as a package needs it. */
export function aWorkflow(name: string, overrides: JsonObject = {}): JsonObject {
  return {
    name,
    type: 'automation',
    tasks: {
      workflow_start: { name: 'workflow_start', groups: [] },
      workflow_end: {},
    },
    transitions: { workflow_start: { workflow_end: { state: 'success', type: 'standard' } } },
    groups: [],
    ...overrides,
  };
}

/** artifact.json of a package with one workflow of its own. */
export function anArtifact(traits: ArtifactTraits = {}): JsonObject {
  const name = traits.name ?? '@acme/interface-change';
  const bundles = traits.bundles ?? [{ type: 'workflow', data: aWorkflow(`Workflow of ${name}`) }];
  return {
    metadata: {
      name,
      version: traits.version ?? '1.0.0',
      description: `What ${name} does`,
      author: 'Acme Networks',
      license: 'Apache-2.0',
      repository: { type: 'gitlab', hostname: 'git.acme.example', path: 'automations/packages' },
      keywords: ['acme', 'network'],
      platformDependencies: {},
      ...traits.metadata,
    },
    manifest: {
      bundleName: name,
      fingerprint: '5f1e0c0ffee0c0ffee0c0ffe',
      createdEpoch: '1701366473295',
      artifacts: bundles.map((bundle) => manifestEntry(bundle)),
      ...traits.manifest,
    },
    bundles: bundles as unknown as JsonValue[],
    readme: traits.readme ?? `# ${name}\n`,
  };
}

function manifestEntry({ type, data }: { type: string; data: JsonObject }): JsonObject {
  const name = typeof data['name'] === 'string' ? data['name'] : 'document';
  const id = typeof data['_id'] === 'string' ? data['_id'] : name;
  return { id, name, type, location: `/bundles/${type}s/${name}.json`, properties: {} };
}
