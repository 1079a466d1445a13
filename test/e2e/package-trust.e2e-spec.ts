import { execFile } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/kernel/canonical-json.js';
import { type JsonObject } from '../../src/kernel/json.js';
import { listOf, objectOf, textOf } from '../../src/kernel/json-reading.js';
import { aDocumentTree } from '../support/factories/a-document-tree.js';
import { anArtifact, aWorkflow } from '../support/factories/an-artifact.js';
import { TestRepositories } from '../support/factories/a-repository.js';
import { CURL_MISSING, runShell, shellBlocks } from '../support/docs/shell-blocks.js';
import { type CallOptions, startApp, type TestApp } from '../support/start-app.js';

interface Verification {
  readonly version: string;
  readonly origin: JsonObject | null;
  readonly integrity: { readonly recorded: string | null; readonly state: string };
  readonly signature: { readonly state: string; readonly key: string | null };
  readonly unchanged: boolean;
  readonly documents: readonly {
    readonly type: string;
    readonly name: string;
    readonly _id: string;
    readonly state: string;
    readonly pointers: readonly string[];
    readonly more: number;
  }[];
}
interface Built {
  readonly artifact: JsonObject;
  readonly integrity: string;
  readonly warnings: readonly { readonly name: string; readonly message: string }[];
}
interface AdoptionPlan {
  readonly hash: string;
  readonly applicable: boolean;
  readonly problems: readonly { readonly code: string }[];
  readonly packages: readonly {
    readonly documents: readonly {
      readonly name: string;
      readonly action: string;
      readonly diff: string | null;
    }[];
  }[];
}
interface Problem {
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}

const at = (name: string) => encodeURIComponent(name);
const author = generateKeyPairSync('ed25519');
const PUBLIC_KEY = author.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const signatureOf = (document: JsonObject): string =>
  sign(null, Buffer.from(canonicalJson(document), 'utf8'), author.privateKey).toString('base64');

