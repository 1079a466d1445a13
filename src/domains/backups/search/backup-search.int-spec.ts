import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getConnectionToken } from '@nestjs/mongoose';
import { type TestingModule } from '@nestjs/testing';
import { type Connection } from 'mongoose';
import { aTakenBackup, backupsNode } from '#test/support/backups-app.js';
import { testDatabase } from '#test/support/database.js';
import { AppError } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { type Gbac } from '../../../kernel/gbac.js';
import { type Principal } from '../../../kernel/principal.js';
import { BackupIntakeService } from '../store/backup-intake.service.js';
import { ChainPrunerService } from '../store/chain-pruner.service.js';
import { BackupsRepository } from '../store/backups.repository.js';
import { BackupSearchModule } from './backup-search.module.js';
import { BackupSearchService, type SearchUpdate } from './backup-search.service.js';
import { type AskedSearch } from './search-request.js';

/** Each look at it costs time. */
class TickingClock extends Clock {
  tickMs = 0;
  #time = Date.UTC(2026, 0, 1);

  override now(): Date {
    this.#time += this.tickMs;
    return new Date(this.#time);
  }
}

const caller = (roles: readonly string[], groups: readonly string[] = []): Principal =>
  ({
    id: 'someone',
    username: 'someone',
    roles: roles.map((name) => ({ id: name, provenance: 'platform', name, via: [] })),
    groups: groups.map((id) => ({ id, provenance: 'local', name: id, via: [] })),
  }) as unknown as Principal; // what access looks at
const DEVICES = 12;
/** More than a segment holds. */
const VERSIONS = 22;
const ADMIN = caller(['admin']);
const READER = caller(['apiread']);
const MEMBER = caller(['apiread'], ['north']);
const PUBLIC: Gbac = { read: [], write: [] };
const NORTH: Gbac = { read: ['north'], write: [] };

type Found = Extract<SearchUpdate, { kind: 'end' }> & {
  readonly matches: readonly Extract<SearchUpdate, { kind: 'match' }>['match'][];
};

describe('the search in backups', () => {
  const database = testDatabase('backup-search');
  const clock = new TickingClock();
  let node: TestingModule;
  beforeAll(async () => {
    node = await backupsNode(database.uri, clock, [BackupSearchModule]);
    await node.get<Connection>(getConnectionToken()).syncIndexes();
    await Promise.all(Array.from({ length: DEVICES }, (_, device) => fill(device)));
  }, 180_000);
  afterAll(async () => {
    await node.close();
    await database.drop();
  });

  /** Stores the versions of a device; each third one is only for a group. */
  const fill = async (device: number): Promise<void> => {
    const name = `R${String(device).padStart(2, '0')}`;
    const gbac = device % 3 === 2 ? NORTH : PUBLIC;
    const type = device % 2 ? 'juniper-junos' : 'cisco-ios';
    for (let at = 0; at < VERSIONS; at += 1) {
      const rawConfig = configuration(device, at);
      await node.get(BackupIntakeService).take(aTakenBackup({ name, type, gbac, rawConfig, at }));
    }
  };

  /** Lines that all have, that one device has, and that each version has. */
  const configuration = (device: number, version: number): string =>
    [
      `hostname R${device}`,
      'username bob password 7 094F471A1A0A',
      'interface Loopback0',
      ` description Büro ${device}`,
      ` ip address 10.0.${device}.${version} 255.255.255.255`,
      `vlan ${version === 3 ? 'forgotten' : 'current'}`,
      '',
    ].join('\n');

  const search = async (asked: AskedSearch, principal = ADMIN): Promise<Found> => {
    const matches: Extract<SearchUpdate, { kind: 'match' }>['match'][] = [];
    for await (const news of await node.get(BackupSearchService).start(asked, principal)) {
      if (news.kind === 'match') matches.push(news.match);
      if (news.kind === 'end') return { ...news, matches };
    }
    throw new Error('it does not end');
  };
  /** All pages of a search, and how many there were. */
  const pages = async (asked: AskedSearch, principal = ADMIN) => {
    const found: Found[] = [];
    let cursor: string | undefined;
    do {
      const page = await search({ ...asked, ...(cursor !== undefined && { cursor }) }, principal);
      found.push(page);
      cursor = page.cursor ?? undefined;
    } while (cursor !== undefined);
    return {
      pages: found.length,
      matches: found.flatMap(({ matches }) => matches),
      last: found.at(-1),
    };
  };
  const names = ({ matches }: Pick<Found, 'matches'>): readonly string[] =>
    matches.map(({ name }) => name);

  it('finds lines of the newest versions, with what stands around them', async () => {
    const found = await search({ pattern: 'ADDRESS 10.0.7.', context: 1 });
    expect(found.matches).toEqual([
      {
        backupId: expect.any(String),
        deviceId: null,
        name: 'R07',
        type: 'juniper-junos',
        date: aTakenBackup({ at: VERSIONS - 1 }).takenAt,
        count: 1,
        lines: [
          {
            number: 5,
            text: ' ip address 10.0.7.21 255.255.255.255',
            before: [' description Büro 7'],
            after: ['vlan current'],
          },
        ],
      },
    ]);
    expect(found).toMatchObject({ complete: true, cursor: null, skippedLines: 0 });
    expect(found.progress).toEqual({ searched: DEVICES, total: DEVICES });
  });

  it('takes a pattern as a text, or as a regular expression', async () => {
    expect((await search({ pattern: 'R1.$' })).matches).toEqual([]);
    const regex = { pattern: '^hostname r1.$', regex: true };
    expect(names(await search(regex))).toEqual(['R10', 'R11']);
    expect(names(await search({ ...regex, caseSensitive: true }))).toEqual([]);
    expect(names(await search({ pattern: 'BÜRO 7' }))).toEqual(['R07']);
    expect(names(await search({ pattern: 'büro 7$', regex: true }))).toEqual(['R07']);
  });

  it('finds what was once, in the order in which it was stored', async () => {
    expect((await search({ pattern: 'forgotten' })).matches).toEqual([]);
    const { matches } = await pages({ pattern: 'forgotten', scope: 'history', limit: 7 });
    expect(matches).toHaveLength(DEVICES);
    expect(matches[4]).toMatchObject({ name: 'R04', date: aTakenBackup({ at: 3 }).takenAt });
    const all = await search({ pattern: '10.0.4.', scope: 'history', limit: 100 });
    expect(all.matches.map(({ date }) => date.getTime())).toEqual(
      Array.from({ length: VERSIONS }, (_, at) => aTakenBackup({ at }).takenAt.getTime()),
    );
  });

  it.each(['newest', 'history'] as const)('goes on where it ended: %s', async (scope) => {
    const asked = { pattern: 'ip\\saddress', regex: true, scope } as const;
    const whole = await search({ ...asked, limit: 1000 });
    const parts = await pages({ ...asked, limit: scope === 'newest' ? 5 : 99 });
    expect(parts.pages).toBe(3);
    expect(parts.matches).toEqual(whole.matches);
    expect(parts.last?.progress).toEqual({ searched: DEVICES, total: DEVICES });
  });

  it('shows and counts only what the caller may see', async () => {
    for (const scope of ['newest', 'history'] as const) {
      const asked = { pattern: 'hostname', scope, limit: 1000 };
      const seen = await search(asked, READER);
      expect(new Set(names(seen)).size).toBe(8);
      expect(names(seen)).not.toContain('R02');
      expect(seen.progress).toEqual({ searched: 8, total: 8 });
      expect(new Set(names(await search(asked, MEMBER))).size).toBe(DEVICES);
    }
  });

  it('finds no secret, only what stands in its place', async () => {
    for (const scope of ['newest', 'history'] as const) {
      expect((await search({ pattern: '094F471A1A0A', scope })).matches).toEqual([]);
      expect((await search({ pattern: 'cisco', scope })).matches).toEqual([]);
      const { matches } = await search({ pattern: 'password', scope, limit: 1 });
      expect(matches[0]?.lines[0]?.text).toBe('username bob password 7 <SECRET:1>');
    }
  });

  it('searches the devices that are asked for', async () => {
    const asked = { pattern: 'hostname', limit: 1000 };
    expect(names(await search({ ...asked, filter: { name: 'r07' } }))).toEqual(['R07']);
    const some = await search({ ...asked, filter: { startsWith: 'r0', type: 'cisco-ios' } });
    expect(names(some)).toEqual(['R00', 'R02', 'R04', 'R06', 'R08']);
    expect(some.progress.total).toBe(5);
    expect(names(await search({ ...asked, filter: { name: 'absent' } }))).toEqual([]);
  });

  it('answers what it has when its time is over, and misses nothing', async () => {
    clock.tickMs = 40;
    for (const scope of ['newest', 'history'] as const) {
      const asked = { pattern: '21 255', scope, limit: 1000, deadlineMs: 100 };
      const { pages: count, matches } = await pages(asked);
      expect(count).toBeGreaterThan(3);
      expect(matches.map(({ name }) => name)).toEqual(
        Array.from({ length: DEVICES }, (_, at) => `R${String(at).padStart(2, '0')}`),
      );
    }
    clock.tickMs = 0;
  });

  it('tells of its progress while it goes on', async () => {
    clock.tickMs = 100;
    const told: SearchUpdate[] = [];
    const asked = { pattern: 'absent text', scope: 'history', deadlineMs: 60_000 } as const;
    for await (const news of await node.get(BackupSearchService).start(asked, ADMIN))
      told.push(news);
    clock.tickMs = 0;
    expect(told.at(-1)).toMatchObject({ kind: 'end', complete: true });
    const progress = told.flatMap((news) => (news.kind === 'progress' ? [news.progress] : []));
    expect(progress.length).toBeGreaterThan(1);
    expect(progress.map(({ total }) => total)).toEqual(progress.map(() => DEVICES));
  });

  it('goes on after versions were deleted', async () => {
    const asked = { pattern: '10.0.11.', scope: 'history', limit: 10 } as const;
    const first = await search(asked);
    const versions = await node.get(BackupsRepository).allOf('name:r11');
    const gone = versions.slice(2, 17);
    await node.get(ChainPrunerService).remove('name:r11', gone);
    const second = await search({ ...asked, cursor: first.cursor ?? '' });
    const kept = versions.filter((version) => !gone.includes(version)).map(({ _id }) => _id);
    expect(second.matches.map(({ backupId }) => backupId)).toEqual(kept.reverse().slice(5));
    expect(second.matches).toHaveLength(2);
    expect(second.complete).toBe(true);
  });

  it.each([
    ['a pattern that is none', { pattern: 'a(', regex: true }, '#/pattern'],
    ['a pattern that repeats too much', { pattern: '(?:x{1000}){1000}', regex: true }, '#/pattern'],
    ['a cursor that nobody gave', { pattern: 'x', cursor: 'abc.def' }, '#/cursor'],
  ])('refuses %s', async (_, asked, pointer) => {
    const refused = await search(asked).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(AppError);
    expect(refused).toMatchObject({ kind: 'invalid-input', errors: [{ pointer }] });
  });

  it('refuses a cursor of another search, and one that was changed', async () => {
    const asked = { pattern: 'hostname', limit: 1 };
    const { cursor } = await search(asked);
    const given = cursor ?? '';
    expect(Buffer.from(given, 'base64url').toString('latin1')).not.toContain('R01');
    expect(names(await search({ ...asked, limit: 2, cursor: given }))).toEqual(['R01', 'R02']);
    const others = [
      { ...asked, pattern: 'vlan', cursor: given },
      { ...asked, scope: 'history' as const, cursor: given },
      { ...asked, filter: { type: 'x' }, cursor: given },
      { ...asked, cursor: `${given.startsWith('A') ? 'B' : 'A'}${given.slice(1)}` },
    ];
    for (const other of others)
      await expect(search(other)).rejects.toMatchObject({ errors: [{ pointer: '#/cursor' }] });
  });
});
