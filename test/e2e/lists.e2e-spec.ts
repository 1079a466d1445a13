import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer } from '../support/start-app.js';
import {
  type CataloguePage,
  type InstalledList,
  namesOf,
  numbered,
  numberedUpTo,
  refusalOf,
  StockedApp,
} from '../support/stocked-app.js';

const OFFERED = 7;
const INSTALLED = 30;

/** Names that hold everything a pattern, an operator or a path could be made of. */
const STRANGE = '@acme/a.b+c(d)[e]^f$g*h?i|j{k}\\l%_';
const GERMAN = 'Zürich ÄÖÜ';

const encoded = encodeURIComponent;

describe('a list', () => {
  let stocked: StockedApp;
  const ask = <T>(path: string, query: string): Promise<Answer<T>> => stocked.ask<T>(path, query);
  const installed = (query: string): Promise<Answer<InstalledList>> => stocked.installed(query);
  const catalogue = (query: string): Promise<Answer<CataloguePage>> => stocked.catalogue(query);

  beforeAll(async () => {
    stocked = await StockedApp.start('e2e-lists', {
      offered: Array.from({ length: OFFERED }, (_, index) => ({
        version: '1.0.0',
        keywords: index < 2 ? ['first', 'a.b'] : ['later'],
      })),
      installed: [...numberedUpTo(INSTALLED - 2), STRANGE, GERMAN],
      env: { LIST_LIMIT_MAX: '28', PAGE_SIZE: '3' },
    });
    for (const [name, type] of [
      ['@b.c', 'gitlab'],
      ['@Bxc', 'github'],
      ['@a', 'gitlab'],
    ] as const) {
      const hostname = `${type}.acme.example`;
      const credentials = { token: `token of ${name}` };
      const body = { name, type, enabled: false, hostname, path: 'automations', credentials };
      await stocked.platform.as('admin', 'POST', '/prebuilts-repository/configs', { body });
    }
  });
  afterAll(() => stocked.close());

  describe('of pages', () => {
    const page = async (query: string) => (await catalogue(query)).json.results;

    it('shows every entry once, and as many as the total says', async () => {
      const pages = [await page('page=1'), await page('page=2'), await page('page=3')];
      expect(pages.map(({ results }) => results.length)).toEqual([3, 3, 1]);
      for (const { total, 'total-pages': all } of pages) expect([total, all]).toEqual([OFFERED, 3]);
      expect(pages.map(({ page: number }) => number)).toEqual([1, 2, 3]);
      const names = pages.flatMap(({ results }) => results.map(({ name }) => name));
      expect(names).toEqual(
        Array.from({ length: OFFERED }, (_, index) => `@acme/offered-${index}`),
      );
      expect((await page('')).results).toEqual(pages[0]?.results);
    });

    it.each(['4', '1000000', '9007199254740991'])(
      'is empty past its end: page %s',
      async (number) => {
        const { status, json: answer } = await catalogue(`page=${number}`);
        expect(status).toBe(200);
        expect(answer.results).toMatchObject({
          results: [],
          total: OFFERED,
          page: Number(number),
          'total-pages': 3,
        });
      },
    );

    it('of what is not there has no pages', async () => {
      expect(await page('search=nothing+like+that')).toMatchObject({
        results: [],
        total: 0,
        'total-pages': 0,
      });
    });

    it('goes through what a search finds', async () => {
      const found = await page('search=LATER&page=2');
      expect(found).toMatchObject({ total: 5, 'total-pages': 2 });
      expect(found.results).toHaveLength(2);
    });

    it('has the same pages in operation 2', async () => {
      const { json: answer } = await ask<Record<string, unknown>>(
        '/admin/artifacts/available',
        'page=3',
      );
      expect(answer).toMatchObject({ total: OFFERED, page: 3, 'total-pages': 3 });
      expect(answer['packages']).toHaveLength(1);
    });

    it.each(['0', '-1', '1.5', 'x', '', '9007199254740993'])('has no page %j', async (number) => {
      for (const path of ['/prebuilts-repository', '/admin/artifacts/available']) {
        expect(refusalOf(await ask(path, `page=${number}`))).toEqual([400, '#/queryOptions/page']);
      }
    });
  });

  describe('of which a part is asked for', () => {
    const walk = async (limit: number, order: string) => {
      const names: string[] = [];
      for (let skip = 0; skip < INSTALLED; skip += limit) {
        const answer = await installed(`limit=${limit}&skip=${skip}&order=${order}`);
        expect(answer.json.total).toBe(INSTALLED);
        names.push(...namesOf(answer));
      }
      return names;
    };

    it.each([1, 7, 25])('shows everything once in steps of %i, in either order', async (limit) => {
      const [up, down] = [await walk(limit, '1'), await walk(limit, '-1')];
      expect(new Set(up).size).toBe(INSTALLED);
      expect(down).toEqual([...up].reverse());
      expect(up.slice(1, 3)).toEqual([numbered(1), numbered(2)]);
    });

    it.each([
      ['', 25, null],
      ['limit=28', 28, null],
      ['limit=29', 28, '28'],
      ['limit=2000', 28, '28'],
      ['limit=9007199254740991', 28, '28'],
      ['limit=0', 28, '28'],
      ['limit=1', 1, null],
    ])('is never longer than a list may be: ?%s', async (query, size, applied) => {
      const answer = await installed(query);
      expect(answer.json.packages).toHaveLength(size);
      expect(answer.json.total).toBe(INSTALLED);
      expect(answer.headers.get('x-limit-applied')).toBe(applied);
    });

    it.each(['30', '31', '1000000', '9007199254740991'])(
      'is empty past its end: skip=%s',
      async (skip) => {
        const { status, json: answer } = await installed(`skip=${skip}`);
        expect([status, answer]).toEqual([200, { packages: [], total: INSTALLED }]);
      },
    );

    it('is the same in the form of existing clients', async () => {
      const total = async (query: string) =>
        (await ask<{ total: number; results: unknown[] }>('/prebuilts', query)).json;
      expect(await total('limit=2&skip=29')).toMatchObject({
        total: INSTALLED,
        results: { length: 1 },
      });
      expect((await total('skip=1000')).results).toEqual([]);
    });
  });

  describe('that is searched', () => {
    const found = async (query: string) => namesOf(await installed(query));

    it.each([
      '.*',
      '^',
      '$',
      '(',
      '[a-z]',
      'a|b',
      '\\',
      '\\d',
      '.',
      '(?i)a',
      '@acme/number-0?',
      '/.*/',
      '*',
      '%',
      '_',
    ])('takes %j for text, not for a pattern', async (text) => {
      const names = [
        ...Array.from({ length: INSTALLED - 2 }, (_, at) => numbered(at + 1)),
        STRANGE,
        GERMAN,
      ];
      const contains = names.filter((name) => name.toLowerCase().includes(text)).sort();
      expect([...(await found(`limit=28&contains[name]=${encoded(text)}`))].sort()).toEqual(
        contains,
      );
      expect(await found(`equals[name]=${encoded(text)}`)).toEqual([]);
      expect(await found(`equals[keywords]=${encoded(text)}`)).toEqual([]);
    });

    it.each(['{"$ne":null}', '{"$gt":""}', '{"$regex":".*"}', '$ne', '[$ne]', '{"$where":"1"}'])(
      'takes %j for text, not for an operator',
      async (text) => {
        expect(await found(`equals[name]=${encoded(text)}`)).toEqual([]);
        expect(await found(`contains[name]=${encoded(text)}`)).toEqual([]);
        expect((await catalogue(`search=${encoded(text)}`)).json.results.total).toBe(0);
      },
    );

    it.each([
      'equals[name][$ne]=',
      'contains[name][$regex]=.*',
      'equals[$or][]=1',
      'equals[$where]=1',
      '$where=1',
    ])('refuses an operator: %s', async (query) => {
      expect((await installed(query)).status).toBe(400);
    });

    it('finds names that hold every character of a pattern', async () => {
      expect(await found(`equals[name]=${encoded(STRANGE)}`)).toEqual([STRANGE]);
      expect(await found(`contains[name]=${encoded('A.B+C(D)[E]^F$G*H?')}`)).toEqual([STRANGE]);
    });

    it('compares without regard to case for contains, and exactly for equals', async () => {
      expect(await found(`contains[name]=${encoded('zürich äö')}`)).toEqual([GERMAN]);
      expect(await found(`equals[name]=${encoded('zürich äöü')}`)).toEqual([]);
      expect(await found('equals[name]=@acme/number')).toEqual([]);
    });

    it('takes a keyword for one of several', async () => {
      expect((await installed('equals[keywords]=network&limit=1')).json.total).toBe(INSTALLED);
      expect((await installed('equals[keywords]=net')).json.total).toBe(0);
    });

    it('holds what meets all that is asked', async () => {
      const all = 'contains[name]=number&contains[description]=-07&equals[version]=1.0.0';
      expect(await found(all)).toEqual([numbered(7)]);
      expect(await found(`${all}&equals[keywords]=other`)).toEqual([]);
    });

    it('takes an empty text of contains for no filter', async () => {
      expect((await installed('contains[name]=&limit=1')).json.total).toBe(INSTALLED);
      expect((await catalogue('search=')).json.results.total).toBe(7);
    });

    it('looks through the catalogue without patterns too', async () => {
      const total = async (text: string) =>
        (await catalogue(`search=${encoded(text)}`)).json.results.total;
      expect([
        await total('a.b'),
        await total('A.B'),
        await total('a?b'),
        await total('.*'),
      ]).toEqual([2, 2, 0, 0]);
    });
  });

  describe('of repository configurations', () => {
    const configs = (query: string) =>
      ask<{ results: { name: string }[]; total: number }>('/prebuilts-repository/configs', query);
    const named = async (query: string) =>
      (await configs(query)).json.results.map(({ name }) => name);

    it('is searched by name unless another field is named', async () => {
      expect(await named('contains=B')).toEqual(['@b.c', '@Bxc']);
      expect(await named('contains=lab&containsField=type')).toEqual(['@a', '@b.c']);
      expect(await named('startsWith=@B')).toEqual(['@b.c', '@Bxc']);
      expect(
        await named('startsWith=GIT&startsWithField=type&contains=hub&containsField=hostname'),
      ).toEqual(['@Bxc']);
      expect(await named('equals=@b')).toEqual([]);
      expect(await named('equals=gitlab&equalsField=type&startsWith=@a')).toEqual(['@a']);
    });

    it('is searched for text, not by patterns', async () => {
      expect(await named('contains=b.c')).toEqual(['@b.c']);
      expect(await named('startsWith=.')).toEqual([]);
      expect(await named('equals=.*')).toEqual([]);
    });

    it.each(['containsField', 'equalsField', 'startsWithField', 'sort'])(
      'refuses a %s that is no known field, or a secret one',
      async (key) => {
        for (const field of [
          'nonsense',
          'token',
          'credentials',
          '__proto__',
          '$where',
          'toString',
          '',
        ]) {
          const filter = key === 'sort' ? '' : `&${key.replace('Field', '')}=x`;
          const answer = await configs(`${key}=${encoded(field)}${filter}`);
          expect([field, ...refusalOf(answer)]).toEqual([field, 400, `#/queryOptions/${key}`]);
        }
      },
    );
  });
});