describe('packages that can be trusted', () => {
  let repositories: TestRepositories;
  let app: TestApp;
  let target: TestApp;
  const callsOf =
    (platform: () => TestApp) =>
    <T = JsonObject>(method: string, path: string, options: CallOptions = {}) =>
      platform().as<T>('admin', method, path, options);
  const admin = callsOf(() => app);
  const there = callsOf(() => target);
  const upload = <T = JsonObject>(artifact: JsonObject, more: JsonObject = {}) =>
    admin<T>('POST', '/admin/artifacts', { body: { artifact, ...more } });
  const verified = async (name: string) =>
    (await admin<Verification>('GET', `/admin/artifacts/${at(name)}/verify`)).json;
  const build = async (body: JsonObject, platform = admin) =>
    platform<Built>('POST', '/admin/artifacts/build', { body });

  beforeAll(async () => {
    repositories = await TestRepositories.create();
    const env = {
      LOCAL_REPOSITORY_ROOTS: repositories.root,
      ARTIFACT_LIMIT_BYTES: '262144',
    };
    app = await startApp('package-trust', { env });
    target = await startApp('package-trust-target', { env });
  });
  afterAll(async () => {
    await app.close();
    await target.close();
    await repositories.remove();
  });

  describe('verification', () => {
    const install = async (name: string) => {
      const bundles = [
        { type: 'workflow', data: aWorkflow(`${name} stays`) },
        { type: 'workflow', data: aWorkflow(`${name} changes`) },
        { type: 'dashboard', data: { name: 'Unknown type', rows: [] } },
      ];
      expect((await upload(anArtifact({ name, bundles }))).status).toBe(200);
    };

    it('finds a package as it was installed', async () => {
      const name = '@acme/verified';
      await install(name);
      const found = await verified(name);
      expect(found).toMatchObject({
        name,
        version: '1.0.0',
        installed: expect.stringMatching(/^\d{4}-/),
        installedBy: expect.stringMatching(/^caller-/),
        origin: { config: null, ref: null },
        integrity: { recorded: expect.stringMatching(/^[0-9a-f]{64}$/), state: 'intact' },
        signature: { state: 'unchecked', key: null },
        unchanged: true,
      });
      expect(found.documents.map(({ state }) => state)).toEqual(Array(3).fill('unchanged'));
    });

    it('says which documents differ from what was installed, and where', async () => {
      const edited = '@acme/edited';
      await install(edited);
      const { documents } = await verified(edited);
      const id = documents.find(({ name }) => name === `${edited} changes`)?._id ?? '';
      const update = aWorkflow(`${edited} changes`, { description: 'changed by a user' });
      const changed = await admin('PUT', `/automation-studio/automations/${id}`, {
        body: { update },
      });
      expect(changed.status).toBe(200);
      const found = await verified(edited);
      expect(found.unchanged).toBe(false);
      expect(found.integrity.state).toBe('intact');
      const [stays, changes, unknown] = found.documents;
      expect([stays?.state, unknown?.state]).toEqual(['unchanged', 'unchanged']);
      expect(changes).toMatchObject({ type: 'workflow', state: 'changed', more: 0 });
      expect(changes?.pointers).toContain('#/description');
    });

    it('is of packages that are there, for those who may read them', async () => {
      const path = `/admin/artifacts/${at('@acme/absent')}/verify`;
      expect((await admin('GET', path)).status).toBe(404);
      expect((await app.as('operator', 'GET', path)).status).toBe(403);
    });
  });

  describe('building', () => {
    const START = { type: 'automation', name: 'Tree Start' };
    const REQUEST = {
      name: '@acme/tree',
      version: '1.0.0',
      description: 'A tree of documents',
      author: 'Acme',
      license: 'MIT',
      keywords: ['tree'],
      platformDependencies: {},
    };

    beforeAll(async () => {
      const documents = aDocumentTree('Tree');
      const { json, text } = await admin('POST', '/content/import', { body: { documents } });
      if (json['failed'] !== 0) throw new Error(text);
    });

    it('takes along what the chosen documents refer to, and names what is not there', async () => {
      const { status, json } = await build({ ...REQUEST, documents: [START] });
      expect(status).toBe(200);
      const { artifact, warnings, integrity } = json;
      expect(integrity).toMatch(/^[0-9a-f]{64}$/);
      expect(objectOf(artifact['metadata'])).toEqual({
        ...REQUEST,
      });
      expect(typesOf(artifact)).toEqual([
        'automation Tree Start',
        'workflow Tree Parent',
        'json-forms Tree Ask',
        'transformation Tree Query',
        'workflow Tree Child',
        'transformation Tree Shape',
        'mop-template Tree Checks',
        'mop-analytic-template Tree Compare',
        'template Tree Text',
      ]);
      expect(warnings.map(({ name, message }) => `${name}: ${message}`)).toEqual([
        "Tree Child: Refers to workflow 'Tree Absent', which is not here",
        'Tree Start: What stands at #/triggers/0/formData/token looks like a secret and was left empty',
      ]);
      expect(JSON.stringify(artifact)).not.toContain('not for others');
    });

    it('gives a package that installs elsewhere, to the same documents', async () => {
      const { artifact } = (await build({ ...REQUEST, documents: [START] })).json;
      const installed = await there('POST', '/admin/artifacts', { body: { artifact } });
      expect(installed.status).toBe(200);
      const again = (await build({ ...REQUEST, documents: [START] }, there)).json;
      expect(typesOf(again.artifact)).toEqual(typesOf(artifact));
      const [automation, ...documents] = listOf(artifact['bundles']);
      const [automationThere, ...documentsThere] = listOf(again.artifact['bundles']);
      // Triggers get an id that follows from that of their automation and their own.
      expect(documentsThere).toEqual(documents);
      expect(withoutIds(automationThere)).toEqual(withoutIds(automation));
    });

    it('leaves everything else where it is when asked to', async () => {
      const documents = [{ type: 'workflow', name: 'tree parent' }];
      const { artifact, warnings } = (await build({ ...REQUEST, documents, include: 'none' })).json;
      expect(typesOf(artifact)).toEqual(['workflow Tree Parent']);
      expect(warnings).toHaveLength(6);
      expect(warnings[0]?.message).toContain('which is not in the package');
    });

    it.each([
      [
        'a document that is not there',
        { documents: [{ type: 'form', name: 'x' }] },
        /documents\/0/,
      ],
      ['no document', { documents: [] }, /documents$/],
      ['a document by nothing', { documents: [{ type: 'form' }] }, /documents\/0/],
      ['a document by name and id', { documents: [{ ...START, _id: 'x' }] }, /documents\/0/],
      ['a name with a line break', { name: 'a\nb' }, /name$/],
      ['no version', { version: 'soon' }, /version$/],
    ])('refuses %s', async (_, more, pointer) => {
      const body = { ...REQUEST, documents: [START], ...more };
      const { status, json } = await admin<Problem>('POST', '/admin/artifacts/build', { body });
      expect([status, json.errors?.[0]?.pointer]).toEqual([400, expect.stringMatching(pointer)]);
    });

    it('refuses what would be larger than any package that is read', async () => {
      const large = aWorkflow('Tree Large', { description: 'x'.repeat(300_000) });
      await admin('POST', '/content/import', { body: { documents: [large] } });
      const documents = [{ type: 'workflow', name: 'Tree Large' }];
      const body = { ...REQUEST, documents };
      const { status, json } = await admin<Problem>('POST', '/admin/artifacts/build', { body });
      expect([status, json.detail]).toEqual([413, expect.stringContaining('ARTIFACT_LIMIT_BYTES')]);
    });

    it('packs only what the caller may see', async () => {
      const group = await admin('POST', '/authorization/groups', {
        body: { group: { name: 'Insiders', description: '' } },
      });
      const id = textOf(objectOf(group.json['data'])['_id']);
      const guarded = { name: 'Tree Guarded', gbac: { read: [id], write: [id] } };
      const saved = await admin('PUT', '/operations-manager/automations', {
        body: { automations: [{ ...guarded, componentType: 'workflows', triggers: [] }] },
      });
      expect(saved.status).toBe(200);
      const documents = [{ type: 'automation', name: 'Tree Guarded' }];
      const mine = await build({ ...REQUEST, documents });
      expect(objectOf(listOf(mine.json.artifact['bundles'])[0])['data']).toMatchObject({
        gbac: { read: [], write: [] },
      });
      const body = { ...REQUEST, documents };
      const outside = await app.as('apiread', 'POST', '/admin/artifacts/build', { body });
      expect(outside.status).toBe(400);
    });
  });

  describe('adopting what was built of documents here', () => {
    const NAME = '@acme/adopted';
    const FLOW = 'Adopted flow';
    const secretive = (description: string) =>
      aWorkflow(FLOW, {
        description,
        tasks: {
          ...objectOf(aWorkflow(FLOW)['tasks']),
          a1: { name: 'x', variables: { incoming: { password: 'stays here' } } },
        },
      });
    const documents = [
      { type: 'workflow', name: FLOW },
      { type: 'workflow', name: 'Adopted other' },
    ];
    const save = async (...saved: readonly JsonObject[]): Promise<void> => {
      const body = { documents: saved, options: { overwrite: true } };
      const { json, text } = await admin('POST', '/content/import', { body });
      if (json['failed'] !== 0) throw new Error(text);
    };
    const built = async (version = '1.0.0') =>
      (await build({ name: NAME, version, documents })).json.artifact;
    const plan = async (artifact: JsonObject, options: JsonObject) =>
      (await admin<AdoptionPlan>('POST', '/admin/artifacts/plan', { body: { artifact, options } }))
        .json;
    const flowHere = async () =>
      (await admin('GET', `/automation-studio/workflows/detailed/${encodeURIComponent(FLOW)}`))
        .json;

    beforeAll(() => save(secretive('first'), aWorkflow('Adopted other')));

    const showsWhatDiffers = async () => {
      const artifact = await built();
      const { problems } = await plan(artifact, {});
      expect(problems).toMatchObject([{ code: 'name-taken' }]);
      await save(secretive('second'));
      const found = await plan(artifact, { adopt: true });
      expect(found.packages[0]?.documents).toMatchObject([
        {
          name: FLOW,
          action: 'conflict',
          userChanged: false,
          pointers: ['#/description'],
          diff: expect.stringMatching(/^-.*second(.|\n)*^\+.*first/m),
        },
        { name: 'Adopted other', action: 'adopted', diff: null },
      ]);
      expect(JSON.stringify(found)).not.toContain('stays here');
      const refused = await upload<Problem>(artifact, { options: { adopt: true } });
      expect([refused.status, refused.json.code]).toEqual([409, 'documents-differ']);
      expect((await admin('GET', `/admin/artifacts/${at(NAME)}/verify`)).status).toBe(404);
    };

    const recordsDocuments = async () => {
      const before = await flowHere();
      const artifact = await built();
      const { packages, applicable, hash } = await plan(artifact, { adopt: true });
      expect(applicable).toBe(true);
      expect(packages[0]?.documents.map(({ action }) => action)).toEqual(['adopted', 'adopted']);
      const done = await upload(artifact, { options: { adopt: true, plan: hash } });
      expect([done.status, done.text]).toEqual([200, expect.any(String)]);
      const after = await flowHere();
      expect([after['_id'], after['tasks']]).toEqual([before['_id'], before['tasks']]);
      expect(JSON.stringify(after['tasks'])).toContain('stays here');
      // What was emptied for the package differs from it; the rest is what it brought.
      expect((await verified(NAME)).documents).toMatchObject([
        { name: FLOW, state: 'changed', pointers: ['#/tasks/a1/variables/incoming/password'] },
        { name: 'Adopted other', state: 'unchanged' },
      ]);
    };

    it('shows what differs, records what is there, and goes with the next version', async () => {
      await showsWhatDiffers();
      await recordsDocuments();
      await save(aWorkflow('Adopted third', { description: 'as built' }));
      documents.push({ type: 'workflow', name: 'Adopted third' });
      const artifact = await built('1.1.0');
      await save(aWorkflow('Adopted third', { description: 'as it is' }));
      const options = { overwrite: true, adopt: true, userChanges: 'keep' };
      const { packages } = await plan(artifact, options);
      expect(packages[0]?.documents.at(-1)).toMatchObject({
        action: 'kept',
        name: 'Adopted third',
      });
      expect((await upload(artifact, { options })).status).toBe(200);
      expect((await verified(NAME)).documents.at(-1)).toMatchObject({
        name: 'Adopted third',
        state: 'changed',
        pointers: ['#/description'],
      });
    });
  });

  describe('signatures', () => {
    const CONFIG = '@signed';
    const artifact = anArtifact({ name: '@signed/one' });
    const trustThem = (trust: JsonObject) =>
      admin('PATCH', `/prebuilts-repository/configs/${at(CONFIG)}`, { body: { trust } });

    beforeAll(async () => {
      const path = await repositories.make('signed');
      await admin('POST', '/prebuilts-repository/configs', {
        body: {
          name: CONFIG,
          enabled: true,
          type: 'local',
          hostname: '',
          path,
          trust: { publicKeys: [PUBLIC_KEY], requireSignature: true },
        },
      });
    });

    afterAll(() => admin('DELETE', `/prebuilts-repository/configs/${at(CONFIG)}`));

    it('are asked for where the repository of the scope does so', async () => {
      const unsigned = anArtifact({ name: '@signed/never' });
      const { status, json } = await upload<Problem>(unsigned);
      expect([status, json.code]).toEqual([409, 'signature-required']);
      const body = { prebuilt: unsigned };
      const imported = await admin<Problem>('POST', '/prebuilts/import', { body });
      expect([imported.status, imported.json.code]).toEqual([409, 'signature-required']);
    });

    it('are refused where they do not fit, also where none is asked for', async () => {
      const name = '@signed/misfit';
      const signature = signatureOf(anArtifact({ name, version: '1.0.1' }));
      const refused = await upload<Problem>(anArtifact({ name }), { signature });
      expect([refused.status, refused.json.code]).toEqual([409, 'signature-invalid']);
      const foreign = anArtifact({ name: '@elsewhere/one' });
      const other = await upload<Problem>(foreign, { signature });
      expect([other.status, other.json.code]).toEqual([409, 'signature-invalid']);
    });

    it('admit what their author signed, and can be judged again', async () => {
      const signature = signatureOf(artifact);
      expect((await upload(artifact, { signature })).status).toBe(200);
      const found = await verified('@signed/one');
      expect(found.signature).toEqual({
        state: 'valid',
        key: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
      await trustThem({ publicKeys: [], requireSignature: false });
      expect((await verified('@signed/one')).signature.state).toBe('unchecked');
      await trustThem({ publicKeys: [PUBLIC_KEY], requireSignature: true });
      expect((await verified('@signed/one')).signature.state).toBe('valid');
    });

    it('stand an export and an upload of it', async () => {
      const sent = anArtifact({ name: '@signed/sent' });
      const signature = signatureOf(sent);
      expect((await upload(sent, { signature })).status).toBe(200);
      const path = `/admin/artifacts/${at('@signed/sent')}/export`;
      const exported = (await admin('GET', path)).json;
      const again = await upload(exported, { signature, options: { overwrite: true } });
      expect(again.status).toBe(200);
    });
  });

  it.skipIf(CURL_MISSING)('are published as the page says', async () => {
    const body = { automation: aWorkflow('Onboard') };
    await admin('POST', '/automation-studio/automations', { body });
    const cwd = await mkdtemp(join(tmpdir(), 'netadmin-publishing-'));
    await symlink(join(process.cwd(), 'scripts'), join(cwd, 'scripts'));
    const signIn = shellBlocks('README.md').filter((block) => block.startsWith('TOKEN='));
    const on = (platform: TestApp, block = '') =>
      runShell(
        [...signIn, block].map((text) =>
          text
            .replaceAll('localhost:3000', new URL(platform.url).host)
            .replace('THE-PRINTED-ONE', 'first-admin-password'),
        ),
        { cwd, env: {} },
      );
    const [build, send, adopt, ...more] = shellBlocks('docs/catalogue.md', 'Publish');
    expect(more).toEqual([]);
    expect(await on(app, build)).toMatchObject({ code: 0, begun: 2, stderr: '' });
    expect(await on(target, send)).toMatchObject({ code: 0, begun: 2, stderr: '' });
    expect(await on(app, adopt)).toMatchObject({ code: 0, begun: 2, stderr: '' });
    expect((await verified('@acme/onboarding')).unchanged).toBe(true);
    await rm(cwd, { recursive: true });
    const found = await there<Verification>(
      'GET',
      `/admin/artifacts/${at('@acme/onboarding')}/verify`,
    );
    expect(found.json).toMatchObject({ version: '1.0.0', unchanged: true });
  });

  describe('the script of authors', () => {
    const script = join(process.cwd(), 'scripts', 'sign-package.mjs');
    const run = promisify(execFile);
    let folder: string;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'netadmin-signing-'));
      await run(process.execPath, [script, 'keys', join(folder, 'author')]);
    });
    afterAll(() => rm(folder, { recursive: true }));

    it('makes keys and signatures that the platform takes', async () => {
      const name = join(folder, 'author');
      const artifact = anArtifact({
        name: '@scripted/one',
        metadata: { keywords: ['é', '\u2028'] },
      });
      const file = join(folder, 'artifact.json');
      await writeFile(file, JSON.stringify(artifact, null, 2));
      await run(process.execPath, [script, 'sign', file, `${name}.key`]);
      const { stdout } = await run(process.execPath, [script, 'verify', file, `${name}.pub`]);
      const path = await repositories.make('scripted');
      const publicKeys = [await readFile(`${name}.pub`, 'utf8')];
      await admin('POST', '/prebuilts-repository/configs', {
        body: {
          name: '@scripted',
          enabled: true,
          type: 'local',
          hostname: '',
          path,
          trust: { publicKeys, requireSignature: true },
        },
      });
      const signature = await readFile(`${file}.sig`, 'utf8');
      expect((await upload(artifact, { signature })).status).toBe(200);
      const { key } = (await verified('@scripted/one')).signature;
      expect(stdout).toContain(key);
      await admin('DELETE', `/prebuilts-repository/configs/${at('@scripted')}`);
    });

    it('says what is wrong', async () => {
      const failing = async (...args: string[]) => {
        const ended = run(process.execPath, [script, ...args]);
        return ended.then(
          () => 'done',
          (error: unknown) => (error as { readonly stderr: string }).stderr,
        );
      };
      const [key, file] = [join(folder, 'author'), join(folder, 'wrong.json')];
      await writeFile(file, JSON.stringify(anArtifact({ name: '@scripted/signed' })));
      await run(process.execPath, [script, 'sign', file, `${key}.key`]);
      expect(await failing()).toContain('usage:');
      expect(await failing('constructor')).toContain('usage:');
      expect(await failing('keys', key)).toContain('cannot be written: EEXIST');
      expect(await failing('sign', file, `${key}.pub`)).toContain('holds no key of this kind');
      expect(await failing('sign', join(folder, 'absent'), `${key}.key`)).toContain('ENOENT');
      await writeFile(file, JSON.stringify({ artifact: anArtifact(), warnings: [] }));
      expect(await failing('sign', file, `${key}.key`)).toContain("as its member 'artifact'");
      await writeFile(file, JSON.stringify({ ...anArtifact(), metadata: { name: '@scripted/x' } }));
      expect(await failing('sign', file, `${key}.key`)).toBe(
        `${file} is no package: 'metadata.version' is missing\n`,
      );
      await writeFile(file, '[]');
      expect(await failing('sign', file, `${key}.key`)).toContain('it is no JSON object');
      await writeFile(file, JSON.stringify(anArtifact({ name: '@scripted/two' })));
      expect(await failing('verify', file, `${key}.pub`)).toContain('for another content');
    });
  });
});

function typesOf(artifact: JsonObject): readonly string[] {
  return listOf(artifact['bundles']).map((bundle) => {
    const { type, data } = objectOf(bundle);
    return `${textOf(type)} ${textOf(objectOf(data)['name'])}`;
  });
}

function withoutIds(bundle: unknown): unknown {
  const ids = new Set(['_id', 'actionId', 'componentId']);
  return JSON.parse(
    JSON.stringify(bundle, (key, value: unknown) => (ids.has(key) ? undefined : value)),
  ) as unknown;
}
