import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getModelToken } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { type InstalledArtifact } from '../../src/domains/artifacts/artifacts.dto.js';
import { PackageChangesService } from '../../src/domains/artifacts/changes/package-changes.service.js';
import { type RollbackAnswer } from '../../src/domains/artifacts/rollbacks/rollback.dto.js';
import { bundleModel } from '../../src/domains/artifacts/stored/bundle-document.schema.js';
import { PackagesRepository } from '../../src/domains/artifacts/stored/packages.repository.js';
import { type TrackedOperationAnswer } from '../../src/api/tracking/tracked-operation.dto.js';
import { type JsonObject } from '../../src/kernel/json.js';
import { UNFOLLOWED } from '../../src/platform/tracking/operation-progress.js';
import { eventually } from '../support/eventually.js';
import { aPlannedPackage } from '../support/factories/a-planned-package.js';
import { aWorkflow } from '../support/factories/an-artifact.js';
import { type CallOptions, startApp, type TestApp } from '../support/start-app.js';

interface Refused {
  readonly code: string;
  readonly detail: string;
  readonly current?: JsonObject;
}

const NAME = '@acme/ports';
const ROLLBACK = `/admin/artifacts/${encodeURIComponent(NAME)}/rollback`;

describe('rolling a package back', () => {
  let app: TestApp;
  const admin = <T>(method: string, path: string, options: CallOptions = {}) =>
    app.as<T>('admin', method, path, options);
  const rollBack = <T = RollbackAnswer>(options: JsonObject = {}, headers = {}) =>
    admin<T>('POST', ROLLBACK, { body: { options }, headers });
  const packages = () => app.app.get(PackagesRepository, { strict: false });

  let runs = 0;
  const install = async (version: string, workflows: Record<string, JsonObject>) => {
    const present = await packages().findByName(NAME);
    const was = present?.bundles.map(({ documentId }) => documentId) ?? [];
    const planned = aPlannedPackage({
      packageId: present?._id ?? 'ports',
      name: NAME,
      version,
      workflows,
      ...(present && { replaces: present.revision }),
      present: was.filter((id) => id in workflows),
      removed: was.filter((id) => !(id in workflows)),
    });
    runs += 1;
    const run = { id: `run ${String(runs)}`, planHash: null, progress: UNFOLLOWED };
    await app.app
      .get(PackageChangesService, { strict: false })
      .apply({ installs: [planned], removals: [] }, run);
  };
  const workflow = (id: string, description: string) => ({
    [id]: aWorkflow(`Workflow ${id}`, { description }),
  });
  const installBoth = async () => {
    await install('1.0.0', { ...workflow('kept', 'first'), ...workflow('gone', 'first') });
    await install('2.0.0', { ...workflow('kept', 'second'), ...workflow('come', 'second') });
  };
  const edit = async (id: string, description: string) => {
    const update = aWorkflow(`Workflow ${id}`, { description });
    const path = `/automation-studio/automations/${id}`;
    expect((await admin('PUT', path, { body: { update } })).status).toBe(200);
  };
  const descriptions = async () => {
    const model = app.app.get<Model<{ document: JsonObject }>>(
      getModelToken(bundleModel('workflows')),
      { strict: false },
    );
    const found = await model
      .find({ packageId: 'ports' })
      .sort({ _id: 1 })
      .lean<{ _id: string; document: JsonObject }[]>();
    return Object.fromEntries(found.map(({ _id, document }) => [_id, document['description']]));
  };

  beforeAll(async () => {
    app = await startApp('package-rollback');
  });
  afterAll(async () => {
    await app.close();
  });

  it('brings the version before back, and says so in the audit trail', async () => {
    await install('1.0.0', { ...workflow('kept', 'first'), ...workflow('gone', 'first') });
    await edit('kept', 'first, by a user');
    await install('2.0.0', { ...workflow('kept', 'second'), ...workflow('come', 'second') });
    const { status, json } = await rollBack();
    expect(status).toBe(200);
    expect(json).toMatchObject({
      status: 'OK',
      message: `Package '${NAME}' is back at 1.0.0, which came before 2.0.0.`,
      data: { _id: 'ports', name: NAME, version: '1.0.0', installedBy: 'ada' },
      discarded: [],
    });
    expect(await descriptions()).toEqual({ kept: 'first, by a user', gone: 'first' });
    const { json: trail } = await admin<{ results: readonly JsonObject[] }>(
      'GET',
      '/audit?limit=5',
    );
    expect(JSON.stringify(trail)).toContain(
      '"after":{"version":"1.0.0","documents":2,"discarded":0}',
    );
  });

  it('refuses to take away what users changed, names it, and does so on request', async () => {
    await installBoth();
    await edit('kept', 'mine');
    const refused = await rollBack<Refused>();
    expect(refused).toMatchObject({
      status: 409,
      json: {
        code: 'user-changes',
        detail: `Users have changed documents of '${NAME}' since version 2.0.0 was installed: the workflow 'Workflow kept'`,
        current: { documents: [{ type: 'workflow', name: 'Workflow kept' }] },
      },
    });
    const { status, json } = await rollBack({ userChanges: 'discard' });
    expect(status).toBe(200);
    expect(json.discarded).toEqual([{ type: 'workflow', name: 'Workflow kept' }]);
    expect(await descriptions()).toEqual({ kept: 'first', gone: 'first' });
  });

  it('goes on in the background for who prefers that, and can be followed', async () => {
    await installBoth();
    const accepted = await rollBack<TrackedOperationAnswer>({}, { prefer: 'respond-async' });
    expect(accepted.status).toBe(202);
    expect(accepted.headers.get('preference-applied')).toBe('respond-async');
    expect(accepted.json).toMatchObject({ kind: 'rollback', subject: NAME });
    const location = accepted.headers.get('location') ?? '';
    const ended = await eventually(
      async () => (await admin<TrackedOperationAnswer>('GET', location)).json,
      ({ state }) => state === 'succeeded',
    );
    expect(ended.result).toMatchObject({ status: 'OK', data: { version: '1.0.0' } });
    expect(ended.progress).toMatchObject({ done: 4, total: 4 });
  });

  it('refuses another revision than the caller has read', async () => {
    await installBoth();
    const refused = await rollBack<Refused>({}, { 'if-match': '"1"' });
    expect(refused.status).toBe(412);
    const { headers } = await admin<InstalledArtifact>('GET', '/prebuilts/ports');
    const read = headers.get('etag') ?? '';
    expect((await rollBack({}, { 'if-match': read })).status).toBe(200);
  });

  it('is not possible for a package that is not there, nor without a version before', async () => {
    const missing = await admin<Refused>('POST', '/admin/artifacts/nobody/rollback', { body: {} });
    expect(missing.status).toBe(404);
    await installBoth();
    let last = await rollBack<Refused>({ userChanges: 'discard', force: true });
    while (last.status === 200)
      last = await rollBack<Refused>({ userChanges: 'discard', force: true });
    expect(last).toMatchObject({ status: 409, json: { code: 'no-version-before' } });
  });

  it('refuses a document to whoever edits it while its package is being changed', async () => {
    await install('3.0.0', workflow('kept', 'third'));
    const model = app.app.get<Model<JsonObject>>(getModelToken(bundleModel('workflows')), {
      strict: false,
    });
    await model.updateOne({ _id: 'kept' }, { $set: { pending: 'a change' } });
    const update = aWorkflow('Workflow kept', { description: 'in between' });
    const path = '/automation-studio/automations/kept';
    expect((await admin('PUT', path, { body: { update } })).status).toBe(409);
    await model.updateOne({ _id: 'kept' }, { $unset: { pending: 1 } });
    expect((await admin('PUT', path, { body: { update } })).status).toBe(200);
  });
});
