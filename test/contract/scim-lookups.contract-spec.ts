import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection } from 'mongoose';
import { expectLean, explainReads } from '../support/explained.js';
import { startApp, type TestApp } from '../support/start-app.js';

const ROWS = 500;
const PAGE = 5;
/** Documents that a read looks at beyond its page: one to know whether more follow, and the administrator. */
const BESIDE = 2;
/** Keys of a page, and of the ranges that it begins at. */
const KEYS_MAX = 4 * PAGE;

interface Resource {
  readonly id: string;
}
interface Stored extends Record<string, unknown> {
  readonly scim: object;
}

describe('the filters of SCIM go by indexes', () => {
  let platform: TestApp;
  const made: Record<'Users' | 'Groups', string> = { Users: '', Groups: '' };

  /** Copies what SCIM made, so that it is one of many. */
  const multiply = async (name: string, id: string, keys: readonly string[]) => {
    const connection = platform.app.get<Connection>(getConnectionToken(), { strict: false });
    const stored = connection.collection<{ _id: string }>(name);
    const one = (await stored.findOne({ _id: id })) as unknown as Stored;
    const copies = Array.from({ length: ROWS }, (_, at) => {
      const own = `copy-${String(at)}`;
      const names = Object.fromEntries(keys.map((key) => [key, own]));
      const scim = { ...one.scim, externalId: own, emails: [`${own}@example.com`] };
      return { ...one, ...names, _id: own, scim };
    });
    await stored.insertMany(copies);
  };

  beforeAll(async () => {
    platform = await startApp('contract-scim-lookups');
    const make = async (kind: 'Users' | 'Groups', body: object) => {
      const { json } = await platform.as<Resource>('admin', 'POST', `/scim/v2/${kind}`, { body });
      made[kind] = json.id;
    };
    const emails = [{ value: 'sought@example.com' }];
    const name = { displayName: 'Sought', externalId: 'sought' };
    await make('Users', { userName: 'sought', ...name, emails });
    await make('Groups', { ...name, members: [{ value: made.Users }] });
    const person = ['username', 'usernameFolded', 'firstname', 'firstnameFolded'];
    await multiply('accounts', made.Users, person);
    await multiply('groups', made.Groups, ['name', 'nameFolded']);
  });
  afterAll(() => platform.close());

  it.each([
    ['Users', 'id eq "<Users>"', 1],
    ['Users', 'userName eq "SOUGHT"', 1],
    ['Users', 'displayName eq "sought"', 1],
    ['Users', 'externalId eq "sought"', 1],
    ['Users', 'emails.value eq "Sought@example.com" and active eq true', 1],
    ['Users', 'userName eq "sought" or externalId eq "copy-7"', 2],
    ['Users', 'userName sw "copy-7"', 11],
    ['Users', 'active eq true', ROWS + 1],
    ['Groups', 'id eq "<Groups>"', 1],
    ['Groups', 'displayName eq "SOUGHT"', 1],
    ['Groups', 'externalId eq "sought"', 1],
    ['Groups', 'displayName sw "sou"', 1],
    ['Groups', 'members.value eq "<Users>"', 1],
    ['Groups', 'members[value eq "<Users>"]', 1],
  ] as const)('%s: %s', async (kind, text, total) => {
    const known = text.replace(/<(Users|Groups)>/, (_, one: keyof typeof made) => made[one]);
    const filter = encodeURIComponent(known);
    const path = `/scim/v2/${kind}?count=${String(PAGE)}&attributes=id&filter=${filter}`;
    const { result, reads } = await explainReads(platform.app, () =>
      platform.as<{ totalResults: number }>('admin', 'GET', path),
    );
    expect([result.status, result.json.totalResults]).toEqual([200, total]);
    expectLean(reads, () => PAGE + BESIDE);
    // Counts walk the keys of what they count.
    const found = reads.filter((read) => read.kind === 'find');
    for (const { keysExamined } of found) expect(keysExamined).toBeLessThanOrEqual(KEYS_MAX);
  });
});
