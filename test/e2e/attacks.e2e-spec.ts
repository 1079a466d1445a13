import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOpen } from '../../src/api/access/may-call.js';
import {
  BUILT_OPERATIONS,
  type OperationId,
  operationSpec,
} from '../../src/api/operations/operations.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/kernel/json.js';
import { anArtifact, aWorkflow } from '../support/factories/an-artifact.js';
import { VALID_INPUTS } from '../support/contract/operation-inputs.js';
import { type Carrier } from '../support/contract/valid-inputs/valid-inputs.js';
import { LastingCaller } from '../support/lasting-caller.js';
import { someOf } from '../support/some-of.js';
import { type Answer, type CallOptions, startApp, type TestApp } from '../support/start-app.js';

const CHANGING = BUILT_OPERATIONS.filter(
  (id) => operationSpec(id).changes === true && !isOpen(operationSpec(id)),
);
const READING = BUILT_OPERATIONS.filter((id) => operationSpec(id).method === 'GET');
const WITH_INPUT = Object.keys(VALID_INPUTS) as OperationId[];

/** What a database would take for a question, or run. */
const OPERATORS: readonly JsonObject[] = [
  { $ne: null },
  { $gt: '' },
  { $regex: '.*' },
  { $where: 'while (true) {}' },
  { $function: { body: 'function () { while (true) {} }', args: [], lang: 'js' } },
];
const KEYS = ['$where', '$expr', '$or', '$comment', '$gt'];

/** Operations that keep documents from outside, or look at one: what stands in those is never asked. */
const WITH_DOCUMENTS: ReadonlySet<string> = new Set([
  'importPrebuilt',
  'updatePrebuilt',
  'createIntegration',
  'updateIntegration',
  'validateIntegrationModel',
  'checkIntegrationModel',
  'putIntegrationModel',
  'validateAnalyticTemplate',
  'validateTransformation',
  'validateWorkflow',
  'importJsonForms',
  'importTriggers',
  'importWorkflows',
  'importTextTemplates',
]);
/** Below these a document is kept as it came, or judged in an answer of its own. */
const DOCUMENT =
  /^(prebuilt\.(bundles|manifest|metadata|readme)|properties\.properties\.authentication|model|template|transformation|workflow|forms?|templates|triggers|automations|components|folders)(\.|$)/;

type Path = readonly (string | number)[];

/** The places of all texts in a value. */
function textsIn(value: JsonValue, path: Path = []): readonly Path[] {
  if (typeof value === 'string') return [path];
  if (Array.isArray(value)) return value.flatMap((item, at) => textsIn(item, [...path, at]));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => textsIn(item, [...path, key]));
}

function withAt(value: JsonValue, [key, ...rest]: Path, put: JsonValue): JsonValue {
  if (key === undefined) return put;
  if (Array.isArray(value)) {
    return value.map((item, at) => (at === key ? withAt(item, rest, put) : item));
  }
  if (!isJsonObject(value)) return value;
  return { ...value, [key]: withAt(value[key] ?? null, rest, put) };
}

/** `a[b][$ne]=x`: objects as clients write them on the query string. */
function bracketed(value: JsonValue, name: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item, at) => bracketed(item, `${name}[${at}]`));
  if (!isJsonObject(value))
    return [`${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`];
  return Object.entries(value).flatMap(([key, item]) =>
    bracketed(item, name === '' ? key : `${name}[${key}]`),
  );
}

