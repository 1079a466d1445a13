import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject } from '../../src/kernel/json.js';
import { listOf, objectOf, textOf } from '../../src/kernel/json-reading.js';
import { eventually } from '../support/eventually.js';
import { aTransformation } from '../support/factories/a-transformation.js';
import { anArtifact } from '../support/factories/an-artifact.js';
import { chainOf, type MadeTask } from '../support/factories/made-workflows.js';
import { startApp, type TestApp } from '../support/start-app.js';

const JOBS = '/operations-manager/jobs';
const NAME = '@acme/onboarding';

interface Job {
  readonly status: string;
  readonly variables: JsonObject;
}
interface Started {
  readonly data: Job & { readonly _id: string };
}
interface Audited {
  readonly results: readonly { readonly operation: string; readonly outcome: string }[];
}

const task = (name: string, incoming: JsonObject): MadeTask => ({
  name,
  app: 'AppArtifacts',
  type: 'automatic',
  incoming,
  outgoing: { result: '$var.job.answer' },
  error: '$var.job.failure',
});
const shapes = (tr_id: string): MadeTask => ({
  name: 'transformation',
  type: 'operation',
  incoming: { tr_id, variableMap: {}, options: {} },
});
const calls = (workflow: string): MadeTask => ({
  name: 'childJob',
  type: 'automatic',
  incoming: { task: '', workflow, variables: {}, data_array: '', transformation: '', loopType: '' },
});

