import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Module } from '@nestjs/common';
import { getConnectionToken, MongooseModule } from '@nestjs/mongoose';
import { type TestingModule } from '@nestjs/testing';
import { type Collection, type Connection } from 'mongoose';
import { testDatabase } from '#test/support/database.js';
import { startDomain } from '#test/support/domain-app.js';
import { SealedDocumentsRepository } from '../../../platform/secrets/sealed-documents.repository.js';
import { resealSecrets } from '../../../platform/secrets/reseal-secrets.js';
import { SecretBox } from '../../../platform/secrets/secret-box.js';
import { JOB_START_REQUEST_MODEL, jobStartRequestSchema } from './job-start-request.schema.js';
import { JobStartRequestsRepository } from './job-start-requests.repository.js';
import { JobStartQueueService } from './job-start-queue.service.js';

const JOB = 'a'.repeat(24);
const SECRET = 'hunter2-of-the-router';
const VARIABLES = { password: SECRET, port: { name: 'eth0' } };
const ASKED = {
  jobId: JOB,
  workflowId: 'w',
  workflowName: 'W',
  variables: VARIABLES,
  description: '',
  automationId: 'a',
  triggerId: 't',
  startedBy: 'ada-id',
  startedByName: 'ada',
  startedWith: null,
  chain: ['t'],
  at: new Date('2026-01-01T00:00:00Z'),
};
const OLD_KEY = Buffer.alloc(32, 7);
const NEW_KEY = Buffer.alloc(32, 8);
const SILENT = {
  begin: () => undefined,
  enter: () => undefined,
  advance: () => undefined,
  end: () => undefined,
};

@Module({
  imports: [
    MongooseModule.forFeature([{ name: JOB_START_REQUEST_MODEL, schema: jobStartRequestSchema }]),
  ],
  providers: [JobStartQueueService, JobStartRequestsRepository],
})
class Starting {}

