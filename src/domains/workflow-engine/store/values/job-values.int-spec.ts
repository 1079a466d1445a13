import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mongo } from 'mongoose';
import { testDatabase } from '#test/support/database.js';
import {
  callsTest,
  chainOf,
  engineWorkflow,
  type MadeEdge,
  type MadeTask,
  setsVariable,
} from '#test/support/factories/made-workflows.js';
import { eventually } from '#test/support/eventually.js';
import { JobsNode } from '#test/support/jobs-node.js';
import { type JsonObject, type JsonValue } from '#kernel/json.js';
import { type ValueRefs } from '#cores/engine/value-ref.js';
import { SECRET_KEY_BYTES, SecretBox } from '#platform/secrets/secret-box.js';
import { JobSecrets } from './job-secrets.js';
import { JobStateCodecService } from './job-state-codec.service.js';
import { JobValuesService } from './job-values.service.js';
import { ValueCodecService } from './value-codec.service.js';
import { type StoredJob } from '../stored-job.js';

const { BSON } = mongo;
const MIB = 1024 * 1024;
const CANARY = 'canary-5e8d0c';

describe('values of jobs', () => {
  const database = testDatabase('job-values');
  let node: JobsNode;
  const heard: JsonValue[] = [];

  const variablesOf = async (
    job: StoredJob,
    on: 'read' | 'shown' = 'read',
  ): Promise<JsonObject> => {
    const { variables } = node.app.get(JobStateCodecService).readState(job.state);
    const values = node.app.get(JobValuesService);
    if (on === 'read') return values.read(job._id, variables);
    return values.shown(job._id, variables, JobSecrets.NONE);
  };
  const everything = async (): Promise<string> => {
    const { db } = node.connection;
    const found = (await db?.listCollections().toArray()) ?? [];
    const names = found.map(({ name }) => name);
    const all = await Promise.all(
      names
        .filter((name) => name !== 'workflows')
        .map((name) => node.connection.collection(name).find({}).toArray()),
    );
    return all
      .flat()
      .map((one) => JSON.stringify(one) + Buffer.from(BSON.serialize(one)).toString('latin1'))
      .join('\n');
  };

  beforeAll(async () => {
    node = await JobsNode.start({
      uri: database.uri,
      run: ({ input }) => {
        heard.push(input['say'] ?? null);
        return Promise.resolve({
          finish: 'success',
          output: input['answer'] ?? input['say'] ?? null,
        });
      },
    });
  });
  afterAll(async () => {
    await node.close();
    await database.drop();
  });

  it('of more than 64 KB lie apart, and are read where a task needs them', async () => {
    const large = { text: 'ö'.repeat(300_000) };
    const id = await node.workflow(
      chainOf('large', [
        callsTest({ say: '$var.job.large' }, { outgoing: { result: '$var.job.back' } }),
        setsVariable('copy', '$var.job.back'),
      ]),
    );
    const { _id } = await node.begin(id, { variables: { large } });
    const done = await node.until(_id, 'complete');
    expect(done.state.length).toBeLessThan(10_000);
    expect(await variablesOf(done)).toMatchObject({ large, back: large, copy: large });
    const ofJob = { 'metadata.jobId': _id };
    expect(await node.connection.collection('job_values.files').countDocuments(ofJob)).toBe(1);
  });

  it('of tasks leave the job when there are too many of them, and are there all the same', async () => {
    const calls = Array.from({ length: 24 }, (_, at) =>
      callsTest({ answer: `${String(at)} ${'x'.repeat(50_000)}` }),
    );
    const merged = {
      name: 'merge',
      incoming: {
        data_to_merge: [1, 24].map((at) => ({
          key: String(at),
          value: { task: at.toString(16), variable: 'result' },
        })),
      },
      outgoing: { merged_object: '$var.job.merged' },
    };
    const id = await node.workflow(chainOf('many', [...calls, merged]));
    const { _id } = await node.begin(id);
    const done = await node.until(_id, 'complete');
    expect(done.state.length).toBeLessThan(MIB);
    const { merged: both } = await variablesOf(done);
    expect(both).toEqual({ 1: `0 ${'x'.repeat(50_000)}`, 24: `23 ${'x'.repeat(50_000)}` });
  });

  it('that are secret are sealed wherever they lie, and reach tasks in clear text', async () => {
    const id = await node.workflow(
      chainOf(
        'secret',
        [
          callsTest({ say: '$var.job.password' }, { outgoing: { result: '$var.job.made' } }),
          callsTest({ say: '$var.job.huge' }, { outgoing: { result: '$var.job.madeHuge' } }),
        ],
        { decorators: [{ type: 'encryption', pointer: '/variables/huge' }] },
      ),
    );
    const huge = `${CANARY} ${'y'.repeat(100_000)}`;
    const { _id } = await node.begin(id, { variables: { password: CANARY, huge } });
    const done = await node.until(_id, 'complete');
    expect(heard.slice(-2)).toEqual([CANARY, huge]);
    expect(await variablesOf(done)).toMatchObject({
      password: CANARY,
      made: CANARY,
      madeHuge: huge,
    });
    const hidden = '<SECRET>';
    const shown = { password: hidden, huge: hidden, made: hidden, madeHuge: hidden };
    expect(await variablesOf(done, 'shown')).toMatchObject(shown);
    const stored = await everything();
    expect(stored).toContain('$ENC1.');
    expect(stored).not.toContain(CANARY);
  });

  it('that mocks hold are sealed as long as its test run needs them', async () => {
    const call = callsTest({}, { outgoing: { result: '$var.job.back' } });
    const id = await node.workflow(chainOf('mocked', [call, { ...call, type: 'manual' }]));
    const mocks = { 1: { output: { token: `${CANARY}-mocked` } } };
    const { _id } = await node.begin(id, { mocks });
    const waiting = await eventually(
      () => node.job(_id),
      ({ outbox, standsAt }) => outbox === null && standsAt[0]?.task === '2',
    );
    expect(await variablesOf(waiting)).toMatchObject({ back: { token: `${CANARY}-mocked` } });
    expect(await everything()).not.toContain(`${CANARY}-mocked`);
    await node.steps.apply(_id, { kind: 'cancel' });
    expect((await node.until(_id, 'canceled')).mocks).toBe('{}');
  });

  it('that no key opens are shown as secrets, and stop the job', async () => {
    const id = await node.workflow(chainOf('keyless', [callsTest({ say: '$var.job.password' })]));
    const { _id } = await node.begin(id, { variables: { password: CANARY } });
    const done = await node.until(_id, 'complete');
    const lost = new SecretBox([Buffer.alloc(32, 1)]).seal('"x"');
    const state = done.state.replace(/\$ENC1\.[\w.-]+/, lost);
    expect(() => node.app.get(JobStateCodecService).readState(state)).toThrow('cannot be read');
    const { variables } = node.app.get(JobStateCodecService).readStateToShow(state);
    expect(
      await node.app.get(JobValuesService).shown(_id, variables, JobSecrets.NONE),
    ).toMatchObject({
      password: '<SECRET>',
    });
  });

  it('a job of 10,000 tasks stays under 2 MB, and ends', async () => {
    const count = 10_000;
    const tasks: Record<string, MadeTask> = {};
    const edges: MadeEdge[] = [];
    for (let at = 0; at < count; at += 1) {
      const task = at.toString(16);
      tasks[task] = setsVariable('last', { at, text: 'z'.repeat(200) });
      edges.push(at % 100 === 0 ? ['start', task] : [(at - 1).toString(16), task]);
      if (at % 100 === 99) edges.push([task, 'end']);
    }
    const id = await node.workflow(engineWorkflow('ten thousand', tasks, edges));
    const { _id } = await node.begin(id);
    const sizes: Promise<number>[] = [];
    const looks = setInterval(() => {
      sizes.push(node.job(_id).then((job) => BSON.calculateObjectSize(job)));
    }, 200);
    const done = await node.until(_id, 'complete');
    clearInterval(looks);
    const largest = Math.max(BSON.calculateObjectSize(done), ...(await Promise.all(sizes)));
    expect(largest).toBeLessThan(2 * MIB);
    expect(await node.connection.collection('job_tasks').countDocuments({ jobId: _id })).toBe(
      count,
    );
  });

  it('that look like something sealed are not opened: that would tell what somebody else has sealed', async () => {
    const values = node.app.get(JobValuesService);
    const codec = node.app.get(ValueCodecService, { strict: false });
    const others = node.app.get(SecretBox, { strict: false }).seal(JSON.stringify(CANARY));
    const given: ValueRefs = { password: { kind: 'here', value: others, secret: true } };
    const held = values.decode(codec.encode(given, JobSecrets.NONE));
    expect(await values.read('a job', held)).toEqual({ password: others });
  });

  it('that no key opens are refused where they are read, and shown as what is secret', async () => {
    const values = node.app.get(JobValuesService);
    const foreign = new ValueCodecService(new SecretBox([Buffer.alloc(SECRET_KEY_BYTES, 9)]));
    const sealed: ValueRefs = {
      whole: { kind: 'here', value: CANARY, secret: true },
      within: { kind: 'here', value: { password: CANARY } },
    };
    const held = values.decode(foreign.encode(sealed, JobSecrets.NONE));
    for (const [name, one] of Object.entries(held)) {
      const refused = { code: 'secret-unreadable' };
      await expect(values.read('a job', { [name]: one })).rejects.toMatchObject(refused);
    }
    const shown = await values.shown('a job', held, JobSecrets.NONE);
    expect(shown).toEqual({ whole: '<SECRET>', within: '<SECRET>' });
  });
});
