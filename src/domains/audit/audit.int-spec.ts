import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { Module } from '@nestjs/common';
import { getModelToken } from '@nestjs/mongoose';
import { type TestingModule } from '@nestjs/testing';
import { type Model, type mongo } from 'mongoose';
import { testDatabase } from '../../../test/support/database.js';
import { startDomain } from '../../../test/support/domain-app.js';
import { HandClock } from '../../../test/support/hand-clock.js';
import { IdempotencyModule } from '../../api/idempotency/idempotency.module.js';
import { Clock } from '../../kernel/clock.js';
import { type AuditRecord } from '../../platform/audit/audit-entry.js';
import { AUDIT_KEY_MODEL } from '../../platform/audit/audit-key.schema.js';
import { type AuditKeysService } from '../../platform/audit/audit-keys.service.js';
import { AUDIT_RECORD_MODEL } from '../../platform/audit/audit-record.schema.js';
import { AuditRecordsRepository } from '../../platform/audit/audit-records.repository.js';
import { AuditTrailService } from '../../platform/audit/audit-trail.service.js';
import { AuditTrailModule } from '../../platform/audit/audit-trail.module.js';
import { type ChainBreak } from '../../platform/audit/chain-check.js';
import { SchedulingModule } from '../../platform/scheduling/scheduling.module.js';
import { SecretsModule } from '../../platform/secrets/secrets.module.js';
import { AuditRetentionService } from './audit-retention.service.js';
import { AuditSeed } from './audit.seed.js';
import { AuditVerificationService } from './audit-verification.service.js';

/** Storage, verification and retention; who reads entries, and the accounts, are left out. */
@Module({
  imports: [SecretsModule, AuditTrailModule, SchedulingModule, IdempotencyModule],
  providers: [AuditRetentionService, AuditSeed, AuditVerificationService],
})
class AuditDomain {}

const KEYS = Buffer.alloc(32, 7).toString('base64');

