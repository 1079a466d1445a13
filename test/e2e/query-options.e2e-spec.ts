import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aSignedInCaller } from '../support/sign-in.js';
import { type Answer, type CallOptions } from '../support/start-app.js';
import {
  type CataloguePage,
  type InstalledList,
  namesOf,
  numbered,
  numberedUpTo,
  refusalOf,
  StockedApp,
} from '../support/stocked-app.js';

const INSTALLED = 12;

type Options = Readonly<Record<string, unknown>>;

const encoded = encodeURIComponent;
const json = (value: unknown) => encoded(JSON.stringify(value));

/** `[key, text]` of every leaf, with the key in brackets. */
function brackets(options: Options, wrapper?: string): [string, string][] {
  return Object.entries(options).flatMap(([key, value]) => {
    const name = wrapper === undefined ? key : `${wrapper}[${key}]`;
    if (typeof value === 'object' && value !== null) return brackets(value as Options, name);
    return [[name, String(value)]];
  });
}
const queryOf = (pairs: [string, string][], escape: (key: string) => string = (key) => key) =>
  pairs.map(([key, value]) => `${escape(key)}=${encoded(value)}`).join('&');

/** The four carriers of options, lowest precedence first, each as a request. */
const CARRIERS = {
  'a JSON body': (options: Options) => ({ query: '', body: { queryOptions: options } }),
  'JSON text': (options: Options) => ({ query: `queryOptions=${json(options)}` }),
  'bracketed keys': (options: Options) => ({ query: queryOf(brackets(options, 'queryOptions')) }),
  'flat keys': (options: Options) => ({ query: queryOf(brackets(options)) }),
} as const;
type Carrier = keyof typeof CARRIERS;
const CARRIER_NAMES = Object.keys(CARRIERS) as Carrier[];