describe('packages of jobs', () => {
  let app: TestApp;
  let count = 0;
  const run = async (one: MadeTask, role: 'admin' | 'engineering' = 'admin') => {
    count += 1;
    const name = `Publishes ${String(count)}`;
    await bring([chainOf(name, [one])]);
    const body = { workflow: name, options: {} };
    const { json } = await app.as<Started>(role, 'POST', `${JOBS}/start`, { body });
    return eventually(
      async () => (await app.as<Started>('admin', 'GET', `${JOBS}/${json.data._id}`)).json.data,
      ({ status }) => status !== 'running',
    );
  };
  const bring = async (documents: readonly JsonObject[]) => {
    const body = { documents: [...documents] };
    const { status, text } = await app.as('admin', 'POST', '/content/import', { body });
    if (status !== 200) throw new Error(text);
  };
  const answerOf = async (one: MadeTask) => {
    const { status, variables } = await run(one);
    expect([status, variables['failure']]).toEqual(['complete', undefined]);
    return variables['answer'];
  };

  beforeAll(async () => {
    app = await startApp('engine-packages');
    await bring([
      { transformation: aTransformation({ _id: 'shape', name: 'Shape' }) },
      chainOf('Inner', [shapes('shape')]),
      chainOf('Outer', [calls('Inner'), shapes('shape'), calls('Nowhere')]),
    ]);
  });
  afterAll(() => app.close());

  it('find what belongs together, and what is not here', async () => {
    const entryPoint = { workflow: ['Outer', 'Absent'], operationsAutomation: [], trigger: [] };
    const found = objectOf(await answerOf(task('componentDiscovery', { entryPoint })));
    const map = objectOf(found['componentMap']);
    const outer = { name: 'Outer', type: 'workflow' };
    const inner = { name: 'Inner', type: 'workflow' };
    expect(map).toMatchObject({
      workflow: [
        { name: 'Outer', parent: [] },
        { name: 'Inner', parent: [outer] },
      ],
      transformation: [{ id: 'shape', name: 'Shape', parent: [outer, inner] }],
      automation: [],
      'json-forms': [],
      'golden-config': [],
      trigger: [],
    });
    expect([found['dependencies'], found['invalidComponents']]).toEqual([
      [],
      [
        { type: 'workflow', name: 'Absent', message: 'There is no such workflow here' },
        {
          type: 'workflow',
          name: 'Outer',
          message: "Refers to workflow 'Nowhere', which is not here",
        },
      ],
    ]);
  });

  it('are built as files that a repository takes, of exactly what is named', async () => {
    const artifactData = {
      metadata: {
        name: 'Onboarding',
        description: 'Takes devices in',
        contributor: 'Acme',
        license: 'MIT',
        readme: '# Read me',
        keywords: ['devices'],
        categories: ['lab'],
        dependencies: ['app-mop', 'app-other'],
      },
      components: {
        workflow: [{ name: 'Inner' }],
        transformation: [{ id: 'shape' }],
        triggers: [1],
      },
    };
    const given = {
      artifactData,
      modules: [{ package_id: 'app-mop', version: '2023.2.0' }],
      packageJson: { name: NAME, version: '1.2.0', scripts: { test: 'exit 0' } },
    };
    const built = objectOf(await answerOf(task('createPublishedArtifactFromScratch', given)));
    const [bundles] = listOf(built['create']).map(objectOf);
    const folders = listOf(bundles?.['content']).map(objectOf);
    const files = folders.flatMap(({ name, content }) =>
      listOf(content).map((one) => `${textOf(name)}/${textOf(objectOf(one)['name'])}`),
    );
    expect([bundles?.['name'], files, built['warnings']]).toEqual([
      'bundles',
      ['workflows/Inner.json', 'transformations/Shape.json'],
      [],
    ]);
    const texts = new Map(
      listOf(built['update'])
        .map(objectOf)
        .map(({ name, content }) => [textOf(name), textOf(content)]),
    );
    expect(JSON.parse(texts.get('package.json') ?? '')).toMatchObject({
      name: NAME,
      version: '1.2.0',
      description: 'Takes devices in',
      author: 'Acme',
      license: 'MIT',
      keywords: ['lab', 'devices'],
      scripts: { test: 'exit 0' },
      platformDependencies: { 'app-mop': '2023.2.0', 'app-other': '' },
    });
    expect(texts.get('README.md')).toBe('# Read me');
    const components = { 'golden-config': [{ treeId: '1' }] };
    const other = task('createPublishedArtifactFromScratch', {
      artifactData: { ...artifactData, components },
    });
    expect((await run(other)).variables['failure']).toMatchObject({
      message: expect.stringContaining(
        'artifactData/components/golden-config is no kind of document that packages are built of here',
      ),
    });
  });

  it('are installed and replaced as the operation does it, and audited', async () => {
    const built = task('createPublishedArtifactFromScratch', {
      artifactData: { metadata: {}, components: { workflow: ['Inner'] } },
      packageJson: { name: NAME, version: '1.0.0' },
    });
    const taken = await run(
      task('addArtifactToAdminEssentials', { artifactBundle: objectOf(await answerOf(built)) }),
    );
    expect(taken.variables['failure']).toMatchObject({
      code: 'name-taken',
      message: "Names are taken: 'Inner' in workflows",
    });
    const of = (description: string) =>
      anArtifact({
        name: NAME,
        version: '1.0.0',
        metadata: { description },
        bundles: [{ type: 'workflow', data: chainOf('Brought', []) }],
      });
    const absent = await run(task('replaceArtifactAdminEssentials', { artifactBundle: of('a') }));
    expect(absent.variables['failure']).toMatchObject({ code: 'not-found' });
    const id = await answerOf(task('addArtifactToAdminEssentials', { artifactBundle: of('a') }));
    const exported = () =>
      app.as<{ metadata: JsonObject }>('admin', 'GET', `/prebuilts/${textOf(id)}/export`);
    expect((await exported()).json.metadata['description']).toBe('a');
    const again = await run(task('addArtifactToAdminEssentials', { artifactBundle: of('b') }));
    expect(again.variables['failure']).toMatchObject({ code: 'already-installed' });
    // What a package brought is built again, changed and put in its place.
    const rebuilt = task('createPublishedArtifactFromScratch', {
      artifactData: { metadata: { description: 'c' }, components: { workflow: ['Brought'] } },
      packageJson: { name: NAME, version: '1.0.1' },
    });
    const files = objectOf(await answerOf(rebuilt));
    const replace = task('replaceArtifactAdminEssentials', { artifactBundle: files });
    expect(await answerOf(replace)).toBe(1);
    expect((await exported()).json.metadata).toMatchObject({ version: '1.0.1', description: 'c' });
    const { json } = await app.as<Audited>('admin', 'GET', '/audit?limit=100');
    const told = json.results.filter(({ operation }) => operation === 'installArtifact');
    expect(told.map(({ outcome }) => outcome)).toEqual(['done', 'done']);
  });

  it('take the roles of those operations, and files that make a package', async () => {
    const bundle = { artifactBundle: anArtifact({ name: '@acme/refused' }) };
    const refused = await run(task('addArtifactToAdminEssentials', bundle), 'engineering');
    expect(refused.variables['failure']).toMatchObject({ code: 'task-not-admitted' });
    const files = { create: [], update: [{ name: 'package.json', type: 'file', content: '{' }] };
    const broken = await run(task('addArtifactToAdminEssentials', { artifactBundle: files }));
    expect(broken.variables['failure']).toMatchObject({
      message: expect.stringContaining('artifactBundle is no package: '),
    });
  });
});