describe('the audit trail in the database', () => {
  const database = testDatabase('audit');
  const clock = new HandClock();
  const nodes: TestingModule[] = [];
  let node: TestingModule;

  const start = async (env: Record<string, string> = {}): Promise<TestingModule> => {
    const started = await startDomain({
      uri: database.uri,
      module: AuditDomain,
      env: { SECRETS_KEYS: KEYS, ...env },
      override: (builder) => builder.overrideProvider(Clock).useValue(clock),
    });
    nodes.push(started);
    return started;
  };
  const trail = (of: TestingModule = node): AuditTrailService => of.get(AuditTrailService);
  const record = (reason: string, of: TestingModule = node) =>
    trail(of).record({ kind: 'platform', outcome: 'done', reason });
  const records = (): mongo.Collection<AuditRecord> =>
    node.get<Model<AuditRecord>>(getModelToken(AUDIT_RECORD_MODEL))
      .collection as unknown as mongo.Collection<AuditRecord>;
  const all = () => records().find().sort({ chain: 1, sequence: 1 }).toArray();
  const verify = (of: TestingModule = node) => of.get(AuditVerificationService).verify();
  const breaks = async (): Promise<readonly Omit<ChainBreak, 'chain'>[]> => {
    const outcome = await verify();
    if (outcome.kind !== 'broken') return [];
    return outcome.breaks.map(({ chain: _, ...rest }) => rest);
  };

  /** A node with a chain of `begin` and five records, alone in the collection. */
  beforeEach(async () => {
    await nodes[0]?.get<Model<AuditRecord>>(getModelToken(AUDIT_RECORD_MODEL)).deleteMany({});
    node = await start();
    for (const reason of ['a', 'b', 'c', 'd', 'e']) await record(reason);
  });
  afterAll(async () => {
    await Promise.all(nodes.map((one) => one.close()));
    await database.drop();
  });

  it('verifies what nobody touched', async () => {
    expect(await verify()).toEqual({ kind: 'sound', chains: 1, records: 6 });
  });

  it('counts progress up to the end', async () => {
    const seen: number[] = [];
    await node.get(AuditVerificationService).verify((done) => seen.push(done));
    expect(seen.at(-1)).toBe(6);
  });

  it('stores many at the same moment in one order, without gaps', async () => {
    await Promise.all(Array.from({ length: 500 }, (_, at) => record(`r${String(at)}`)));
    const reasons = (await all()).map(({ reason }) => reason);
    expect(reasons).toHaveLength(506);
    expect(reasons.slice(6)).toEqual(Array.from({ length: 500 }, (_, at) => `r${String(at)}`));
    expect(await verify()).toMatchObject({ kind: 'sound', records: 506 });
  });

  it('keeps texts that come back from the database as they were', async () => {
    const odd = 'lone \ud800 surrogate, \0, é, \u{1f600}';
    await trail().record({
      kind: 'change',
      outcome: 'done',
      reason: odd,
      changes: [
        {
          object: { type: 'role', id: odd, name: odd },
          before: { [`$${odd}.`]: odd },
          after: null,
        },
      ],
    });
    expect(await verify()).toMatchObject({ kind: 'sound' });
  });

  describe('finds', () => {
    const id = async (sequence: number): Promise<string> => {
      const found = await records().findOne({ sequence });
      if (!found) throw new Error('there is one');
      return found._id;
    };

    it.each<[string, mongo.UpdateFilter<AuditRecord>]>([
      ['an edited text', { $set: { reason: 'innocent' } }],
      ['an edited time', { $set: { at: new Date(0) } }],
      ['an added field', { $set: { note: 'x' } as never }],
      ['a field that was taken away', { $unset: { reason: '' } as never }],
      ['a hash of somebody else', { $set: { reason: 'x', hash: 'AAAA' } }],
      ['another key', { $set: { keyId: 'k2' } }],
    ])('%s', async (_, update) => {
      const recordId = await id(3);
      await records().updateOne({ sequence: 3 }, update);
      const [found, ...others] = await breaks();
      expect(others).toEqual([]);
      expect(found).toMatchObject({ sequence: 3, recordId });
    });

    it('a record that was deleted from the middle', async () => {
      await records().deleteOne({ sequence: 4 });
      expect(await breaks()).toEqual([
        { sequence: 5, recordId: await id(5), fault: 'records-missing' },
      ]);
    });

    it('a beginning that was deleted', async () => {
      await records().deleteMany({ sequence: { $lte: 2 } });
      expect(await breaks()).toMatchObject([{ sequence: 3, fault: 'beginning-missing' }]);
    });

    it('two records that changed places', async () => {
      await records().updateOne({ sequence: 3 }, { $set: { sequence: 99 } });
      await records().updateOne({ sequence: 4 }, { $set: { sequence: 3 } });
      await records().updateOne({ sequence: 99 }, { $set: { sequence: 4 } });
      expect(await breaks()).toMatchObject([{ sequence: 3, fault: 'edited' }]);
    });

    it('a record that somebody without the key added', async () => {
      const [last] = await records().find().sort({ sequence: -1 }).limit(1).toArray();
      if (!last) throw new Error('there is one');
      const { sequence, hash } = last;
      await records().insertOne({
        ...last,
        _id: 'f'.repeat(24),
        sequence: sequence + 1,
        previousHash: hash,
      });
      expect(await breaks()).toMatchObject([{ sequence: 7, fault: 'edited' }]);
    });

    it('a copy of a whole record at the end', async () => {
      const second = await records().findOne({ sequence: 2 });
      if (!second) throw new Error('there is one');
      await records().insertOne({ ...second, _id: 'f'.repeat(24), chain: 'f'.repeat(24) });
      const outcome = await verify();
      expect(outcome).toMatchObject({
        kind: 'broken',
        breaks: [{ chain: 'f'.repeat(24), fault: 'edited' }],
      });
    });

    it.each([0, -1])('a record that was put before the first, at %d', async (sequence) => {
      const second = await records().findOne({ sequence: 2 });
      if (!second) throw new Error('there is one');
      const recordId = 'f'.repeat(24);
      await records().insertOne({ ...second, _id: recordId, sequence, reason: 'forged' });
      expect(await breaks()).toEqual([{ sequence, recordId, fault: 'edited' }]);
    });

    it('a time that no calendar has', async () => {
      const recordId = await id(3);
      const at = { $toDate: BigInt('9000000000000000000') };
      await records().updateOne({ sequence: 3 }, [{ $set: { at } }]);
      expect(await breaks()).toEqual([{ sequence: 3, recordId, fault: 'edited' }]);
    });

    it('a trail that is gone as a whole', async () => {
      await records().deleteMany({});
      expect(await verify()).toEqual({ kind: 'empty' });
    });

    it('an end that was cut off while the node is up, at its next record', async () => {
      await records().deleteMany({ sequence: { $gte: 5 } });
      await record('next');
      expect(await breaks()).toMatchObject([{ sequence: 7, fault: 'records-missing' }]);
    });

    it('an end that was cut off of a chain that another has seen', async () => {
      await record('of another node', await start());
      await records().deleteMany({ chain: trail().head.chain, sequence: { $gte: 5 } });
      expect(await breaks()).toEqual([{ sequence: 6, recordId: null, fault: 'end-missing' }]);
    });

    it('a whole chain that is gone', async () => {
      await record('of another node', await start());
      await records().deleteMany({ chain: trail().head.chain });
      expect(await breaks()).toMatchObject([{ sequence: 6, fault: 'end-missing' }]);
    });

    it('an end that was cut off behind what the first record of another chain has seen', async () => {
      const other = await start();
      await record('of another node', other);
      await record('later');
      await trail(other).anchor();
      await records().deleteOne({ chain: trail().head.chain, sequence: 7 });
      expect(await breaks()).toEqual([{ sequence: 7, recordId: null, fault: 'end-missing' }]);
    });

    it('the first of each chain that is broken', async () => {
      await record('of another node', await start());
      await records().updateMany({ sequence: 2 }, { $set: { reason: 'x' } });
      await records().updateMany({ sequence: 4 }, { $set: { reason: 'x' } });
      expect(await breaks()).toMatchObject([
        { sequence: 2, fault: 'edited' },
        { sequence: 2, fault: 'edited' },
      ]);
    });
  });

  it('is sound after a crash: the chain ends, and the next one names its end', async () => {
    const { chain, sequence, hash } = trail().head;
    const next = await start();
    await record('after the crash', next);
    const begin = await records().findOne({ chain: trail(next).head.chain, sequence: 1 });
    expect(begin).toMatchObject({ reason: 'begin', heads: [{ chain, sequence, hash }] });
    expect(await verify()).toMatchObject({ kind: 'sound', chains: 2 });
  });

  it('stays sound with two nodes that write and anchor at the same time', async () => {
    const other = await start();
    const both = [node, other];
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(both.map((one) => record('x', one)));
      await Promise.all(both.map((one) => trail(one).anchor()));
    }
    expect(await verify()).toMatchObject({ kind: 'sound', chains: 2 });
  });

  it('lets idle nodes be silent', async () => {
    const other = await start();
    await record('x', other);
    for (let round = 0; round < 4; round += 1) {
      await trail().anchor();
      await trail(other).anchor();
    }
    const anchors = await records().countDocuments({ reason: 'anchor' });
    expect(anchors).toBe(1);
  });

  it('goes on behind a write that failed, with the entry in its place', async () => {
    const repository = node.get(AuditRecordsRepository);
    const insert = repository.insert.bind(repository);
    // Half of it is stored, and the answer is lost.
    repository.insert = async (batch) => {
      await insert(batch.slice(0, 1));
      throw new Error('connection lost');
    };
    const lost = await Promise.allSettled([record('x'), record('y')]);
    expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    repository.insert = insert;
    await record('z');
    const reasons = (await all()).map(({ reason }) => reason);
    expect(reasons).toEqual(['begin', 'a', 'b', 'c', 'd', 'e', 'x', 'y', 'z']);
    expect(await verify()).toMatchObject({ kind: 'sound' });
  });

  describe('retention', () => {
    const sweep = (of: TestingModule = node) => of.get(AuditRetentionService).sweep();
    const days = (count: number) => {
      clock.advance({ minutes: count * 24 * 60 });
    };

    it('removes what is old enough, says so, and leaves a trail that verifies', async () => {
      days(399);
      await record('young');
      await sweep();
      expect(await records().countDocuments()).toBe(7);
      days(2);
      await sweep();
      const left = (await all()).map(({ reason }) => reason);
      expect(left).toEqual(['young', 'retention']);
      expect(await verify()).toMatchObject({ kind: 'sound', records: 2 });
    });

    it('still finds what was removed beyond it', async () => {
      days(399);
      await record('young');
      await record('younger');
      days(2);
      await sweep();
      await records().deleteOne({ reason: 'young' });
      expect(await breaks()).toMatchObject([{ sequence: 8, fault: 'beginning-missing' }]);
    });

    it('still finds what was put where records were removed', async () => {
      const removed = await records().findOne({ sequence: 2 });
      if (!removed) throw new Error('there is one');
      days(401);
      await record('young');
      await sweep();
      expect(await verify()).toMatchObject({ kind: 'sound' });
      await records().insertOne({ ...removed, reason: 'forged' });
      expect(await breaks()).toMatchObject([{ sequence: 2, fault: 'edited' }]);
    });

    it('verifies when it stopped in the middle of removing', async () => {
      const repository = node.get(AuditRecordsRepository);
      const removeUpTo = repository.removeUpTo.bind(repository);
      repository.removeUpTo = async (chain) => {
        await records().deleteMany({ chain, sequence: { $in: [2, 4, 6] } });
        throw new Error('the node died');
      };
      days(401);
      await expect(sweep()).rejects.toThrow('the node died');
      repository.removeUpTo = removeUpTo;
      expect(await records().countDocuments()).toBe(4);
      expect(await verify()).toMatchObject({ kind: 'sound' });
      await sweep(await start());
      expect(await verify()).toMatchObject({ kind: 'sound' });
    });

    it('removes whole chains of processes that have ended, though others name them', async () => {
      const other = await start();
      await record('names the first', other);
      days(399);
      await record('still there', other);
      days(2);
      await sweep(other);
      expect(await verify()).toMatchObject({ kind: 'sound' });
      expect((await all()).map(({ reason }) => reason).sort()).toEqual([
        'retention',
        'retention',
        'still there',
      ]);
    });
  });

  it('says so when a platform starts whose trail is gone, and only then', async () => {
    const seeded = async () => {
      await records().deleteMany({});
      const started = await start();
      await started.get(AuditSeed).run();
      const [, first] = await all();
      return first;
    };
    expect(await seeded()).toMatchObject({
      kind: 'platform',
      outcome: 'failed',
      reason: 'trail-was-empty',
    });
    await node.get<Model<unknown>>(getModelToken(AUDIT_KEY_MODEL)).deleteMany({});
    expect(await seeded()).toMatchObject({ outcome: 'done', reason: null });
  });

  it('is not called sound when its key cannot be unsealed', async () => {
    const noKeys = { all: () => Promise.resolve(new Map()) } as unknown as AuditKeysService;
    const verification = new AuditVerificationService(node.get(AuditRecordsRepository), noKeys);
    expect(await verification.verify()).toMatchObject({
      kind: 'broken',
      breaks: [{ fault: 'unknown-key', sequence: 1 }],
    });
  });
});
