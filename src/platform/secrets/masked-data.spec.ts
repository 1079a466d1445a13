import { describe, expect, it } from 'vitest';
import { type JsonObject } from '../../kernel/json.js';
import { secretRemover } from './known-secrets.js';
import { lookedFor, maskedData, maskedInTurns, maskedWhole, secretsWithin } from './masked-data.js';

/** Nothing of this is secret, though much of it sounds alike. */
const ORDINARY_NETWORK: JsonObject = {
  router: {
    bgp: {
      'local-as': 65000,
      communities: ['65000:100', '65000:1:2'],
      community: 4259840100,
      neighbors: [
        { 'neighbor-address': '192.0.2.1', 'auth-keychain': 'BGP-KEYS', 'key-id': 12345 },
      ],
    },
    'token-bucket': { tokens: 12000, 'token-rate': 50000, burst: 64000 },
    qos: { tokenBurst: 150000, maxTokens: 4096, tokenExpiresIn: 86400 },
    aaa: {
      authentication: { login: 'group tacacs+ local' },
      authorization: 'commands 15 default group tacacs+ if-authenticated',
      authorizations: ['exec default', 'network default'],
      accounting: 'exec default start-stop group tacacs+',
    },
    ntp: { 'trusted-key': 5, 'authentication-key-id': 10001 },
    interfaces: [
      { name: 'xe-0/0/1', value: 10000000000, description: 'Bearer 100G to site-b, port 12' },
      { name: 'key', value: 'ge-0/0/0', description: 'Basic access VLAN 100' },
    ],
    connector: { pin: 4, pins: 12345, pinout: 'A1-B2', port: { pin: 'A1' } },
    bypass: 123456,
    passthrough: 'enabled',
    compass: 99999,
  },
  http: {
    cookie: 'required',
    cookies: [],
    authorization: 'Bearer',
    Authorization: 'Bearer {{ token }}',
  },
  texts: {
    config:
      'interface ge-0/0/0\n description "uplink": 100000\n!\nline vty 0 4\n authorization exec default',
    json: '{"interfaces": [{"name": "ge-0/0/0", "mtu": 9000}],  "authorization":"local", "tokens": 12000}',
    broken: '{"note": "password as in the vault", "tokens": 12000, "password": "{{ pw }}"',
    schema:
      '{"properties":{"password":{"type":"string","title":"Password"}},"required":["password"]}',
    reference: '{"password":"$var.job.pw","pin":4}',
    list: '[password] and [pin] are asked for',
  },
  usage: { prompt_tokens: 12345, completion_tokens: 2345, total_tokens: 14690 },
};

