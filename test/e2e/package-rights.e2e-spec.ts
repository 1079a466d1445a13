import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../src/api/operations/operations.js';
import { UserRecordsService } from '../../src/domains/user-management/records/user-records.service.js';
import { type JsonObject } from '../../src/kernel/json.js';
import { anArtifact, aWorkflow } from '../support/factories/an-artifact.js';
import { aSignedInCaller } from '../support/sign-in.js';
import { startApp, type TestApp } from '../support/start-app.js';

const NAME = { workflow: '@acme/of-workflow', automation: '@acme/of-automation' } as const;
type Guarded = keyof typeof NAME;
const ROLES = ['apiread', 'apiwrite'].map((name) => ({ provenance: 'platform', name }));
const REFUSED = [403, 'not-writable'];

/** One document that will be guarded, under a name that nobody else may hear, in some version. */
const pack = (kind: Guarded, version: string, description = version): JsonObject => {
  const workflow = aWorkflow(`Packed workflow of ${kind}`, { description });
  const automation = {
    name: 'Secretly packed',
    description,
    gbac: { read: [], write: [] },
    componentType: 'workflows',
    componentName: workflow['name'] as string,
    triggers: [],
  };
  const other = { type: 'automation', data: automation };
  const bundles = [{ type: 'workflow', data: workflow }, ...(kind === 'automation' ? [other] : [])];
  return anArtifact({ name: NAME[kind], version, bundles });
};

interface Installed {
  readonly data: { readonly _id: string };
}

