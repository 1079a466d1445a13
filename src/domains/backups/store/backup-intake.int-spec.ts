import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getConnectionToken } from '@nestjs/mongoose';
import { type TestingModule } from '@nestjs/testing';
import fc from 'fast-check';
import { type Connection } from 'mongoose';
import { aTakenBackup, backupsNode } from '#test/support/backups-app.js';
import { testDatabase } from '#test/support/database.js';
import { HandClock } from '#test/support/hand-clock.js';
import { walkLength } from '#test/support/walk-length.js';
import { BackupIntakeService } from './backup-intake.service.js';
import { BackupSweepService } from './backup-sweep.service.js';
import { BackupTextsService } from './backup-texts.service.js';
import { BackupsRepository } from './backups.repository.js';
import { ChainPrunerService } from './chain-pruner.service.js';
import { ChainsRepository } from './chains.repository.js';
import { type StoredBackup } from './stored-backup.js';

describe('the store of backups', () => {
  const database = testDatabase('backups');
  const clock = new HandClock();
  let nodes: readonly [TestingModule, TestingModule];
  let names = 0;
  beforeAll(async () => {
    nodes = [await backupsNode(database.uri, clock), await backupsNode(database.uri, clock)];
    await nodes[0].get<Connection>(getConnectionToken()).syncIndexes();
  });
  afterAll(async () => {
    for (const node of nodes) await node.close();
    await database.drop();
  });

  /** A device of its own. */
  const aDevice = () => {
    names += 1;
    const name = `device-${String(names)}`;
    const chain = `name:${name}`;
    const take = (rawConfig: string, at: number, node: 0 | 1 = 0) =>
      nodes[node].get(BackupIntakeService).take(aTakenBackup({ name, rawConfig, at }));
    const stored = () => nodes[0].get(BackupsRepository).allOf(chain);
    const revealed = async (backup: StoredBackup) =>
      (await nodes[1].get(BackupTextsService).revealed(backup)).rawConfig;
    const remove = async (ids: readonly string[], node: 0 | 1 = 0) =>
      nodes[node]
        .get(ChainPrunerService)
        .remove(chain, await nodes[0].get(BackupsRepository).findAll(ids));
    const head = () => nodes[0].get(ChainsRepository).find(chain);
    const count = (collection: string) =>
      nodes[0]
        .get<Connection>(getConnectionToken())
        .collection(collection)
        .countDocuments({ chain });
    return { name, chain, take, stored, revealed, remove, head, count };
  };

  it('keeps a configuration byte for byte and tells the first from the next', async () => {
    const { take, stored, revealed } = aDevice();
    const first = await take('hostname a\r\n\0\ttail without an end', 1);
    const second = await take('hostname b\r\n\0\ttail without an end', 2);
    expect([first.outcome, first.previousId]).toEqual(['new', null]);
    expect([second.outcome, second.previousId]).toEqual(['new', first.backupId]);
    const [newest, oldest] = await stored();
    expect(newest && (await revealed(newest))).toBe('hostname b\r\n\0\ttail without an end');
    expect(oldest && (await revealed(oldest))).toBe('hostname a\r\n\0\ttail without an end');
  });

  it('takes what differs in volatile lines alone for the same version, seen again', async () => {
    const { take, stored } = aDevice();
    const text = (clockLine: string) =>
      `! Last configuration change at ${clockLine}\nhostname a\nntp clock-period 1718\n`;
    const { backupId } = await take(text('10:00'), 1);
    expect(await take(text('11:00'), 5)).toEqual({
      outcome: 'unchanged',
      backupId,
      previousId: backupId,
    });
    const [only, ...others] = await stored();
    expect(others).toEqual([]);
    expect(only?.lastSeen).toEqual(aTakenBackup({ at: 5 }).takenAt);
    expect(only?.date).toEqual(aTakenBackup({ at: 1 }).takenAt);
  });

  it('compares re-encrypted secrets by what they mean, and restores each spelling', async () => {
    const { take, stored, revealed } = aDevice();
    const line = (encoded: string, host: string) =>
      `hostname ${host}\nusername bob password 7 ${encoded}\n`;
    await take(line('094F471A1A0A', 'a'), 1); // cisco
    expect((await take(line('05080F1C2243', 'a'), 2)).outcome).toBe('unchanged'); // cisco again
    expect((await take(line('05080F1C2243', 'b'), 3)).outcome).toBe('new');
    const [newest] = await stored();
    expect(newest && (await revealed(newest))).toBe(line('05080F1C2243', 'b'));
    const masked = newest && (await nodes[0].get(BackupTextsService).masked(newest));
    expect(masked?.rawConfig).toBe('hostname b\nusername bob password 7 <SECRET:1>\n');
    expect((await take(line('070C285F4D06', 'b'), 4)).outcome).toBe('unchanged');
    expect((await take('hostname b\nusername bob password 7 0458\n', 5)).outcome).toBe('new');
  });

  it('files a configuration of an earlier time between its neighbours', async () => {
    const { take, stored, head } = aDevice();
    const late = await take('hostname late\n', 10);
    const early = await take('hostname early\n', 1);
    expect(early.previousId).toBeNull();
    const middle = await take('hostname middle\n', 5);
    expect(middle.previousId).toBe(early.backupId);
    expect((await take('hostname late\n', 8)).backupId).toBe(late.backupId);
    expect((await stored()).map(({ _id }) => _id)).toEqual([
      late.backupId,
      middle.backupId,
      early.backupId,
    ]);
    expect((await head())?.newest?.backupId).toBe(late.backupId);
  });

  it('stores what many nodes hand in at once, each text once', async () => {
    const { take, stored, revealed, count } = aDevice();
    const texts = Array.from(
      { length: 12 },
      (_, at) => `hostname h${String(at)}\nsecret s${String(at)}\n`,
    );
    const all = [...texts, ...texts.slice(0, 4)];
    await Promise.all(all.map((text, at) => take(text, at % 12, at % 2 === 0 ? 0 : 1)));
    const kept = await stored();
    const restored = await Promise.all(kept.map(revealed));
    expect([...new Set(restored)].sort()).toEqual([...texts].sort());
    expect(new Set(kept.map(({ place }) => place)).size).toBe(kept.length);
    expect(await count('backup.segments')).toBe(1);
  });

  it('keeps one of many equal ones that come at once', async () => {
    const { take, stored } = aDevice();
    const same = Array.from({ length: 8 }, (_, at) =>
      take('enable secret x\n', 3, at % 2 === 0 ? 0 : 1),
    );
    const outcomes = await Promise.all(same);
    expect(outcomes.filter(({ outcome }) => outcome === 'new')).toHaveLength(1);
    expect(await stored()).toHaveLength(1);
  });

  it('restores every version after any sequence of storing and deleting', async () => {
    const step = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({ do: fc.constant('take' as const), at: fc.nat(60), text: aText }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          do: fc.constant('remove' as const),
          which: fc.nat(),
          many: fc.integer({ min: 1, max: 4 }),
        }),
      },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const { take, stored, revealed, remove, head } = aDevice();
        const model = new Map<string, string>();
        for (const one of steps) {
          if (one.do === 'take') {
            const { outcome, backupId } = await take(one.text, one.at);
            if (outcome === 'new') model.set(backupId, one.text);
          } else {
            const gone = someOf([...model.keys()], one);
            await remove(gone);
            for (const id of gone) model.delete(id);
          }
        }
        const kept = await stored();
        const found = new Map<string, string>();
        for (const backup of kept) found.set(backup._id, await revealed(backup));
        expect(found).toEqual(model);
        const [newest] = kept;
        expect(await head()).toMatchObject({
          newest: newest ? { backupId: newest._id } : null,
        });
      }),
      { numRuns: walkLength(5, 15) },
    );
  });

  it('keeps all others when versions go while others come', async () => {
    const { take, stored, revealed, remove } = aDevice();
    const texts = Array.from({ length: 45 }, (_, at) => `line a\nline ${String(at)}\nline z\n`);
    const ids: string[] = [];
    for (const [at, text] of texts.entries()) ids.push((await take(text, at)).backupId);
    await Promise.all([
      remove(ids.slice(0, 1)),
      remove([ids[20] ?? '', ids[21] ?? ''], 1),
      take('line new\n', 100),
      remove(ids.slice(38, 44)),
      take('line newer\n', 101, 1),
    ]);
    const restored = await Promise.all((await stored()).map(revealed));
    const kept = texts.filter(
      (_, at) => at !== 0 && at !== 20 && at !== 21 && (at < 38 || at > 43),
    );
    expect([...restored].sort()).toEqual([...kept, 'line new\n', 'line newer\n'].sort());
  });

  it('forgets a secret with the last version that has it, and no other', async () => {
    const { take, remove, stored, revealed, count } = aDevice();
    const first = await take('username a secret one\nusername b secret two\n', 1);
    await take('username a secret one\n', 2);
    expect(await count('backup.secrets')).toBe(2);
    await remove([first.backupId]);
    expect(await count('backup.secrets')).toBe(1);
    const [left] = await stored();
    expect(left && (await revealed(left))).toBe('username a secret one\n');
    await take('username a secret one\nusername b secret two\n', 3);
    expect(await stored()).toHaveLength(2);
  });

  it('an unchanged secret keeps its ciphertext', async () => {
    const { take, chain } = aDevice();
    const secrets = () =>
      nodes[0]
        .get<Connection>(getConnectionToken())
        .collection('backup.secrets')
        .find({ chain })
        .toArray();
    await take('hostname a\nenable secret 5 $1$abcd$efgh\n', 1);
    const before = await secrets();
    await take('hostname b\nenable secret 5 $1$abcd$efgh\n', 2);
    expect(before).toHaveLength(1);
    expect(await secrets()).toEqual(before);
  });

  it('costs at most a twentieth for a hundred versions with small changes', async () => {
    const { take, chain } = aDevice();
    const line = (at: number) =>
      `interface GigabitEthernet0/${String(at)}\n description link to ${String((at * 7919) % 997)}\n ip address 10.${String(at)}.${String((at * 31) % 255)}.1 255.255.255.0\n`;
    const lines = Array.from({ length: 220 }, (_, at) => line(at));
    let raw = 0;
    for (let version = 0; version < 100; version += 1) {
      lines[(version * 37) % 220] = line((version * 37) % 220).replace(
        'link',
        `changed ${String(version)}`,
      );
      const text = lines.join('');
      raw += text.length;
      await take(text, version);
    }
    const segments = await nodes[0]
      .get<Connection>(getConnectionToken())
      .collection('backup.segments')
      .find<{ frames: { bytes: { position: number }; kind: string }[] }>({ chain })
      .toArray();
    const frames = segments.flatMap((one) => one.frames);
    const bytes = frames.reduce((sum, one) => sum + one.bytes.position, 0);
    expect(frames).toHaveLength(100);
    expect(frames.filter(({ kind }) => kind === 'key')).toHaveLength(5);
    expect(bytes / raw).toBeLessThan(0.05);
  }, 180_000);

  it('ends what a node left half done', async () => {
    const { take, stored, chain } = aDevice();
    const sweep = nodes[1].get(BackupSweepService);
    const connection = nodes[0].get<Connection>(getConnectionToken());
    const { backupId } = await take('hostname a\n', 1);
    const half = { hidden: true, incomplete: { since: clock.now(), doing: 'storing' } };
    // It died after the version was in its chain.
    await connection
      .collection<{ _id: string }>('backups')
      .updateOne({ _id: backupId }, { $set: half });
    // Another one died before that, and left a segment that nobody names.
    const [record] = await connection.collection('backups').find({ chain }).toArray();
    const lost = { ...record, _id: `${backupId}x`, place: 2, ...half };
    await connection.collection<{ _id: string }>('backups').insertOne(lost);
    await connection.collection<{ _id: string }>('backup.segments').insertOne({
      _id: `left-${chain}`,
      chain,
      frames: [],
      created: clock.now(),
    } as {
      _id: string;
    });
    clock.advance({ minutes: 6 });
    await sweep.finishVersions();
    await sweep.removeLeftSegments();
    expect((await stored()).map(({ _id }) => _id)).toEqual([backupId]);
    expect(await connection.collection('backups').countDocuments({ chain })).toBe(1);
    expect(await connection.collection('backup.segments').countDocuments({ chain })).toBe(1);
  });

  it('ends a deletion that a node left half done', async () => {
    const { take, stored, chain, count, revealed } = aDevice();
    const first = await take('hostname a\nsecret one\n', 1);
    await take('hostname b\n', 2);
    await nodes[0].get(BackupsRepository).conceal([first.backupId]);
    expect(await stored()).toHaveLength(1);
    clock.advance({ minutes: 6 });
    await nodes[1].get(BackupSweepService).finishVersions();
    expect(await count('backups')).toBe(1);
    expect(await count('backup.secrets')).toBe(0);
    const [left] = await stored();
    expect(left && (await revealed(left))).toBe('hostname b\n');
    expect((await nodes[0].get(ChainsRepository).find(chain))?.segments).toHaveLength(1);
  });

  it.each([
    ['a lone surrogate', 'x\ud800', 'invalid-input'],
    ['more than the limit', 'x'.repeat(12 * 1024 * 1024 + 1), 'document-too-large'],
  ])('refuses %s', async (_, text, kind) => {
    const { take, stored } = aDevice();
    await expect(take(text, 1)).rejects.toMatchObject({ kind });
    expect(await stored()).toEqual([]);
  });

  it('keeps both texts of a version', async () => {
    const { name, stored } = aDevice();
    const xmlConfig = '<config><password>pw</password></config>';
    await nodes[0]
      .get(BackupIntakeService)
      .take(aTakenBackup({ name, rawConfig: 'no end', xmlConfig }));
    const [only] = await stored();
    if (!only) throw new Error('nothing stored');
    expect(await nodes[0].get(BackupTextsService).revealed(only)).toEqual({
      rawConfig: 'no end',
      xmlConfig,
    });
    expect((await nodes[0].get(BackupTextsService).masked(only)).xmlConfig).toBe(
      '<config><password><SECRET:1></password></config>',
    );
  });
});

const aText = fc
  .array(
    fc.constantFrom(
      'hostname a\n',
      'line vty\r\n',
      ' password 7 094F471A1A0A\n',
      ' password 7 05080F1C2243\n',
      'snmp-server community public RO\n',
      'enable secret 5 $1$x$y\n',
      '\0\n',
      '\r',
      'ü <SECRET:1> <SECRET:2.1>',
      '\n',
    ),
    { maxLength: 12 },
  )
  .map((lines) => lines.join(''));

function someOf(
  ids: readonly string[],
  { which, many }: { which: number; many: number },
): string[] {
  return ids.slice(which % (ids.length + 1)).slice(0, many);
}