describe('the options of a GET operation', () => {
  let stocked: StockedApp;
  const ask = <T>(path: string, query: string, options?: CallOptions): Promise<Answer<T>> =>
    stocked.ask<T>(path, query, options);
  const installed = (query: string, options?: CallOptions): Promise<Answer<InstalledList>> =>
    stocked.installed(query, options);
  const catalogue = (query: string, options?: CallOptions): Promise<Answer<CataloguePage>> =>
    stocked.catalogue(query, options);

  beforeAll(async () => {
    const releases = ['2023.1', '2023.10', '2024.1', '2020.1', '2023.1', '2023.10', '2024.1'];
    stocked = await StockedApp.start('e2e-query-options', {
      offered: releases.map((release) => ({ version: `1.0.0-${release}`, keywords: [] })),
      installed: numberedUpTo(INSTALLED),
      env: { PLATFORM_RELEASE: '2024.1' },
    });
  });
  afterAll(() => stocked.close());

  describe('in their forms', () => {
    const WANTED = { limit: 2, skip: 1, order: -1, contains: { name: 'NUMBER-0' } };
    const expected = [numbered(8), numbered(7)];

    it.each(CARRIER_NAMES)('are read from %s', async (carrier) => {
      const { query, ...options } = CARRIERS[carrier](WANTED);
      const answer = await installed(query, options);
      expect(namesOf(answer)).toEqual(expected);
      expect(answer.json.total).toBe(9);
    });

    it.each<[string, string]>([
      ['percent-encoded brackets', queryOf(brackets(WANTED, 'queryOptions'), encoded)],
      [
        'percent-encoded brackets in lower case',
        queryOf(brackets(WANTED, 'queryOptions')).replaceAll('[', '%5b').replaceAll(']', '%5d'),
      ],
      ['percent-encoded flat keys', queryOf(brackets(WANTED), encoded)],
      [
        'JSON text where a leaf is an object',
        `queryOptions[contains]=${json(WANTED.contains)}&queryOptions[limit]=2&queryOptions[skip]=1&queryOptions[order]=-1`,
      ],
      ['JSON text in a flat leaf', `contains=${json(WANTED.contains)}&limit=2&skip=1&order=-1`],
      [
        'a mixture of everything',
        `queryOptions=${json({ order: -1 })}&queryOptions[limit]=2&skip=1&contains%5Bname%5D=number-0`,
      ],
      ['text where JSON text means numbers', `queryOptions=${json({ ...WANTED, limit: '2' })}`],
    ])('are read from %s', async (_, query) => {
      expect(namesOf(await installed(query))).toEqual(expected);
    });

    it.each(
      CARRIER_NAMES.flatMap((low, at) =>
        CARRIER_NAMES.slice(at + 1).map((high) => [low, high] as const),
      ),
    )('are taken from %s below %s', async (low, high) => {
      const under = CARRIERS[low]({ limit: 5, contains: { name: 'number-01' } });
      const over = CARRIERS[high]({ limit: 3, contains: { description: 'what' } });
      const answer = await installed([under.query, over.query].filter(Boolean).join('&'), {
        ...('body' in under && { body: under.body }),
      });
      // The higher limit counts; the two halves of `contains` are put together.
      expect(namesOf(answer)).toEqual([numbered(1)]);
      const without = await installed(
        [CARRIERS[low]({ limit: 5 }).query, over.query].filter(Boolean).join('&'),
        {
          ...('body' in under && { body: { queryOptions: { limit: 5 } } }),
        },
      );
      expect(without.json.packages).toHaveLength(3);
    });

    it.each<[string, CallOptions]>([
      ['nothing', {}],
      [
        'an empty body with a media type',
        { raw: '', headers: { 'content-type': 'application/json' } },
      ],
      ['a media type alone', { headers: { 'content-type': 'application/json' } }],
      ['another media type and no body', { headers: { 'content-type': 'text/plain' } }],
      ['an empty object', { body: {} }],
      ['null', { body: null }],
      ['an empty queryOptions', { body: { queryOptions: {} } }],
    ])('are {} for %s', async (_, options) => {
      const answer = await installed('', options);
      expect([answer.json.packages.length, answer.json.total]).toEqual([INSTALLED, INSTALLED]);
    });

    it.each(['true', 'True', '1'])('read %s as true', async (text) => {
      const token = await aSignedInCaller(stocked.platform.app);
      const answer = await stocked.platform.call('GET', `/login?logout=${text}`, { token });
      expect(answer.status).toBe(200);
    });

    it.each(['yes', 'TRUE', 'on', '2', '', '01'])('do not read %j as a truth', async (text) => {
      const answer = await ask('/login', `logout=${text}`);
      expect(refusalOf(answer)).toEqual([400, '#/logout']);
    });
  });

  describe('are refused with a pointer to the place', () => {
    const at = (key: string) => `#/queryOptions/${key}`;

    it.each([
      '',
      ' 5',
      '5.0',
      '1e1',
      '0x10',
      '+5',
      '٥',
      '5;6',
      'NaN',
      '99999999999999999999',
      'null',
    ])('when a number is written %j', async (text) => {
      for (const name of ['limit', 'skip']) {
        expect(refusalOf(await installed(`${name}=${encoded(text)}`))).toEqual([400, at(name)]);
      }
    });

    it.each<[string, string, string[]]>([
      ['below the least', 'limit=-1&skip=-1', [at('skip'), at('limit')]],
      ['of no direction', 'order=0', [at('order')]],
      ['of a direction in words', 'queryOptions[order]=upwards', [at('order')]],
      ['of another sort', `queryOptions=${json({ sort: 'nonsense' })}`, [at('sort')]],
      ['given twice', 'limit=1&limit=2', [at('limit')]],
      ['given twice in brackets', 'queryOptions[limit]=1&queryOptions[limit]=2', [at('limit')]],
      ['a list', 'limit[]=1', [at('limit')]],
      ['an object where text is meant', 'equals[name][first]=x', [at('equals/name')]],
      [
        'a list where text is meant',
        'equals[keywords]=a&equals[keywords]=b',
        [at('equals/keywords')],
      ],
      ['broken JSON', 'queryOptions={"limit":5', ['#/queryOptions']],
      ['a JSON list', 'queryOptions=[1]', ['#/queryOptions']],
      ['JSON text given twice', `queryOptions={}&queryOptions={}`, ['#/queryOptions']],
      ['JSON text in a list', `queryOptions[]=${json({ limit: 1 })}`, ['#/queryOptions']],
      [
        'JSON of too many levels',
        `queryOptions=${json({ a: { b: { c: { d: { e: { f: 1 } } } } } })}`,
        ['#/queryOptions'],
      ],
      ['deeper than five levels', 'queryOptions[a][b][c][d][e]=1', [at('a/b/c/d/e')]],
      ['a key of a prototype', '__proto__[limit]=1', ['#/__proto__/limit']],
    ])('when they are %s', async (_, query, pointers) => {
      expect(refusalOf(await installed(query))).toEqual([400, ...pointers]);
    });

    it.each<[string, unknown, string[]]>([
      ['is a list', [], ['#']],
      ['is text', 'queryOptions', ['#']],
      ['holds text for the options', { queryOptions: '{}' }, ['#/queryOptions']],
      ['holds null for the options', { queryOptions: null }, ['#/queryOptions']],
      [
        'holds an operator',
        { queryOptions: { equals: { name: { $ne: null } } } },
        [at('equals/name')],
      ],
      ['holds null for a number', { queryOptions: { limit: null } }, [at('limit')]],
      ['holds a truth for a number', { queryOptions: { limit: true } }, [at('limit')]],
      ['holds a fraction', { queryOptions: { limit: 2.5 } }, [at('limit')]],
    ])('when the body %s', async (_, body, pointers) => {
      expect(refusalOf(await installed('', { body }))).toEqual([400, ...pointers]);
    });

    it('when there are more than 100 keys, in text and in JSON', async () => {
      const keys = Array.from({ length: 101 }, (_, index) => `k${index}`);
      expect(refusalOf(await installed(keys.map((key) => `${key}=1`).join('&')))).toEqual([
        400,
        '#',
      ]);
      const object = Object.fromEntries(keys.map((key) => [key, 1]));
      expect(refusalOf(await installed(`queryOptions=${json(object)}`))).toEqual([
        400,
        '#/queryOptions',
      ]);
    });

    it.each([
      '__proto__[polluted]=1',
      'queryOptions[__proto__][polluted]=1',
      'queryOptions[constructor][prototype][polluted]=1',
      'constructor[prototype][polluted]=1',
      'equals[__proto__]=1',
      'equals[constructor]=1',
      `queryOptions={"__proto__":{"polluted":1}}`,
      `queryOptions={"equals":{"__proto__":{"polluted":1}}}`,
      'queryOptions%5B__proto__%5D%5Bpolluted%5D=1',
    ])('when they reach for a prototype: %s', async (query) => {
      const [status] = refusalOf(await installed(query));
      expect(status).toBe(400);
      expect(Object.prototype).not.toHaveProperty('polluted');
    });

    it.each([
      '{"queryOptions":{"__proto__":{"polluted":1}}}',
      '{"__proto__":{"polluted":1}}',
      '{"queryOptions":{"equals":{"\\u005f_proto__":{"polluted":1}}}}',
      '{"queryOptions":{"constructor":{"prototype":{"polluted":1}}}}',
    ])('when the body reaches for a prototype: %s', async (raw) => {
      const headers = { 'content-type': 'application/json' };
      const [status] = refusalOf(await installed('', { raw, headers }));
      expect(status).toBe(400);
      expect(Object.prototype).not.toHaveProperty('polluted');
    });

    it.each(['limit=%', 'limit=%zz', 'equals[name]=%ff', '%c3=1', 'equals[name]=%ed%a0%80'])(
      'when an escape is broken: %s',
      async (query) => {
        expect(refusalOf(await installed(query))).toEqual([400, '#']);
      },
    );
  });

  describe('that nobody knows', () => {
    const REFUSING = [
      '/prebuilts-repository',
      '/admin/artifacts/available',
      '/admin/artifacts',
      '/prebuilts-repository/configs',
    ];
    const POINTER = '#/queryOptions/nonsense';

    describe.each(REFUSING)('at GET %s', (path) => {
      it.each(CARRIER_NAMES)('are refused in %s', async (carrier) => {
        const { query, ...options } = CARRIERS[carrier]({ nonsense: 1 });
        expect(refusalOf(await ask(path, query, options))).toEqual([400, POINTER]);
      });

      it.each(['toString', 'hasOwnProperty', 'valueOf', 'length', '$where', ''])(
        'are refused though objects have them or databases know them: %j',
        async (key) => {
          const answer = await ask(path, '', { body: { queryOptions: { [key]: 'x' } } });
          expect(refusalOf(answer)).toEqual([400, `#/queryOptions/${key}`]);
        },
      );

      it('are refused beside the options in a body, and in the case of the known', async () => {
        const [status, pointer] = refusalOf(await ask(path, '', { body: { nonsense: 1 } }));
        expect(status).toBe(400);
        expect(pointer).toMatch(/^#(\/queryOptions)?\/nonsense$/);
        expect(refusalOf(await ask(path, 'Order=1'))).toEqual([400, '#/queryOptions/Order']);
        expect(refusalOf(await ask(path, 'queryoptions[order]=1'))).toEqual([
          400,
          '#/queryOptions/queryoptions',
        ]);
      });

      it('do not include the token of the caller, which is no option either', async () => {
        const token = await stocked.platform.tokenOf('apiread');
        expect((await stocked.platform.call('GET', `${path}?token=${token}`)).status).toBe(200);
        const inside = await ask(path, `queryOptions[token]=x`);
        expect(refusalOf(inside)).toEqual([400, '#/queryOptions/token']);
      });

      it('are all named at once', async () => {
        const answer = await ask(path, 'queryOptions[b]=1&a=1&order=1');
        expect(refusalOf(answer).slice(1).sort()).toEqual(['#/queryOptions/a', '#/queryOptions/b']);
      });
    });

    it.each(['equals[nonsense]', 'contains[nonsense]', 'queryOptions[equals][nonsense]'])(
      'are refused in the objects below: %s',
      async (key) => {
        const [status, pointer] = refusalOf(await installed(`${key}=x`));
        expect(status).toBe(400);
        expect(pointer).toMatch(/^#\/queryOptions\/(equals|contains)\/\w+$/);
      },
    );

    it.each([
      ['/whoami', 'include=roles&a%20b=1&include=2', 'include, a%20b'],
      ['/health/server', 'verbose', 'verbose'],
      ['/whoami', 'queryOptions[limit]=1', 'queryOptions'],
    ])('are named and ignored at GET %s?%s', async (path, query, named) => {
      const answer = await ask(path, query);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('x-ignored-parameters')).toBe(named);
    });

    it('are not there when all are known, or when it is the token', async () => {
      const token = await stocked.platform.tokenOf('apiread');
      const answers = [
        await stocked.platform.call('GET', `/whoami?token=${token}`),
        await installed('limit=1'),
        await ask('/whoami', ''),
      ];
      for (const { status, headers } of answers) {
        expect([status, headers.get('x-ignored-parameters')]).toEqual([200, null]);
      }
    });

    it('cannot forge a header', async () => {
      const answer = await ask('/whoami', `x%0d%0aset-cookie:%20a=b=1&${'long'.repeat(500)}=1`);
      const named = answer.headers.get('x-ignored-parameters') ?? '';
      expect(answer.headers.get('set-cookie')).toBeNull();
      expect(named).toContain('x%0D%0Aset-cookie');
      expect(named.length).toBeLessThan(600);
    });
  });

  describe('that name a release', () => {
    const current = async (release: string, options?: CallOptions) => {
      const answer = await catalogue(`versionStatus=current${release}`, options);
      expect(answer.status).toBe(200);
      return answer.json.results.results.map(({ versionStatus }) => versionStatus.platform_version);
    };

    it('keep the digits of a query string as they are written', async () => {
      expect(await current('&platform_version=2023.1')).toEqual(['2023.1', '2023.1']);
      expect(await current('&platform_version=2023.10')).toEqual(['2023.10', '2023.10']);
      expect(await current('&queryOptions[platform_version]=2023.10')).toEqual([
        '2023.10',
        '2023.10',
      ]);
      expect(await current('')).toEqual(['2024.1', '2024.1']);
    });

    it('take a number or text in JSON', async () => {
      const inText = (value: unknown) =>
        current(`&queryOptions=${json({ platform_version: value })}`);
      expect(await inText(2023.1)).toEqual(['2023.1', '2023.1']);
      expect(await inText('2023.10')).toEqual(['2023.10', '2023.10']);
      const inBody = (value: unknown) =>
        current('', { body: { queryOptions: { platform_version: value } } });
      expect(await inBody(2020.1)).toEqual(['2020.1']);
      expect(await inBody('2020.10')).toEqual([]);
    });

    it('are called platformVersion by operation 2', async () => {
      const answer = await ask<{ packages: { versionStatus: { status: string } }[] }>(
        '/admin/artifacts/available',
        'platformVersion=2023.10',
      );
      const statuses = answer.json.packages.map(({ versionStatus }) => versionStatus.status);
      expect(statuses).toContain('current');
      expect(refusalOf(await ask('/admin/artifacts/available', 'platform_version=2023.1'))).toEqual(
        [400, '#/queryOptions/platform_version'],
      );
    });

    const BAD = [
      '',
      'x',
      '2023.',
      '.1',
      '20231',
      '2023.1.1.1.1',
      '-1',
      '2023.1234',
      '1e3',
      ' 2023.1',
      '2023.1\n',
      'NaN',
      'latest',
      '2023,1',
    ];
    it.each(BAD)('are refused when they are none: %j', async (text) => {
      const pointer = '#/queryOptions/platform_version';
      expect(refusalOf(await catalogue(`platform_version=${encoded(text)}`))).toEqual([
        400,
        pointer,
      ]);
    });

    it.each([true, null, {}, [], [2023.1], -1, 1e21, 20231, 2023.12345])(
      'are refused when JSON holds %j',
      async (value) => {
        const body = { queryOptions: { platform_version: value } };
        expect(refusalOf(await catalogue('', { body }))).toEqual([
          400,
          '#/queryOptions/platform_version',
        ]);
      },
    );
  });
});