describe('packages of documents with groups', () => {
  let app: TestApp;
  let member: string;
  let stranger: string;
  let groupId: string;
  const ids = new Map<Guarded, string>();

  const outcome = async (token: string, method: string, path: string, body?: object) => {
    const { status, text } = await app.call(method, path, { token, ...(body && { body }) });
    const isRefusal = status >= 400;
    return {
      text,
      said: isRefusal ? [status, (JSON.parse(text) as { code: string }).code] : status,
    };
  };
  const asAdmin = async <T>(method: string, path: string, body: object): Promise<T> => {
    const { status, json } = await app.as<T>('admin', method, path, { body });
    expect(status).toBe(200);
    return json;
  };
  const guard = async (kind: Guarded, group: string): Promise<void> => {
    if (kind === 'workflow') {
      const path = `/automation-studio/workflows/detailed/Packed%20workflow%20of%20workflow`;
      const { json } = await app.as<{ _id: string }>('admin', 'GET', path);
      const update = { groups: [group] };
      await asAdmin('PUT', `/automation-studio/automations/${json._id}`, { update });
      return;
    }
    const gbac = { read: [], write: [group] };
    await asAdmin('PATCH', '/operations-manager/automations/Secretly%20packed', { gbac });
  };

  /** In two versions, so that there is one to go back to; then its document is guarded. */
  const install = async (kind: Guarded): Promise<void> => {
    for (const version of ['1.0.0', '2.0.0']) {
      const options = { overwrite: true };
      const prebuilt = pack(kind, version);
      const made = await asAdmin<Installed>('POST', '/prebuilts/import', { prebuilt, options });
      ids.set(kind, made.data._id);
    }
    await guard(kind, groupId);
  };

  beforeAll(async () => {
    app = await startApp('package-rights');
    const records = app.app.get(UserRecordsService, { strict: false });
    const group = await records.ensureGroup({ provenance: 'local', name: 'of package' });
    groupId = group._id;
    member = await aSignedInCaller(app.app, { roles: ROLES, groups: ['of package'] });
    stranger = await aSignedInCaller(app.app, { roles: ROLES });
    for (const kind of ['workflow', 'automation'] as const) await install(kind);
  });
  afterAll(() => app.close());

  /** Each way to change an installed package: one that is new is to be put here. */
  const DOORS: Readonly<
    Record<string, (token: string, kind: Guarded) => ReturnType<typeof outcome>>
  > = {
    planArtifact: (token, kind) => outcome(token, 'POST', '/admin/artifacts/plan', upgrade(kind)),
    installArtifact: (token, kind) => outcome(token, 'POST', '/admin/artifacts', upgrade(kind)),
    rollbackArtifact: (token, kind) => {
      const options = { userChanges: 'discard' };
      return outcome(token, 'POST', `${placeOf(kind)}/rollback`, { options });
    },
    uninstallArtifact: (token, kind) => outcome(token, 'DELETE', placeOf(kind)),
    importPrebuilt: (token, kind) => {
      const options = { overwrite: true };
      return outcome(token, 'POST', '/prebuilts/import', {
        prebuilt: pack(kind, '3.0.0'),
        options,
      });
    },
    updatePrebuilt: (token, kind) => {
      const path = `/prebuilts/${ids.get(kind) ?? ''}`;
      return outcome(token, 'PUT', path, { prebuilt: pack(kind, '3.0.0') });
    },
    deletePrebuilt: (token, kind) => outcome(token, 'DELETE', `/prebuilts/${ids.get(kind) ?? ''}`),
  };
  const upgrade = (kind: Guarded) => ({
    artifact: pack(kind, '3.0.0'),
    options: { overwrite: true, userChanges: 'overwrite' },
  });
  const placeOf = (kind: Guarded) => `/admin/artifacts/${encodeURIComponent(NAME[kind])}`;

  it('know every operation that changes packages', () => {
    const changing = Object.entries(OPERATIONS).filter(
      ([name, spec]) =>
        /^\/(admin\/artifacts|prebuilts)(\/|$)/.test(spec.path) &&
        ('changes' in spec || name === 'planArtifact'),
    );
    expect(changing.map(([name]) => name).sort()).toEqual(Object.keys(DOORS).sort());
  });

  it.each(Object.keys(DOORS))('are not changed by strangers: %s', async (name) => {
    for (const kind of ['workflow', 'automation'] as const) {
      const refused = await DOORS[name]?.(stranger, kind);
      expect([kind, refused?.said]).toEqual([kind, REFUSED]);
      expect(refused?.text).not.toContain('Secretly packed');
    }
  });

  it('are not made of documents of strangers, nor do these see how they differ', async () => {
    const name = 'Adopted by nobody';
    const documents = [aWorkflow(name, { description: 'for its group', groups: [groupId] })];
    expect(await asAdmin('POST', '/content/import', { documents })).toMatchObject({ failed: 0 });
    const bundles = [{ type: 'workflow', data: aWorkflow(name) }];
    for (const userChanges of ['merge', 'keep', 'overwrite']) {
      const body = {
        artifact: anArtifact({ name: '@acme/grabbing', bundles }),
        options: { adopt: true, userChanges },
      };
      const { said, text } = await outcome(stranger, 'POST', '/admin/artifacts/plan', body);
      expect(said).toEqual(REFUSED);
      expect(text).not.toContain('for its group');
    }
  });

  it('are exported without what the caller may not see', async () => {
    for (const path of [placeOf('automation'), `/prebuilts/${ids.get('automation') ?? ''}`]) {
      const exported = async (token: string) => {
        const { json } = await app.call<{ bundles: object[] }>('GET', `${path}/export`, { token });
        return json.bundles.map((bundle) => (bundle as { type: string }).type);
      };
      expect(await exported(stranger)).toEqual(['workflow']);
      expect(await exported(member)).toEqual(['workflow', 'automation']);
    }
  });

  it('are planned and verified without it as well', async () => {
    const kept = {
      artifact: pack('automation', '3.0.0', '2.0.0'),
      options: { overwrite: true, userChanges: 'keep' },
    };
    for (const [method, path, body] of [
      ['POST', '/admin/artifacts/plan', kept],
      ['GET', `${placeOf('automation')}/verify`],
    ] as const) {
      const told = async (token: string) => {
        const { said, text } = await outcome(token, method, path, body);
        return [said, text.includes('Secretly packed'), text.includes('Packed workflow')];
      };
      expect(await told(stranger)).toEqual([200, false, true]);
      expect(await told(member)).toEqual([200, true, true]);
    }
  });

  it('are changed by their members', async () => {
    for (const kind of ['workflow', 'automation'] as const) {
      expect((await DOORS['rollbackArtifact']?.(member, kind))?.said).toBe(200);
      expect((await DOORS['deletePrebuilt']?.(member, kind))?.said).toBe(200);
      // As the other tests have it.
      await install(kind);
    }
  });
});
