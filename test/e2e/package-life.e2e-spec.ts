import { generateKeyPairSync, sign } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type InstallationAnswer,
  type ListInstalledArtifactsAnswer,
} from '../../src/domains/artifacts/artifacts.dto.js';
import { type RollbackAnswer } from '../../src/domains/artifacts/rollbacks/rollback.dto.js';
import { type ChangePlanAnswer } from '../../src/domains/artifacts/planning/plan.dto.js';
import { type BuildArtifactAnswer } from '../../src/domains/artifacts/publishing/publishing.dto.js';
import { type VerifyArtifactAnswer } from '../../src/domains/artifacts/trust/trust.dto.js';
import { canonicalJson } from '../../src/kernel/canonical-json.js';
import { type JsonObject } from '../../src/kernel/json.js';
import { listOf, objectOf } from '../../src/kernel/json-reading.js';
import { eventually } from '../support/eventually.js';
import { TestRepositories } from '../support/factories/a-repository.js';
import { anArtifact, aWorkflow } from '../support/factories/an-artifact.js';
import { startApp, type TestApp } from '../support/start-app.js';

const AUTHORS = '@authors';
const OTHERS = '@others';
const FLOW = '@authors/flow';
const LIBRARY = '@others/library';
const ARTIFACTS = '/admin/artifacts';
const at = (name: string) => `${ARTIFACTS}/${encodeURIComponent(name)}`;
const author = generateKeyPairSync('ed25519');
const PUBLIC_KEY = author.publicKey.export({ type: 'spki', format: 'pem' }).toString();

const child = (workflow: string): JsonObject => ({
  name: 'childJob',
  app: 'WorkFlowEngine',
  type: 'operation',
  variables: { incoming: { workflow, transformation: '' }, outgoing: {} },
});
/** A workflow that calls another one of the same package and one of the package that it needs. */
const main = (description: string): JsonObject =>
  aWorkflow('Life main', {
    description,
    canvasVersion: 1,
    tasks: {
      workflow_start: { name: 'workflow_start' },
      a1: child('Life part'),
      a2: child('Life library'),
      workflow_end: {},
    },
    transitions: {
      workflow_start: { a1: { state: 'success', type: 'standard' } },
      a1: { a2: { state: 'success', type: 'standard' } },
      a2: { workflow_end: { state: 'success', type: 'standard' } },
    },
  });
const flow = (version: string, more: readonly JsonObject[]): JsonObject =>
  anArtifact({
    name: FLOW,
    version,
    metadata: { platformDependencies: { [LIBRARY]: '^1.0.0' } },
    bundles: [main(`As of ${version}`), ...more].map((data) => ({ type: 'workflow', data })),
  });
const FIRST = flow('1.0.0', [aWorkflow('Life part'), aWorkflow('Life goes')]);
const SECOND = flow('1.1.0', [
  aWorkflow('Life part', { description: 'new' }),
  aWorkflow('Life new'),
]);
const library = (version: string): JsonObject =>
  anArtifact({
    name: LIBRARY,
    version,
    bundles: [{ type: 'workflow', data: aWorkflow('Life library', { description: version }) }],
  });