describe('maskedData', () => {
  it.each<[string, JsonObject, JsonObject]>([
    [
      'members at any depth',
      { credentials: { username: 'ada', passphrase: 'x y' }, deep: { er: { secret: 's' } } },
      {
        credentials: { username: 'ada', passphrase: '<SECRET>' },
        deep: { er: { secret: '<SECRET>' } },
      },
    ],
    ['items of lists', { list: [{ passwd: 'p' }, 1] }, { list: [{ passwd: '<SECRET>' }, 1] }],
    [
      'everything below such a name',
      { tokens: ['a', { b: 'c', n: 1 }] },
      { tokens: ['<SECRET>', { b: '<SECRET>', n: 1 }] },
    ],
    [
      'a value beside its name',
      { headers: [{ name: 'X-Api-Key', value: 'k' }] },
      { headers: [{ name: 'X-Api-Key', value: '<SECRET>' }] },
    ],
    [
      'credentials in URLs under other names',
      { target: 'https://ada:pw@a.example/?token=t' },
      { target: 'https://<SECRET>@a.example/?token=<SECRET>' },
    ],
    [
      'numbers under the name of one secret, alone or in a list',
      { password: 123456, adminPin: 4711, vty: { passwords: [123456] }, token: { value: 991234 } },
      {
        password: '<SECRET>',
        adminPin: '<SECRET>',
        vty: { passwords: ['<SECRET>'] },
        token: { value: '<SECRET>' },
      },
    ],
    ['codes of digits', { pin: '0042', otp: '123456' }, { pin: '<SECRET>', otp: '<SECRET>' }],
    [
      'headers in maps',
      {
        headers: {
          Authorization: 'Bearer abcd',
          cookie: 'sid=abcd1234; theme=dark',
          'Set-Cookie': ['sid=abcd1234; Path=/'],
          'X-Api-Key': 'k',
          'Ocp-Apim-Subscription-Key': 'k',
        },
      },
      {
        headers: {
          Authorization: '<SECRET>',
          cookie: '<SECRET>',
          'Set-Cookie': ['<SECRET>'],
          'X-Api-Key': '<SECRET>',
          'Ocp-Apim-Subscription-Key': '<SECRET>',
        },
      },
    ],
    [
      'headers in lists',
      {
        a: [{ key: 'authorization', value: 'Token a1b2c3d4' }],
        b: [{ name: 'Cookie', value: 'sid=abcd1234' }],
        c: [{ Name: 'Authorization', Value: ['Basic YWRhOmFkYQ=='] }],
      },
      {
        a: [{ key: 'authorization', value: '<SECRET>' }],
        b: [{ name: 'Cookie', value: '<SECRET>' }],
        c: [{ Name: 'Authorization', Value: ['<SECRET>'] }],
      },
    ],
    [
      'headers within other texts',
      { said: "curl -H 'Authorization: Bearer abcd' -H 'Cookie: sid=abcd1234'" },
      { said: "curl -H 'Authorization: Bearer <SECRET>' -H 'Cookie: sid=<SECRET>'" },
    ],
    [
      'what JSON texts say, in the layout that they have',
      {
        body: '{\n  "user": "ada",\n  "password": "x",\n  "list": [\n    {\n      "pin": 4711\n    }\n  ]\n}',
      },
      {
        body: '{\n  "user": "ada",\n  "password": "<SECRET>",\n  "list": [\n    {\n      "pin": "<SECRET>"\n    }\n  ]\n}',
      },
    ],
    [
      'JSON texts in JSON texts',
      { body: JSON.stringify({ data: JSON.stringify({ tokens: ['a'], n: 1 }) }) },
      { body: JSON.stringify({ data: JSON.stringify({ tokens: ['<SECRET>'], n: 1 }) }) },
    ],
    [
      'pieces of JSON in other texts, quoted once more as well',
      {
        said: 'sent {"password": "x y", "pin": 1} and {\\"secret\\": \\"z\\"}, got {"api_key":123456}',
      },
      {
        said: 'sent {"password": "<SECRET>", "pin": 1} and {\\"secret\\": \\"<SECRET>\\"}, got {"api_key":"<SECRET>"}',
      },
    ],
    [
      'names of members that are credentials',
      { 'https://ada:pw@a.example': 1, 'https://bob:pw@a.example': 2, b: 3 },
      { 'https://<SECRET>@a.example': 1, 'https://<SECRET>@a.example (2)': 2, b: 3 },
    ],
    [
      'names of members that are short credentials',
      { '?pwd=1': 1, 'a://:b@c': 2 },
      { '?pwd=<SECRET>': 1, 'a://<SECRET>@c': 2 },
    ],
    ['SNMP communities', { community: 'publ1c' }, { community: '<SECRET>' }],
  ])('hides %s', (_, data, shown) => {
    expect(maskedData(data)).toEqual(shown);
  });

  it.each<[string, JsonObject]>([
    ['names that only speak about one', { tokenCount: '5', passwordPolicy: 'strict' }],
    ['nothing', { password: '', token: null, secretsKeys: [], secrets: {} }],
    ['numbers and switches', { token: 5, password: true, secret: { on: false, n: 3 } }],
    ['references', { password: '$var.job.pw', token: '<ACCESS_TOKEN>' }],
    ['communities of BGP', { community: ['65000:100', '65000:1:2'] }],
    ['JSON schemas', { properties: { password: { type: 'string', title: 'Password' } } }],
    ...['$ref', 'anyOf', 'oneOf', 'allOf', 'enum', 'const'].map((keyword): [string, JsonObject] => [
      `JSON schemas by ${keyword}`,
      { definitions: { password: { [keyword]: 'one of them' } } },
    ]),
  ])('keeps %s: the very same object', (_, data) => {
    expect(maskedData(data)).toBe(data);
  });

  it('hides what is known where it reappears', () => {
    const remove = secretRemover(['hunter22']);
    expect(maskedData({ said: 'it was hunter22!', n: 1 }, remove)).toEqual({
      said: 'it was <SECRET>!',
      n: 1,
    });
  });

  it('keeps ordinary documents of networks: the very same object', () => {
    expect(maskedData(ORDINARY_NETWORK)).toBe(ORDINARY_NETWORK);
  });

  it('hides known secrets where they reappear as numbers and names, and no longer number', () => {
    const data = {
      password: 123456,
      again: 123456,
      said: 'pin 123456, id 91234567',
      m: { '123456': 1 },
    };
    expect(maskedData(data, secretRemover(secretsWithin(data)))).toEqual({
      password: '<SECRET>',
      again: '<SECRET>',
      said: 'pin <SECRET>, id 91234567',
      m: { '<SECRET>': 1 },
    });
  });

  it('judges texts that nest without end as texts', () => {
    const text = `${'['.repeat(50_000)}{"password":"x"}${']'.repeat(50_000)}`;
    expect(maskedData({ text }).text).toBe(text.replace('"x"', '"<SECRET>"'));
  });

  it('keeps members of any name', () => {
    const data = JSON.parse('{"__proto__": {"token": "t"}, "a": 1}') as JsonObject;
    expect(JSON.stringify(maskedData(data))).toBe('{"__proto__":{"token":"<SECRET>"},"a":1}');
  });
});

