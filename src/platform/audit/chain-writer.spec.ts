import { createSecretKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type AuditRecord } from './audit-entry.js';
import { type AuditKeysService } from './audit-keys.service.js';
import { type RecordDraft, toDrafts } from './audit-record.js';
import { type AuditRecordsRepository } from './audit-records.repository.js';
import { type ChainFault, faultOf, type FoundRecord } from './chain.js';
import { ChainWriter } from './chain-writer.js';

const KEY = createSecretKey(Buffer.alloc(32, 1));
const NOW = new Date('2026-01-01T00:00:00Z');

const draft = (reason: string): RecordDraft => {
  const [one] = toDrafts({ kind: 'platform', outcome: 'done', reason }, NOW);
  if (!one) throw new Error('there is one');
  return one;
};

/** Storage in memory that fails when told to, after so many records. */
class Memory {
  readonly records: AuditRecord[] = [];
  failAfter = Infinity;

  insert(records: readonly AuditRecord[]): Promise<void> {
    for (const [index, record] of records.entries()) {
      if (index < this.failAfter) this.records.push(record);
    }
    return this.failAfter < Infinity ? Promise.reject(new Error('cut off')) : Promise.resolve();
  }

  lastSequence(): Promise<number> {
    return Promise.resolve(this.records.at(-1)?.sequence ?? 0);
  }
}

function aWriter(memory: Memory) {
  let ids = 0;
  const keys = { current: () => Promise.resolve({ id: 'k1', key: KEY }) };
  const writer = new ChainWriter(
    // What it calls of them.
    memory as unknown as AuditRecordsRepository,
    keys as unknown as AuditKeysService,
    { next: () => `id-${String((ids += 1))}` },
  );
  const opening = () => Promise.resolve(draft('begin'));
  return {
    write: (drafts: readonly RecordDraft[]) => writer.write(drafts, opening),
    head: () => writer.head,
  };
}

const faults = (records: readonly AuditRecord[]): readonly (ChainFault | null)[] =>
  records.map((record, index) => {
    const before = records[index - 1] ?? null;
    return faultOf(record as unknown as FoundRecord, before, undefined, () => KEY);
  });

describe('ChainWriter', () => {
  it('begins with its opening and binds each record to the one before', async () => {
    const memory = new Memory();
    const writer = aWriter(memory);
    await writer.write([draft('a'), draft('b')]);
    await writer.write([draft('c')]);
    expect(memory.records.map(({ sequence, reason }) => [sequence, reason])).toEqual([
      [1, 'begin'],
      [2, 'a'],
      [3, 'b'],
      [4, 'c'],
    ]);
    expect(faults(memory.records)).toEqual([null, null, null, null]);
    expect(writer.head()).toMatchObject({ sequence: 4, hash: memory.records[3]?.hash });
  });

  it.each([0, 1, 2, 3])(
    'goes on behind a write of which %i records were stored',
    async (stored) => {
      const memory = new Memory();
      const writer = aWriter(memory);
      memory.failAfter = stored;
      const drafts = [draft('a'), draft('b')];
      await writer.write(drafts).catch(() => undefined);
      memory.failAfter = Infinity;
      await writer.write(drafts);
      await writer.write([draft('c')]);
      expect(memory.records.map(({ reason }) => reason)).toEqual(['begin', 'a', 'b', 'c']);
      expect(faults(memory.records)).toEqual([null, null, null, null]);
    },
  );
});

describe('faultOf', () => {
  const three = async (): Promise<AuditRecord[]> => {
    const memory = new Memory();
    await aWriter(memory).write([draft('a'), draft('b')]);
    return memory.records;
  };

  it('finds every field that was changed, added or taken away', async () => {
    const [record] = await three();
    if (!record) throw new Error('there is one');
    const changed = Object.keys(record).filter((key) => key !== 'keyId');
    for (const key of changed) {
      const edited = { ...record, [key]: key === 'at' ? new Date(1) : 'other' };
      expect(faults([edited])).toEqual(['edited']);
      const less = Object.fromEntries(Object.entries(record).filter(([other]) => other !== key));
      expect(faults([less as unknown as AuditRecord])).toEqual(['edited']);
    }
    expect(faults([{ ...record, added: 1 } as unknown as AuditRecord])).toEqual(['edited']);
  });

  it('does not believe a record whose key it does not have', async () => {
    const [record] = await three();
    const found = record as unknown as FoundRecord;
    expect(faultOf(found, null, undefined, () => undefined)).toBe('unknown-key');
    const other = createSecretKey(Buffer.alloc(32, 2));
    expect(faultOf(found, null, undefined, () => other)).toBe('edited');
  });

  it('finds what is missing at the beginning and in the middle', async () => {
    const [first, second, third] = await three();
    if (!first || !second || !third) throw new Error('there are three');
    expect(faults([second, third])).toEqual(['beginning-missing', null]);
    expect(faults([first, third])).toEqual([null, 'records-missing']);
  });

  it('finds a record of another chain in its place', async () => {
    const [first] = await three();
    const memory = new Memory();
    await aWriter(memory).write([draft('x'), draft('y')]);
    const foreign = memory.records[1];
    if (!first || !foreign) throw new Error('there are both');
    expect(faults([{ ...first, hash: 'x' }, foreign])).toEqual(['edited', 'out-of-place']);
  });

  it('lets a chain begin behind what retention removed, and nowhere else', async () => {
    const [first, second, third] = await three();
    const removed = { sequence: 1, hash: first?.hash ?? '' };
    const fault = (record?: AuditRecord, upTo = removed) =>
      faultOf(record as unknown as FoundRecord, null, upTo, () => KEY);
    expect(fault(second)).toBeNull();
    expect(fault(third)).toBe('beginning-missing');
    expect(fault(second, { sequence: 1, hash: 'x' })).toBe('beginning-missing');
  });
});