describe('an attack', () => {
  let platform: TestApp;

  beforeAll(async () => {
    platform = await startApp('e2e-attacks', { env: { RATE_LIMIT_PER_MINUTE: '1000000' } });
  });
  afterAll(() => platform.close());

  const caller = new LastingCaller(() => platform);
  const pathOf = (id: OperationId) => operationSpec(id).path.replace(/:\w+/g, 'absent');
  const call = <T = { code?: string; detail: string }>(
    id: OperationId,
    options: CallOptions,
    query = '',
  ) => platform.call<T>(operationSpec(id).method, `${pathOf(id)}${query}`, options);
  const expectUnharmed = (): void => {
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect({}).not.toHaveProperty('polluted');
  };

  describe('by a page of another origin, with the cookie of whoever reads it', () => {
    const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' };
    const PAGES: readonly Readonly<Record<string, string>>[] = [
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      { 'sec-fetch-site': 'same-site', origin: 'https://other.acme.example' },
      { origin: 'https://evil.example', ...browser },
      { origin: 'null', ...browser },
      browser,
    ];

    // One of the changes ends the start of anything new.
    afterAll(async () => {
      const id = 'activateJobWorker';
      await call(id, { token: await caller.tokenFor(id) });
    });

    it.each([...CHANGING.entries()])('cannot change anything: %i %s', async (place, id) => {
      const cookie = `token=${await caller.tokenFor(id)}`;
      const body = VALID_INPUTS[id]?.body;
      // A browser that says nothing of the page sends Origin with every method but GET.
      const pages = operationSpec(id).method === 'GET' ? PAGES.slice(0, -1) : PAGES;
      for (const [at, type] of ['application/json', 'text/plain'].entries()) {
        const [page] = someOf(pages, place + at, 1);
        const answer = await call(id, {
          headers: { ...page, cookie, 'content-type': type },
          ...(operationSpec(id).method !== 'GET' && body && { raw: JSON.stringify(body) }),
        });
        // SCIM has no codes but its own: there it is said in words.
        const why = answer.json.code ?? answer.json.detail;
        expect([page, type, answer.status, why]).toEqual([
          page,
          type,
          403,
          expect.stringMatching(/^foreign-origin$|^A change with the cookie alone must come from/),
        ]);
      }
    });

    it.each(CHANGING)('is told from a page of ours: %s', async (id) => {
      const headers = {
        cookie: `token=${await caller.tokenFor(id)}`,
        'sec-fetch-site': 'same-origin',
      };
      const body = VALID_INPUTS[id]?.body;
      const { text } = await call(id, { headers, ...(body && { body }) });
      expect(text).not.toContain('foreign-origin');
    });
  });

  describe('by operators of the database in the place of texts', () => {
    const inputs = WITH_INPUT.flatMap((id, nth) =>
      (Object.entries(VALID_INPUTS[id] ?? {}) as [Carrier, JsonObject][]).map(
        ([carrier, valid]) => ({ id, nth, carrier, valid }),
      ),
    );
    const send = async (
      { id, carrier }: { id: OperationId; carrier: Carrier },
      input: JsonObject,
    ): Promise<readonly Answer[]> => {
      const token = await caller.tokenFor(id);
      if (carrier === 'body') return [await call(id, { token, body: input })];
      if (carrier === 'flat') {
        return [await call(id, { token }, `?${bracketed(input, '').join('&')}`)];
      }
      const text = encodeURIComponent(JSON.stringify(input));
      return [
        await call(id, { token }, `?${bracketed(input, carrier).join('&')}`),
        await call(id, { token }, `?${carrier}=${text}`),
        await call(id, { token, body: { [carrier]: input } }),
      ];
    };

    it.each(inputs)('is refused: $id, $carrier', async ({ id, nth, carrier, valid }) => {
      const places = textsIn(valid).filter(
        (path) => !(WITH_DOCUMENTS.has(id) && DOCUMENT.test(path.join('.'))),
      );
      const cases = places.flatMap((path, place) =>
        someOf(OPERATORS, nth + place, 1).map((operator) => ({ path, operator })),
      );
      for (const { path, operator } of cases) {
        const input = withAt(valid, path, operator) as JsonObject;
        const answers = await send({ id, carrier }, input);
        const statuses = answers.map(({ status }) => status);
        const refused = statuses.filter((status) => status >= 400 && status < 500);
        expect([path, operator, refused]).toEqual([path, operator, statuses]);
      }
    });

    it('is kept within a package as it came', async () => {
      const data = { ...aWorkflow('Operators'), description: { $ne: null, $gt: '' } };
      const prebuilt = anArtifact({
        name: '@acme/operators',
        bundles: [{ type: 'workflow', data }],
      });
      const token = await caller.fresh();
      const imported = await call('importPrebuilt', { token, body: { prebuilt } });
      expect(imported.status).toBe(200);
      const path = `/prebuilts/${encodeURIComponent('@acme/operators')}/export`;
      const { json } = await platform.call<typeof prebuilt>('GET', path, { token });
      expect(json['bundles']).toEqual(prebuilt['bundles']);
    });

    it.each(inputs)('is no key either: $id, $carrier', async ({ id, nth, carrier, valid }) => {
      const [baseline] = await send({ id, carrier }, valid);
      const totalOf = (answer: Answer | undefined): number =>
        Number(/"total":(\d+)/.exec(answer?.text ?? '')?.[1] ?? 0);
      for (const key of someOf(KEYS, nth, 1)) {
        const hostile = { ...valid, [key]: key === '$or' ? [{}] : '1' };
        for (const answer of await send({ id, carrier }, hostile)) {
          expect([key, answer.status < 500]).toEqual([key, true]);
          expect(totalOf(answer)).toBeLessThanOrEqual(totalOf(baseline));
        }
      }
    });

    it('signs nobody in', async () => {
      for (const operator of OPERATORS) {
        for (const body of [
          { username: 'admin', password: operator },
          { username: operator, password: operator },
          { username: operator, password: 'first-admin-password' },
        ]) {
          const { status } = await platform.call('POST', '/login', { body });
          expect([400, 429]).toContain(status);
        }
        const form = bracketed({ username: 'admin', password: operator }, '').join('&');
        const answer = await platform.call('POST', '/login', {
          raw: form,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        });
        expect(answer.status).toBeGreaterThanOrEqual(400);
        const query = bracketed({ token: operator }, '').join('&');
        expect((await platform.call('GET', `/whoami?${query}`)).status).toBe(401);
      }
    });
  });

  describe('by names that every object has', () => {
    const names = ['__proto__', 'constructor[prototype]', 'queryOptions[__proto__]'];
    const QUERIES = [
      ...names.map((name) => `${name}[polluted]=1`),
      ...names.map((name) => `${encodeURIComponent(name)}[polluted]=1`),
      `queryOptions[constructor][prototype][polluted]=1`,
      `queryOptions=${encodeURIComponent('{"__proto__":{"polluted":1}}')}`,
    ];

    it.each([...READING.entries()])(
      'changes none from the query string: %i %s',
      async (nth, id) => {
        for (const query of someOf(QUERIES, nth, 1)) {
          const token = await caller.tokenFor(id);
          const { status } = await call(id, { token }, `?${query}`);
          expect([query, status < 500]).toEqual([query, true]);
        }
        expectUnharmed();
      },
    );
  });

  describe('by tokens that say of themselves whom they speak for', () => {
    const part = (value: object): string =>
      Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = { sub: 'admin', username: 'admin', roles: ['admin'], exp: 4_102_444_800 };
    const TOKENS = [
      `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`,
      `${part({ alg: 'NONE' })}.${part(claims)}.${part({})}`,
      `${part({ alg: 'HS256', kid: '../../dev/null' })}.${part(claims)}.AAAA`,
      `${part({ alg: 'RS256', jku: 'http://evil.example/keys' })}.${part(claims)}.AAAA`,
      `${part({ alg: 'HS256' })}.${part({ ...claims, exp: 1 })}.AAAA`,
    ];

    it.each(TOKENS)('is nobody: %s', async (token) => {
      for (const [path, headers] of [
        ['/whoami', { authorization: `Bearer ${token}` }],
        ['/whoami', { cookie: `token=${token}` }],
        [`/whoami?token=${token}`, {}],
        ['/metrics', { authorization: `Bearer ${token}` }],
        ['/prebuilts/import', { authorization: `Bearer ${token}` }],
      ] as const) {
        const method = path === '/prebuilts/import' ? 'POST' : 'GET';
        const answer = await platform.call<{ code: string }>(method, path, {
          headers,
          ...(method === 'POST' && { body: {} }),
        });
        expect([path, answer.status, answer.json.code]).toEqual([path, 401, 'unauthenticated']);
      }
    });
  });

  it('leaves the server as it was, and its caller signed in', async () => {
    expect(await caller.isStillKnown()).toBe(true);
    expectUnharmed();
  });
});
