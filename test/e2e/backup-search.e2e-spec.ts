import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SearchBackupTextsAnswer } from '../../src/domains/backups/search/backup-search.dto.js';
import { type Answer, startApp, type TestApp } from '../support/start-app.js';

const PATH = '/configuration_manager/backups/search';
const SECRET = 'canary-of-searched-backups-77';

interface Problem {
  readonly errors: readonly { readonly pointer: string; readonly detail: string }[];
}

describe('the search in backups over HTTP', () => {
  let app: TestApp;
  const search = <T = SearchBackupTextsAnswer>(
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> => app.as<T>('apiread', 'POST', PATH, { body, headers });

  beforeAll(async () => {
    app = await startApp('backup-search');
    const configuration = (name: string, version: number): string =>
      `hostname ${name}\nusername bob password 0 ${SECRET}\nvlan ${String(version)}\n`;
    const backups = ['search-1', 'search-2'].flatMap((name) =>
      [1, 2, 3].map((version) => ({
        name,
        type: 'cisco-ios',
        rawConfig: configuration(name, version),
        date: `2026-01-0${String(version)}T00:00:00Z`,
      })),
    );
    const path = '/configuration_manager/backups/import';
    const { status, text } = await app.as('apiwrite', 'POST', path, { body: { backups } });
    if (status !== 200) throw new Error(text);
  });
  afterAll(() => app.close());

  it('answers lines of the newest versions, with all that it says of them', async () => {
    const { status, json } = await search({ pattern: '^VLAN \\d$', regex: true, context: 1 });
    expect(status).toBe(200);
    expect(json).toEqual({
      results: ['search-1', 'search-2'].map((name) => ({
        backupId: expect.any(String),
        deviceId: null,
        name,
        type: 'cisco-ios',
        date: '2026-01-03T00:00:00.000Z',
        count: 1,
        lines: [
          {
            number: 3,
            text: 'vlan 3',
            before: ['username bob password 0 <SECRET:1>'],
            after: [],
          },
        ],
      })),
      complete: true,
      cursor: null,
      progress: { searched: 2, total: 2 },
      skippedLines: 0,
    });
  });

  it('goes on with a cursor until everything was searched', async () => {
    const asked = { pattern: 'vlan', scope: 'history', limit: 4 };
    const { json: first } = await search(asked);
    expect(first).toMatchObject({ complete: false, cursor: expect.stringMatching(/^[\w.-]+$/) });
    const { json: second } = await search({ ...asked, cursor: first.cursor });
    expect(second).toMatchObject({ complete: true, cursor: null });
    expect([...first.results, ...second.results].map(({ lines }) => lines[0]?.text)).toEqual([
      ...['vlan 1', 'vlan 2', 'vlan 3'],
      ...['vlan 1', 'vlan 2', 'vlan 3'],
    ]);
  });

  it('says the same line by line to who accepts that', async () => {
    const answer = await search(
      { pattern: 'vlan', scope: 'history' },
      { accept: 'application/x-ndjson' },
    );
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    const lines = answer.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(lines.filter((line) => 'match' in line)).toHaveLength(6);
    expect(lines.at(-1)).toEqual({
      kind: 'end',
      complete: true,
      cursor: null,
      progress: { searched: 2, total: 2 },
      skippedLines: 0,
    });
    const refused = await search({ pattern: '(', regex: true }, { accept: 'application/x-ndjson' });
    expect(refused.status).toBe(400);
  });

  it('never finds a secret', async () => {
    for (const scope of ['newest', 'history']) {
      const { json, text } = await search({ pattern: SECRET.slice(0, 9), scope });
      expect(json.results).toEqual([]);
      expect(text).not.toContain(SECRET);
    }
  });

  it.each([
    ['no pattern', {}, '#/pattern'],
    ['an empty pattern', { pattern: '' }, '#/pattern'],
    ['a broken pattern', { pattern: '[z-a]', regex: true }, '#/pattern'],
    ['a group that looks behind', { pattern: '(?<=a)b', regex: true }, '#/pattern'],
    ['limit 0', { pattern: 'x', limit: 0 }, '#/limit'],
    ['a negative limit', { pattern: 'x', limit: -1 }, '#/limit'],
    ['too much context', { pattern: 'x', context: 6 }, '#/context'],
    ['a deadline without end', { pattern: 'x', deadlineMs: 1e9 }, '#/deadlineMs'],
    ['an unknown scope', { pattern: 'x', scope: 'all' }, '#/scope'],
    ['an operator as name', { pattern: 'x', filter: { name: { $ne: '' } } }, '#/filter/name'],
    ['an unknown key', { pattern: 'x', sort: { name: 1 } }, '#/sort'],
    ['a forged cursor', { pattern: 'x', cursor: '0a1b2c3d.AAAA' }, '#/cursor'],
    ['a long forged cursor', { pattern: 'x', cursor: `0a1b2c3d.${'A'.repeat(200)}` }, '#/cursor'],
  ])('refuses %s', async (_, body, pointer) => {
    const { status, json } = await search<Problem>(body);
    expect(status).toBe(400);
    expect(json.errors.map((error) => error.pointer)).toEqual([pointer]);
  });

  it('clamps a limit that is too large, and says so', async () => {
    const { status, headers } = await search({ pattern: 'vlan', limit: 1_000_000 });
    expect([status, headers.get('x-limit-applied')]).toEqual([200, '2000']);
  });

  it('gets through patterns that are meant to take for ever', async () => {
    for (const pattern of ['(a+)+$', '(?:.*){20}x', '(\\w+\\s?)+\\d{30}$']) {
      const { status, json } = await search({ pattern, regex: true, scope: 'history' });
      expect([status, json.complete]).toEqual([200, true]);
    }
  });
});