describe('the jobs that triggers ask for', () => {
  const database = testDatabase('job-start-queue');
  let node: TestingModule;
  let queue: JobStartQueueService;
  let raw: Collection<Record<string, unknown> & { _id: string }>;

  const start = (keys: readonly Buffer[]): Promise<TestingModule> =>
    startDomain({
      uri: database.uri,
      module: Starting,
      env: { SECRETS_KEYS: keys.map((key) => key.toString('base64')).join(',') },
    });
  const stored = async (): Promise<Record<string, unknown>> => (await raw.findOne()) ?? {};
  const waitingVariables = async (of = queue): Promise<readonly unknown[]> =>
    Promise.all((await of.waiting(10)).map((request) => request.readVariables()));
  /** A request as it was stored before variables were sealed. */
  const storedBefore = async (variables: unknown): Promise<void> => {
    const { jobId: _id, ...rest } = ASKED;
    // SHA-256 of the canonical variables.
    const fingerprint = 'k6JZ-kBJ9m8lrObnOCMbabkeDflL9fDmukYKDd98TBM';
    await raw.insertOne({ ...rest, _id, variables, fingerprint, status: 'waiting' });
  };

  beforeAll(async () => {
    node = await start([OLD_KEY]);
    queue = node.get(JobStartQueueService);
    raw = node.get<Connection>(getConnectionToken()).collection('job_start_requests');
  });
  beforeEach(async () => {
    await raw.deleteMany({});
  });
  afterAll(async () => {
    await node.close();
    await database.drop();
  });

  it('are stored without a variable, or a name of one, in clear', async () => {
    await queue.enqueue(ASKED);
    const document = await stored();
    expect(document['status']).toBe('waiting');
    const text = JSON.stringify(document);
    for (const part of [SECRET, 'password', 'eth0']) expect(text).not.toContain(part);
    expect(await waitingVariables()).toEqual([VARIABLES]);
  });

  it('bring members back that a database would take for its own', async () => {
    const variables = { $ref: 'x', $id: 'y', 'a.b': [null, { _bsontype: 'Long' }] };
    await queue.enqueue({ ...ASKED, variables });
    expect(await waitingVariables()).toEqual([variables]);
  });

  it('have a fingerprint that nobody can guess variables by, and know repeats by it', async () => {
    const variables = { pin: '1234' };
    await queue.enqueue({ ...ASKED, variables });
    const { fingerprint } = await stored();
    const other = new SecretBox([NEW_KEY]).hash('{"pin":"1234"}');
    expect(String(fingerprint).split('.')[1]).toHaveLength(other.length - 9);
    expect(new SecretBox([OLD_KEY]).matches('{"pin":"1234"}', String(fingerprint))).toBe(true);
    const again = { jobId: JOB, isNew: false };
    expect(await queue.enqueue({ ...ASKED, variables })).toEqual({ ...again, isSame: true });
    const changed = { ...ASKED, variables: { pin: '1235' } };
    expect(await queue.enqueue(changed)).toEqual({ ...again, isSame: false });
  });

  it.each(['taken', 'ended'] as const)('keep no variables once they are %s', async (status) => {
    await queue.enqueue(ASKED);
    await (status === 'taken' ? queue.markTaken(JOB) : queue.markEnded(JOB));
    const document = await stored();
    expect(document).toMatchObject({ status });
    expect(document).not.toHaveProperty('variables');
    expect(await queue.enqueue(ASKED)).toEqual({ jobId: JOB, isNew: false, isSame: true });
  });

  it.each([
    ['an object', VARIABLES],
    ['a text', JSON.stringify(VARIABLES)],
  ])('are read where they were stored as %s before', async (_form, variables) => {
    await storedBefore(variables);
    expect(await waitingVariables()).toEqual([VARIABLES]);
    expect(await queue.enqueue(ASKED)).toMatchObject({ isNew: false, isSame: true });
    const changed = { ...ASKED, variables: {} };
    expect(await queue.enqueue(changed)).toMatchObject({ isNew: false, isSame: false });
  });

  it('come to the newest key with everything else', async () => {
    await queue.enqueue(ASKED);
    const db = node.get<Connection>(getConnectionToken()).db;
    if (!db) throw new Error('no database');
    const documents = new SealedDocumentsRepository(db);
    const box = new SecretBox([NEW_KEY, OLD_KEY]);
    expect(await resealSecrets({ documents, box, progress: SILENT })).toMatchObject({ left: 0 });
    const sealed = String((await stored())['variables']);
    const opened = new SecretBox([NEW_KEY]).unseal(sealed);
    expect(JSON.parse(opened)).toEqual(VARIABLES);
  });

  it('do not keep others waiting when no key opens one', async () => {
    await queue.enqueue(ASKED);
    const sealed = new SecretBox([NEW_KEY]).seal('{}');
    await raw.updateOne({ _id: JOB }, { $set: { variables: sealed } });
    await queue.enqueue({ ...ASKED, jobId: 'b'.repeat(24) });
    const [unreadable, readable] = await queue.waiting(10);
    await expect(unreadable?.readVariables()).rejects.toMatchObject({ code: 'secret-unreadable' });
    expect(await readable?.readVariables()).toEqual(VARIABLES);
  });

  it('wait in the turns of their starters, however many one of them asks for', async () => {
    const ask = async (startedBy: string, count: number): Promise<void> => {
      for (let at = 0; at < count; at += 1)
        await queue.enqueue({ ...ASKED, jobId: `${startedBy} ${String(at)}`, startedBy });
    };
    await ask('many', 5);
    await ask('other', 1);
    const ids = (await queue.waiting(2)).map(({ jobId }) => jobId);
    expect(ids.toSorted()).toEqual(['many 0', 'many 1', 'other 0']);
    expect(ids.indexOf('other 0')).toBeLessThan(2);
  });

  it('give every starter a turn where there are more of them than one look takes', async () => {
    for (let at = 0; at < 25; at += 1) {
      const startedBy = `starter ${String(at).padStart(2, '0')}`;
      await queue.enqueue({ ...ASKED, jobId: `job ${String(at)}`, startedBy });
    }
    const looks = [await queue.waiting(1), await queue.waiting(1)];
    expect(looks.map(({ length }) => length)).toEqual([20, 20]);
    expect(new Set(looks.flat().map(({ jobId }) => jobId)).size).toBe(25);
  });

  it('are nothing any more where another node has taken one over', async () => {
    await queue.enqueue(ASKED);
    const [request] = await queue.waiting(10);
    await queue.markTaken(JOB);
    expect(await request?.readVariables()).toBeNull();
  });

  it('are refused when their record could not be sealed again', async () => {
    const variables = { text: 'x'.repeat(5 * 1024 * 1024) };
    await expect(queue.enqueue({ ...ASKED, variables })).rejects.toMatchObject({
      code: 'document-too-large',
    });
    expect(await raw.countDocuments()).toBe(0);
    const text = 'x'.repeat(5 * 1024 * 1024 - 100);
    await queue.enqueue({ ...ASKED, variables: { text } });
    const [{ variables: sealed }] = [await stored()];
    expect(String(sealed).length).toBeLessThan(7 * 1024 * 1024 - 10_000);
  });
});
