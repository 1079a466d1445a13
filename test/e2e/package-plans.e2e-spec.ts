import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TrackedOperationAnswer } from '../../src/api/tracking/tracked-operation.dto.js';
import {
  type InstallationAnswer,
  type ListInstalledArtifactsAnswer,
} from '../../src/domains/artifacts/artifacts.dto.js';
import { NamedLocks } from '../../src/platform/database/named-locks.js';
import { type ChangePlanAnswer } from '../../src/domains/artifacts/planning/plan.dto.js';
import { type JsonObject } from '../../src/kernel/json.js';
import { eventually } from '../support/eventually.js';
import { TestRepositories } from '../support/factories/a-repository.js';
import { anArtifact, aWorkflow } from '../support/factories/an-artifact.js';
import { type CallOptions, startApp, type TestApp } from '../support/start-app.js';

interface Refused {
  readonly code: string;
  readonly detail: string;
  readonly current?: JsonObject;
  readonly errors?: readonly { readonly pointer: string }[];
}

const ARTIFACTS = '/admin/artifacts';
const PLAN = `${ARTIFACTS}/plan`;
const MIB = 1024 * 1024;
const at = (name: string) => `${ARTIFACTS}/${encodeURIComponent(name)}`;

/** A package of one workflow that says a description, and asks for other packages. */
const pack = (name: string, version: string, needs: JsonObject = {}, description = version) =>
  anArtifact({
    name,
    version,
    bundles: [{ type: 'workflow', data: aWorkflow(`Of ${name}`, { description }) }],
    metadata: { platformDependencies: needs },
  });
const OFFERED: Readonly<Record<string, JsonObject>> = {
  'lower-1': pack('@acme/lower', '1.0.0'),
  'lower-2': pack('@acme/lower', '1.2.0'),
  'lower-3': pack('@acme/lower', '2.0.0'),
  upper: pack('@acme/upper', '1.0.0', { '@acme/lower': '^1.0.0' }),
  rival: pack('@acme/rival', '1.0.0', { '@acme/lower': '>=2.0.0' }),
  both: pack('@acme/both', '1.0.0', { '@acme/upper': '', '@acme/rival': '' }),
  needy: pack('@acme/needy', '1.0.0', { '@acme/adapter-nso': '^2.0.0', 'app-schema': '2025.1' }),
};

