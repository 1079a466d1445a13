import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestingModule } from '@nestjs/testing';
import { testDatabase } from '../../../test/support/database.js';
import { startDomain } from '../../../test/support/domain-app.js';
import { type JsonObject } from '../../kernel/json.js';
import { conflict } from '../../kernel/app-error.js';
import { Clock } from '../../kernel/clock.js';
import { type AuditedChange } from '../../platform/request-context/audited-change.js';
import {
  type RequestContext,
  requestContext,
  withRequestContext,
} from '../../platform/request-context/request-context.js';
import { ProfileChecksService } from './profile-checks.service.js';
import { ProfileWriterService } from './profile-writer.service.js';
import { ProfilesModule } from './profiles.module.js';
import { ProfilesRepository } from './profiles.repository.js';
import { ProfilesSeed } from './profiles.seed.js';
import { ProfilesService } from './profiles.service.js';
import { RuntimeProfileService } from './runtime-profile.service.js';

describe('ProfileWriterService', () => {
  const database = testDatabase('profile-writer');
  let node: TestingModule;
  let otherNode: TestingModule;

  const start = () =>
    startDomain({ uri: database.uri, module: ProfilesModule, seeds: [ProfilesSeed] });
  const writer = (app: TestingModule = node) => app.get(ProfileWriterService);
  const add = (name: string, document: JsonObject = {}) =>
    writer().insert({
      _id: `id of ${name}`,
      name,
      nameFolded: name,
      document: { id: name, ...document },
    });
  const activeName = async (app: TestingModule = node) => {
    const { document } = await app.get(ProfilesService).activeSince(new Date());
    return document['id'];
  };
  /** What the work notes for the audit trail. */
  const notesOf = async (work: () => Promise<unknown>): Promise<readonly AuditedChange[]> => {
    const context = {
      requestId: 'r',
      headers: new Map(),
      changes: [],
    } as unknown as RequestContext;
    await withRequestContext(context, work);
    return context.changes;
  };

  beforeAll(async () => {
    node = await start();
    otherNode = await start();
  });
  afterEach(() => writer().activate('default', undefined));
  afterAll(async () => {
    await Promise.all([node.close(), otherNode.close()]);
    await database.drop();
  });

  it('notes every change it makes', async () => {
    const object = { type: 'profile', id: 'id of noted', name: 'noted' };
    const made = { id: 'noted' };
    expect(await notesOf(() => add('noted'))).toEqual([{ object, before: null, after: made }]);
    const changed = { id: 'noted', description: 'new' };
    expect(await notesOf(() => writer().replace('noted', () => changed, 1))).toEqual([
      { object, before: made, after: changed },
    ]);
    const [yes, no] = [{ isActive: true }, { isActive: false }];
    expect(await notesOf(() => writer().activate('NOTED', 2))).toEqual([
      { object, before: no, after: yes },
      { object: expect.objectContaining({ name: 'default' }), before: yes, after: no },
    ]);
    expect(await notesOf(() => writer().activate('noted', undefined))).toEqual([]);
    await writer().activate('default', undefined);
    expect(await notesOf(() => writer().remove('noted', undefined))).toEqual([
      { object, before: changed, after: null },
    ]);
    expect(requestContext()).toBeUndefined();
  });

  it('ends activations of two nodes with one active profile, the same everywhere', async () => {
    await Promise.all(['a', 'b', 'c', 'd'].map((name) => add(name)));
    const outcomes = await Promise.allSettled(
      ['a', 'b', 'c', 'd'].map((name, at) =>
        writer(at % 2 === 0 ? node : otherNode).activate(name, undefined),
      ),
    );
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(['a', 'b', 'c', 'd']).toContain(await activeName());
    expect(await activeName(otherNode)).toBe(await activeName());
  });

  it('never removes a profile that is being activated', async () => {
    for (let round = 0; round < 5; round += 1) {
      const name = `contested ${String(round)}`;
      await add(name);
      const [removal, activation] = await Promise.allSettled([
        writer().remove(name, undefined),
        writer(otherNode).activate(name, undefined),
      ]);
      const isRemoved = removal.status === 'fulfilled';
      expect(activation.status === 'fulfilled').toBe(!isRemoved);
      expect((await node.get(ProfilesRepository).find(name)) === null).toBe(isRemoved);
      await writer().activate('default', undefined);
    }
  });

  it('holds a change of a profile that becomes active meanwhile against the checks', async () => {
    await add('late');
    let isFirst = true;
    const judged: unknown[] = [];
    node.get(ProfileChecksService).register((next, write) => {
      judged.push(next['description']);
      return next['description'] === 'bad' ? Promise.reject(conflict('no')) : write();
    });
    const change = writer().replace(
      'late',
      (stored) => ({ ...stored.document, description: 'bad' }),
      undefined,
    );
    await expect(change).resolves.toMatchObject({ active: null });
    await writer().replace('late', () => ({ id: 'late', description: 'good' }), undefined);
    expect(judged).toEqual([]);
    // The activation comes between the reading of the profile and the writing of its document.
    const repository = node.get(ProfilesRepository);
    const raced = {
      find: repository.find.bind(repository),
      findActivation: async () => {
        const found = await repository.findActivation();
        if (isFirst) await writer(otherNode).activate('late', undefined);
        isFirst = false;
        return found;
      },
      replaceDocument: repository.replaceDocument.bind(repository),
    } as unknown as ProfilesRepository;
    const racing = new ProfileWriterService(
      raced,
      node.get(ProfilesService),
      node.get(ProfileChecksService),
      node.get(RuntimeProfileService),
      node.get(Clock, { strict: false }),
    );
    const late = racing.replace('late', () => ({ id: 'late', description: 'bad' }), undefined);
    await expect(late).rejects.toMatchObject({ kind: 'conflict' });
    expect(judged).toEqual(['bad']);
    expect((await repository.find('late'))?.document['description']).toBe('good');
  });
});