/** One package from two repositories to the end of its life, each step on what the one before has left. */
describe('the life of a package', () => {
  let repositories: TestRepositories;
  let app: TestApp;
  let other: TestApp;
  let asInstalled: JsonObject;
  let changedByUser: JsonObject;
  let rebuilt: BuildArtifactAnswer;
  const admin = async <T = JsonObject>(method: string, path: string, body?: unknown) => {
    const answer = await app.as<T>('admin', method, path, body === undefined ? {} : { body });
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.json;
  };
  const installed = async () =>
    (await admin<ListInstalledArtifactsAnswer>('GET', ARTIFACTS)).packages.map(
      ({ name, version }) => `${name} ${version}`,
    );
  const exported = (name = FLOW) => admin('GET', `${at(name)}/export`);
  const verified = async (name = FLOW) => {
    const { integrity, signature, unchanged, documents } = await admin<VerifyArtifactAnswer>(
      'GET',
      `${at(name)}/verify`,
    );
    const differing = documents.filter(({ state }) => state !== 'unchanged');
    return {
      integrity: integrity.state,
      signature: signature.state,
      unchanged,
      differing: differing.map((one) => `${one.state} ${one.name} ${one.pointers.join(' ')}`),
    };
  };
  const offered = (name: string, version: string) =>
    eventually(
      () =>
        app.as<ChangePlanAnswer>('admin', 'POST', `${ARTIFACTS}/plan`, { body: { name, version } }),
      ({ status, json }) => status === 200 && json.packages.some(({ to }) => to === version),
    );
  const publish = async (repository: string, folder: string, artifact: JsonObject) => {
    await repositories.put(repository, folder, artifact);
    if (repository !== 'authors') return;
    const bytes = Buffer.from(canonicalJson(artifact), 'utf8');
    const signature = sign(null, bytes, author.privateKey).toString('base64');
    await writeFile(repositories.path(repository, folder, 'artifact.json.sig'), signature);
  };
  const refresh = (config: string) =>
    admin('POST', `/prebuilts-repository/configs/${encodeURIComponent(config)}/refresh`, {});

  beforeAll(async () => {
    repositories = await TestRepositories.create();
    const env = { LOCAL_REPOSITORY_ROOTS: repositories.root };
    app = await startApp('package-life', { env });
    other = await startApp('package-life-other', { env });
    for (const [name, folder, trust] of [
      [AUTHORS, 'authors', { publicKeys: [PUBLIC_KEY], requireSignature: true }],
      [OTHERS, 'others', { publicKeys: [], requireSignature: false }],
    ] as const) {
      const path = await repositories.make(folder);
      const config = { name, enabled: true, type: 'local', hostname: '', path, trust };
      await admin('POST', '/prebuilts-repository/configs', config);
    }
    // The repository of the first run looks at the same directories.
    await app.as('admin', 'DELETE', '/prebuilts-repository/configs/%40local');
    await publish('authors', 'flow', FIRST);
    await publish('others', 'library', library('1.2.0'));
    await publish('others', 'library-2', library('2.0.0'));
    await refresh(AUTHORS);
    await refresh(OTHERS);
  });
  afterAll(async () => {
    await app.close();
    await other.close();
    await repositories.remove();
  });

  const isPlannedAndInstalled = async () => {
    const { json: plan } = await offered(FLOW, '1.0.0');
    expect(plan.packages.map(({ action, name, to }) => `${action} ${name} ${String(to)}`)).toEqual([
      `add ${LIBRARY} 1.2.0`,
      `add ${FLOW} 1.0.0`,
    ]);
    expect(plan.packages.map(({ origin }) => [origin?.config, origin?.signature])).toEqual([
      [OTHERS, 'unchecked'],
      [AUTHORS, 'valid'],
    ]);
    const options = { plan: plan.hash };
    await admin<InstallationAnswer>('POST', ARTIFACTS, { name: FLOW, version: '1.0.0', options });
    expect(await installed()).toEqual([`${FLOW} 1.0.0`, `${LIBRARY} 1.2.0`]);
    asInstalled = await exported();
    expect(asInstalled).toEqual(FIRST);
    expect(await verified()).toEqual({
      integrity: 'intact',
      signature: 'valid',
      unchanged: true,
      differing: [],
    });
  };

  const isChangedByUser = async () => {
    const path = `/automation-studio/automations/${encodeURIComponent('Life main')}`;
    const update = { ...main('As of 1.0.0'), canvasVersion: 7 };
    await admin('PUT', path, { update });
    changedByUser = await exported();
    expect(changedByUser).not.toEqual(asInstalled);
    const found = await verified();
    expect(found).toMatchObject({ integrity: 'intact', signature: 'valid', unchanged: false });
    expect(found.differing).toEqual([
      expect.stringMatching(/^changed Life main .*#\/canvasVersion/),
    ]);
  };

  const isUpgraded = async () => {
    await publish('authors', 'flow', SECOND);
    await refresh(AUTHORS);
    const { json: plan } = await offered(FLOW, '1.1.0');
    const own = plan.packages.find(({ name }) => name === FLOW);
    expect(own).toMatchObject({ action: 'upgrade', from: '1.0.0', to: '1.1.0' });
    expect(own?.documents.map(({ action, name }) => `${action} ${name}`).toSorted()).toEqual([
      'changed Life part',
      'created Life new',
      'merged Life main',
      'removed Life goes',
    ]);
    await admin('POST', ARTIFACTS, { name: FLOW, version: '1.1.0', options: { overwrite: true } });
    const bundles = listOf((await exported())['bundles']).map((one) =>
      objectOf(objectOf(one)['data']),
    );
    expect(bundles.find(({ name }) => name === 'Life main')).toMatchObject({
      description: 'As of 1.1.0',
      canvasVersion: 7,
    });
    const found = await verified();
    expect(found).toMatchObject({ integrity: 'intact', signature: 'valid', unchanged: false });
    expect(found.differing).toHaveLength(1);
  };

  const isRolledBack = async () => {
    const answer = await admin<RollbackAnswer>('POST', `${at(FLOW)}/rollback`, {});
    expect(answer.data.version).toBe('1.0.0');
    expect(await installed()).toEqual([`${FLOW} 1.0.0`, `${LIBRARY} 1.2.0`]);
    expect(await exported()).toEqual(changedByUser);
    const found = await verified();
    expect(found).toMatchObject({ integrity: 'intact', signature: 'valid', unchanged: false });
  };

  const isRebuilt = async () => {
    rebuilt = await admin<BuildArtifactAnswer>('POST', `${ARTIFACTS}/build`, {
      name: '@mine/flow',
      version: '2.0.0',
      documents: [{ type: 'workflow', name: 'Life main' }],
    });
    expect(rebuilt.warnings).toEqual([]);
    expect(
      rebuilt.artifact.bundles.map(({ data }) => [data['name'], data['canvasVersion']]),
    ).toEqual([
      ['Life main', 7],
      ['Life part', undefined],
      ['Life library', undefined],
    ]);
  };

  const isImportedElsewhere = async () => {
    const body = { artifact: rebuilt.artifact };
    expect((await other.as('admin', 'POST', ARTIFACTS, { body })).status).toBe(200);
    const path = `${at('@mine/flow')}/export`;
    expect((await other.as<JsonObject>('admin', 'GET', path)).json).toEqual(rebuilt.artifact);
  };

  const isRemoved = async () => {
    const refused = await app.as<JsonObject>('admin', 'DELETE', at(LIBRARY));
    expect([refused.status, refused.json['detail']]).toEqual([409, expect.stringContaining(FLOW)]);
    const gone = await app.as('admin', 'DELETE', `${at(LIBRARY)}?force=true`);
    expect(gone.status).toBe(200);
    expect(await installed()).toEqual([]);
  };

  it('goes from the plan to the removal, with what a user changed, and is audited', async () => {
    await isPlannedAndInstalled();
    await isChangedByUser();
    await isUpgraded();
    await isRolledBack();
    await isRebuilt();
    await isImportedElsewhere();
    await isRemoved();
    for (const [operation, told] of [
      ['installArtifact', `"origin":"${AUTHORS} `],
      ['installArtifact', '"signed":"valid '],
      ['rollbackArtifact', FLOW],
      ['rollbackArtifact', `"discarded":0,"origin":"${AUTHORS} `],
      ['uninstallArtifact', LIBRARY],
    ] as const) {
      const { text } = await app.as('admin', 'GET', `/audit?operation=${operation}`);
      expect(text).toContain(told);
      expect(text).toContain('"username":"caller-');
    }
  });
});