describe('secretsWithin', () => {
  it('tells the texts that can be looked for elsewhere', () => {
    const data = {
      a: [{ password: 'hunter22' }, { token: { b: 'abcdefg', c: 'short' } }],
      password: 'password',
      community: 'public',
      secret: '$var.job.x_and_more',
      other: 'hunter23',
    };
    expect(secretsWithin(data)).toEqual(['hunter22', 'abcdefg']);
  });

  it('leaves out what is too long to look for', () => {
    const longest = 'k'.repeat(16 * 1024);
    expect(secretsWithin({ token: longest, password: `${longest}k` })).toEqual([longest]);
  });

  it('tells numbers, what JSON texts say, and what headers carry', () => {
    const data = {
      passcode: 123456,
      body: '{"api_key":"from-a-text"}',
      headers: { Authorization: `Basic ${Buffer.from('ada:hunter22').toString('base64')}` },
      list: [{ name: 'Cookie', value: 'sid=0123456789abcdef; theme=dark-blue' }],
    };
    expect(secretsWithin(data)).toEqual([
      ...['123456', 'from-a-text', 'Basic YWRhOmh1bnRlcjIy', 'YWRhOmh1bnRlcjIy', 'hunter22'],
      ...['sid=0123456789abcdef; theme=dark-blue', '0123456789abcdef'],
    ]);
  });
});

describe('maskedWhole', () => {
  it('hides secrets where they reappear, and looks for a bounded number of them', () => {
    const secrets = Array.from({ length: 2000 }, (_, at) => `${'kLm9'.repeat(10)}-${at}`);
    const shown = maskedWhole({ tokens: secrets, notes: secrets.map((one) => `it is ${one}.`) });
    expect(new Set(shown.tokens)).toEqual(new Set(['<SECRET>']));
    expect(shown.notes.filter((note) => note === 'it is <SECRET>.')).toHaveLength(500);
    const long = Array.from({ length: 10 }, (_, at) => `${at}${'kLm9'.repeat(3000)}`);
    expect(lookedFor([], long)).toHaveLength(5);
  });

  it('looks for no more than it did where nothing is new: the very same list', () => {
    const texts = ['hunter22', 'hunter23'];
    expect(lookedFor(texts, ['hunter23'])).toBe(texts);
  });
});

describe('large data', () => {
  it('are masked while others have their turn', async () => {
    const rows = Array.from({ length: 200_000 }, (_, at) => ({ at, token: `secret-${at}` }));
    let turns = 0;
    let isDone = false;
    const count = (): void => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    const shown = await maskedInTurns({ rows });
    isDone = true;
    expect(turns).toBeGreaterThan(1);
    expect(shown.rows.every(({ token }) => token === '<SECRET>')).toBe(true);
  });

  it('have names that become the same: each is numbered, not counted anew from the first one', () => {
    const data = Object.fromEntries(
      Array.from({ length: 50_000 }, (_, at) => [`https://ada:${at}-secret@box.invalid`, at]),
    );
    const shown = Object.entries(
      maskedData({ ...data, 'https://<SECRET>@box.invalid (3)': 'taken' }),
    );
    const [first, second, third] = shown.map(([name]) => name);
    expect([first, second, third]).toEqual([
      'https://<SECRET>@box.invalid',
      'https://<SECRET>@box.invalid (2)',
      'https://<SECRET>@box.invalid (4)',
    ]);
    expect(shown).toHaveLength(50_001);
  });
});
