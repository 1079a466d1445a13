import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Module } from '@nestjs/common';
import { getConnectionToken, MongooseModule } from '@nestjs/mongoose';
import { type TestingModule } from '@nestjs/testing';
import { type Connection } from 'mongoose';
import { testDatabase } from '#test/support/database.js';
import { startDomain } from '#test/support/domain-app.js';
import { explainReads } from '#test/support/explained.js';
import { watched } from '#test/support/watch-commands.js';
import { WorkModule } from '../../../platform/work/work.module.js';
import { DEVICE_CHANGE_MODEL, deviceChangeSchema } from './device-change.schema.js';
import { partOfList } from '#test/support/part-of-list.js';
import { DEVICE_CHANGE_LIST } from './device-change-list.js';
import { DeviceChangesRepository } from './device-changes.repository.js';
import { type ChangeEnd, type StoredDeviceChange } from './stored-device-change.js';

const MODELS = [{ name: DEVICE_CHANGE_MODEL, schema: deviceChangeSchema }];

@Module({
  imports: [MongooseModule.forFeature(MODELS), WorkModule],
  providers: [DeviceChangesRepository],
})
class Changes {}

const CHANGES = 2000;
const START = Date.parse('2026-01-01T00:00:00Z');

const aChange = (at: number, more: Partial<StoredDeviceChange> = {}): StoredDeviceChange => ({
  _id: `change-${String(at).padStart(5, '0')}`,
  deviceId: `device-${String(at % 10)}`,
  name: 'x',
  type: 'cisco-ios',
  comment: '',
  restoredBackupId: null,
  sent: ['a'],
  diff: 'b',
  comparedBy: 'prediction',
  warnings: [],
  beforeBackupId: 'c',
  afterBackupId: null,
  gbac: { read: [], write: [] },
  readers: ['*'],
  outcome: 'done',
  refusedLine: null,
  isPartlyActive: false,
  detail: null,
  result: null,
  reverse: null,
  finished: null,
  started: new Date(START + at * 1000),
  startedBy: 'ada',
  leaseUntil: new Date(0),
  ...more,
});

describe('the store of changes of devices', () => {
  const database = testDatabase('device-change-store');
  let node: TestingModule;
  let changes: DeviceChangesRepository;

  beforeAll(async () => {
    node = await startDomain({ uri: watched(database.uri), module: Changes });
    changes = node.get(DeviceChangesRepository, { strict: false });
    const connection = node.get<Connection>(getConnectionToken(), { strict: false });
    await connection.syncIndexes();
    const all = Array.from({ length: CHANGES }, (_, at) => aChange(at));
    await connection.collection('device_changes').insertMany(all as never[]);
  });
  afterAll(async () => {
    await node.close();
    await database.drop();
  });

  it('lists the changes of a device by an index, the newest first, without their texts', async () => {
    const { result, reads } = await explainReads(node, () =>
      changes.list('device-3', partOfList(DEVICE_CHANGE_LIST, { skip: 100, limit: 50 })),
    );
    expect(result.total).toBe(CHANGES / 10);
    expect(result.items[0]?._id).toBe('change-00993');
    expect(result.items[0]).not.toHaveProperty('sent');
    for (const { kind, stages, docsExamined, skip, returned } of reads) {
      expect(stages).not.toContain('COLLSCAN');
      expect(stages).not.toContain('SORT');
      expect(docsExamined).toBeLessThanOrEqual(kind === 'count' ? 0 : skip + returned);
    }
  });

  it('knows the last change of a device', async () => {
    expect(await changes.lastOf('device-7')).toBe('change-01997');
    expect(await changes.lastOf('absent')).toBeNull();
  });

  it('ends what nobody pushes any more, and nothing else', async () => {
    await changes.insert(aChange(9001, { outcome: 'running' }));
    expect(await changes.interruptNext('gone')).toBeNull();
    const connection = node.get<Connection>(getConnectionToken(), { strict: false });
    const died = aChange(9002, { outcome: 'running' });
    await connection.collection('device_changes').insertOne(died as never);
    expect(await changes.interruptNext('gone')).toMatchObject({
      _id: died._id,
      outcome: 'interrupted',
      detail: 'gone',
    });
    expect(await changes.interruptNext('gone')).toBeNull();
    expect(await changes.findById(died._id)).toMatchObject({ outcome: 'interrupted' });
    expect((await changes.findById(died._id))?.finished).not.toBeNull();
  });

  it('keeps what became of a change', async () => {
    await changes.insert(aChange(9004, { outcome: 'running' }));
    const end: ChangeEnd = {
      outcome: 'refused',
      refusedLine: 1,
      isPartlyActive: true,
      detail: 'no',
      result: '',
      reverse: ['no a'],
      afterBackupId: 'e',
    };
    await changes.finish('change-09004', end, new Date(START));
    expect(await changes.findById('change-09004')).toMatchObject(end);
  });
});