describe('plans of package changes', () => {
  let repositories: TestRepositories;
  let app: TestApp;
  const admin = <T>(method: string, path: string, options: CallOptions = {}) =>
    app.as<T>('admin', method, path, options);
  const plan = <T = ChangePlanAnswer>(body: object) => admin<T>('POST', PLAN, { body });
  const apply = <T = InstallationAnswer>(body: object, headers = {}) =>
    admin<T>('POST', ARTIFACTS, { body, headers });
  const installed = async () =>
    (await admin<ListInstalledArtifactsAnswer>('GET', ARTIFACTS)).json.packages.map(
      ({ name, version }) => `${name} ${version}`,
    );
  const described = async (name: string) => {
    const { json } = await admin<{ bundles: { data: JsonObject }[] }>('GET', `${at(name)}/export`);
    return json.bundles[0]?.data['description'];
  };
  const edit = async (name: string, change: JsonObject) => {
    const { json } = await admin<{ bundles: { data: JsonObject }[] }>('GET', `${at(name)}/export`);
    const update = { ...json.bundles[0]?.data, ...change };
    const path = `/automation-studio/automations/${encodeURIComponent(`Of ${name}`)}`;
    expect((await admin('PUT', path, { body: { update } })).status).toBe(200);
  };
  const changes = ({ packages }: Pick<ChangePlanAnswer, 'packages'>) =>
    packages.map(({ name, action, from, to }) => `${action} ${name} ${String(from)} ${String(to)}`);
  const ended = (location: string | null) =>
    eventually(
      async () => (await admin<TrackedOperationAnswer>('GET', location ?? '')).json,
      ({ state }) => state !== 'queued' && state !== 'running',
    );

  beforeAll(async () => {
    repositories = await TestRepositories.create();
    for (const [folder, artifact] of Object.entries(OFFERED)) {
      await repositories.put('acme', folder, artifact);
    }
    app = await startApp('package-plans', { env: { LOCAL_REPOSITORY_ROOTS: repositories.root } });
  });
  afterEach(async () => {
    const { json } = await admin<ListInstalledArtifactsAnswer>('GET', ARTIFACTS);
    const remove = json.packages.map(({ _id }) => _id);
    if (remove.length > 0) await apply({ remove, options: { force: true } });
  });
  afterAll(async () => {
    await app.close();
    await repositories.remove();
  });

  it('take along what a package needs, say why, and write nothing', async () => {
    const { status, json } = await plan({ name: '@acme/upper' });
    expect(status).toBe(200);
    expect(changes(json)).toEqual(['add @acme/lower null 1.2.0', 'add @acme/upper null 1.0.0']);
    expect(json).toMatchObject({
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      applicable: true,
      problems: [],
      missing: [],
      mismatching: [],
      notes: expect.any(Array),
    });
    expect(json.packages[0]).toEqual({
      name: '@acme/lower',
      action: 'add',
      from: null,
      to: '1.2.0',
      asked: false,
      origin: {
        config: '@local',
        ref: expect.any(String),
        integrity: expect.stringMatching(/^[0-9a-f]{64}$/),
        signature: 'unchecked',
      },
      requiredBy: [{ name: '@acme/upper', version: '1.0.0', range: '^1.0.0' }],
      documents: [
        {
          type: 'workflow',
          name: 'Of @acme/lower',
          action: 'created',
          userChanged: false,
          pointers: [],
          diff: null,
        },
      ],
    });
    expect(await installed()).toEqual([]);
  });

  it('are applied by their hash, and refused once the world has moved', async () => {
    const { hash } = (await plan({ name: '@acme/upper' })).json;
    const done = await apply({ name: '@acme/upper', options: { plan: hash } });
    expect([done.status, done.json.packages]).toEqual([
      200,
      [
        { name: '@acme/lower', action: 'add', from: null, to: '1.2.0' },
        { name: '@acme/upper', action: 'add', from: null, to: '1.0.0' },
      ],
    ]);
    expect(await installed()).toEqual(['@acme/lower 1.2.0', '@acme/upper 1.0.0']);
    const late = await apply<Refused>({ name: '@acme/upper', options: { plan: hash } });
    expect([late.status, late.json.code]).toEqual([409, 'plan-changed']);
    expect(late.json.current?.['plan']).not.toBe(hash);
    const trail = await eventually(
      async () => (await admin('GET', '/audit?operation=installArtifact&limit=5')).text,
      (text) => text.includes('@acme/lower'),
    );
    expect(trail).toContain('"origin":"@local ');
  });

  it('say in words which package requires what, and why nothing fits', async () => {
    const { json } = await plan({ name: '@acme/both' });
    expect(json.applicable).toBe(false);
    const problem = json.problems.find(({ code }) => code === 'unsolvable');
    const words = [problem?.detail, ...(problem?.reasons ?? [])].join('\n');
    expect(words).toContain('@acme/lower');
    const refused = await apply<Refused>({ name: '@acme/both' });
    expect([refused.status, refused.json.code]).toEqual([409, 'unsolvable']);
    expect(refused.json.current?.['problems']).toMatchObject([{ code: 'unsolvable' }]);
  });

  it('name applications and adapters that are missing or too old', async () => {
    const { json } = await plan({ name: '@acme/needy' });
    expect(json.missing).toEqual([
      { dependency: '@acme/adapter-nso', range: '^2.0.0', requiredBy: ['@acme/needy'] },
    ]);
    expect(json.mismatching).toEqual([
      {
        dependency: 'app-schema',
        range: '2025.1',
        requiredBy: ['@acme/needy'],
        running: expect.any(String),
      },
    ]);
    expect(json.problems).toMatchObject([{ code: 'not-installable' }]);
    const forced = await plan({ name: '@acme/needy', options: { force: true } });
    expect(forced.json).toMatchObject({ applicable: true, problems: [] });
  });

  it('say that a version is a downgrade', async () => {
    await apply({ name: '@acme/lower', version: '2.0.0' });
    const request = { name: '@acme/lower', version: '1.0.0', options: { overwrite: true } };
    const { json } = await plan(request);
    expect(changes(json)).toEqual(['downgrade @acme/lower 2.0.0 1.0.0']);
    expect(json.notes.join('\n')).toContain('2.0.0');
  });

  describe('of upgrades', () => {
    const NAME = '@acme/own';
    const upgrade = { artifact: pack(NAME, '2.0.0'), options: { overwrite: true } };
    const first = () => apply({ artifact: pack(NAME, '1.0.0') });

    it('keep what users changed elsewhere', async () => {
      await first();
      await edit(NAME, { groups: [], canvasVersion: 3 });
      const { json } = await plan(upgrade);
      expect(json.packages[0]?.documents).toMatchObject([
        { action: 'merged', userChanged: true, diff: expect.stringMatching(/^\+ /m) },
      ]);
      expect((await apply(upgrade)).status).toBe(200);
      expect(await described(NAME)).toBe('2.0.0');
    });

    it('refuse what both changed, name the place, and go on as the caller decides', async () => {
      await first();
      await edit(NAME, { description: 'mine' });
      const { json } = await plan(upgrade);
      expect(json.packages[0]?.documents).toMatchObject([
        {
          action: 'conflict',
          userChanged: true,
          pointers: ['#/description'],
          diff: expect.stringMatching(/^-.*mine(.|\n)*^\+.*2\.0\.0/m),
        },
      ]);
      const refused = await apply<Refused>(upgrade);
      expect([refused.status, refused.json.code]).toEqual([409, 'user-changes']);
      const asked = (userChanges: string) => ({
        ...upgrade,
        options: { overwrite: true, userChanges },
      });
      expect((await apply(asked('keep'))).status).toBe(200);
      expect(await described(NAME)).toBe('mine');
      expect((await apply(asked('overwrite'))).status).toBe(200);
      expect(await described(NAME)).toBe('2.0.0');
    });
  });

  describe('of removals', () => {
    it('name who needs the package, and take them along by force', async () => {
      await apply({ name: '@acme/upper' });
      const refused = await plan({ remove: ['@acme/lower'] });
      expect(refused.json.problems).toMatchObject([{ code: 'has-dependents' }]);
      expect(refused.json.problems[0]?.detail).toContain("'@acme/upper'");
      const forced = await plan({ remove: ['@acme/lower'], options: { force: true } });
      expect(changes(forced.json)).toEqual([
        'remove @acme/upper 1.0.0 null',
        'remove @acme/lower 1.2.0 null',
      ]);
      const path = `${at('@acme/lower')}?force=true&plan=`;
      const other = await admin<Refused>('DELETE', path + '0'.repeat(64));
      expect([other.status, other.json.code]).toEqual([409, 'plan-changed']);
      expect((await admin('DELETE', path + forced.json.hash)).status).toBe(200);
      expect(await installed()).toEqual([]);
    });

    it('are applied in one request, too', async () => {
      await apply({ name: '@acme/upper' });
      const { status, json } = await apply({ remove: ['@acme/lower', '@acme/upper'] });
      expect([status, json.message]).toEqual([
        200,
        "Successfully removed '@acme/upper', '@acme/lower'.",
      ]);
      expect(json.data).toBeUndefined();
    });
  });

  describe('in the background', () => {
    const LATER = { prefer: 'respond-async' };

    it('are applied while their caller does something else', async () => {
      const begun = await apply<TrackedOperationAnswer>({ name: '@acme/upper' }, LATER);
      expect(begun.status).toBe(202);
      expect(begun.headers.get('preference-applied')).toBe('respond-async');
      expect(begun.json).toMatchObject({ kind: 'install', subject: '@acme/upper' });
      const { state, result } = await ended(begun.headers.get('location'));
      expect([state, result?.['status']]).toEqual(['succeeded', 'OK']);
      expect(await installed()).toEqual(['@acme/lower 1.2.0', '@acme/upper 1.0.0']);
      const removal = await admin<TrackedOperationAnswer>('DELETE', at('@acme/upper'), {
        headers: LATER,
      });
      expect([removal.status, removal.json.kind]).toEqual([202, 'uninstall']);
      expect((await ended(removal.headers.get('location'))).state).toBe('succeeded');
      expect(await installed()).toEqual(['@acme/lower 1.2.0']);
    });

    it('wait for their turn while others change packages, and can be cancelled meanwhile', async () => {
      let letGo = (): void => undefined;
      const held = new Promise<void>((resolve) => (letGo = resolve));
      const other = app.app
        .get(NamedLocks, { strict: false })
        .hold('packages', { waitMs: 10_000 }, () => held);
      const begin = async () => {
        const begun = await apply<TrackedOperationAnswer>({ name: '@acme/lower' }, LATER);
        const location = begun.headers.get('location') ?? '';
        const step = 'Waiting for another change of packages to end';
        const waiting = await eventually(
          () => admin<TrackedOperationAnswer>('GET', location),
          ({ json }) => json.progress.step === step,
        );
        expect(waiting.json).toMatchObject({ state: 'running', cancellable: true });
        return location;
      };
      const [first, second] = [await begin(), await begin()];
      await admin('POST', `${first}/cancel`);
      expect((await ended(first)).state).toBe('cancelled');
      letGo();
      await other;
      expect((await ended(second)).state).toBe('succeeded');
      expect(await installed()).toEqual(['@acme/lower 2.0.0']);
    });

    it('fail as they would have at once', async () => {
      const begun = await apply<TrackedOperationAnswer>({ name: '@acme/both' }, LATER);
      const { state, problem } = await ended(begun.headers.get('location'));
      expect([state, problem?.['status'], problem?.['code']]).toEqual([
        'failed',
        409,
        'unsolvable',
      ]);
    });
  });

  it.each<[string, object, number, string | undefined]>([
    ['nothing', {}, 400, '#/name'],
    ['a package and removals', { name: '@acme/upper', remove: ['x'] }, 400, '#/name'],
    ['removals of nothing', { remove: [] }, 400, undefined],
    ['a signature alone', { name: '@acme/upper', signature: 'x' }, 400, '#/signature'],
    ['another way', { name: 'x', options: { userChanges: 'ask' } }, 400, '#/options/userChanges'],
    ['what is no package', { artifact: {} }, 400, '#/artifact/metadata'],
    ['a package that nobody offers', { name: '@acme/none' }, 404, undefined],
    ['a configuration that is not there', { name: '@acme/upper', config: '@x' }, 404, undefined],
    ['removals of what is not there', { remove: ['@acme/none'] }, 404, undefined],
  ])('are not made of %s', async (...[, body, status, pointer]) => {
    const refused = await plan<Refused>(body);
    expect(refused.status).toBe(status);
    const pointers = refused.json.errors?.map((fault) => fault.pointer) ?? [];
    expect(pointer === undefined || pointers.includes(pointer)).toBe(true);
  });

  it('are not made of a document that could not be stored', async () => {
    const text = 'x'.repeat(13 * MIB);
    const artifact = anArtifact({ bundles: [{ type: 'workflow', data: { name: 'W', text } }] });
    const refused = await plan<Refused>({ artifact });
    expect([refused.status, refused.json.code]).toEqual([413, 'document-too-large']);
  });
});
