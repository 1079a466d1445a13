import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCIM_MEDIA_TYPE } from '../../src/api/problems/scim-error.js';
import { type OpenAPIObject } from '@nestjs/swagger';
import { bodyLimitOf, SMALL_BODY_MAX_BYTES } from '../../src/api/operations/body-limits.js';
import {
  BUILT_OPERATIONS,
  type OperationId,
  operationSpec,
} from '../../src/api/operations/operations.js';
import { type JsonObject, type JsonValue } from '../../src/kernel/json.js';
import { InputCases, replacedAt } from '../support/contract/input-cases.js';
import { inputsOf, VALID_INPUTS } from '../support/contract/operation-inputs.js';
import { anArtifact, aWorkflow } from '../support/factories/an-artifact.js';
import { LastingCaller } from '../support/lasting-caller.js';
import { someOf } from '../support/some-of.js';
import { type Answer, startApp, type TestApp } from '../support/start-app.js';

const JSON_TYPE = { 'content-type': 'application/json' };
const DOCUMENTS_MAX_BYTES = 16 * 1024 * 1024;
const TEXT_OF_10_MB = 'x'.repeat(10 * 1024 * 1024);
const TEXT_OF_100_KB = 'x'.repeat(100_000);
/** As much as is read where the row says nothing of bodies, but for the JSON around the text. */
const TEXT_OF_60_KB = 'x'.repeat(60_000);

interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}

/** Operations with an input that travels as JSON: in a body, or in the body of a GET. */
const WITH_JSON = (Object.keys(VALID_INPUTS) as OperationId[]).filter(
  (id) => !('flat' in (VALID_INPUTS[id] ?? {})),
);
/** Of documents, their data and calls the contract says nothing: what they hold is kept as it is. */
const DOCUMENTS_ALONE = new Set<OperationId>([
  'callRepositoryWebhook',
  'cancelJobs',
  'checkDevice',
  'createForm',
  'createJsonForm',
  'createProject',
  'createTrigger',
  'createWorkflow',
  'deleteJsonForms',
  'importAutomations',
  'importBackups',
  'importContent',
  'importDevices',
  'importForm',
  'importJsonForms',
  'importProject',
  'importTriggers',
  'importWorkflow',
  'importWorkflows',
  'issueTriggerCredential',
  'resolveJsonFormBindings',
  'runDeviceCommands',
  'runCommandDevices',
  'renderJinja',
  'applyDeviceConfiguration',
  'pauseJobs',
  'restoreWorkflow',
  'resumeJobs',
  'runEndpointTrigger',
  'runManualTrigger',
  'runTransformation',
  'startJob',
  'updateForm',
  'updateJsonForm',
  'updateTransformation',
  'updateTrigger',
  'updateWorkflow',
  'validateJsonFormAnswers',
  'validateTransformation',
  'validateWorkflow',
  'importPrebuilt',
  'updatePrebuilt',
  'createIntegrationModel',
  'updateIntegrationModel',
  'validateIntegrationModel',
  'checkIntegrationModel',
  'putIntegrationModel',
  'callIntegration',
  'callMcp',
  'createScimUser',
  'replaceScimUser',
  'patchScimUser',
  'createScimGroup',
  'replaceScimGroup',
  'patchScimGroup',
  'updateConfigurationTemplate',
  'createAnalyticTemplate',
  'updateAnalyticTemplate',
  'validateAnalyticTemplate',
  'createTemplate',
  'createTextTemplate',
  'updateTextTemplate',
  'importTextTemplates',
  'restoreTextTemplate',
  'renderTextTemplate',
  'parseByTextTemplate',
  'updateTemplate',
  'putTemplate',
  'importTemplate',
]);
/** Their input is words of a list and switches. */
const WITHOUT_TEXTS = new Set<OperationId>(['rollbackArtifact']);
const WITH_TEXTS = WITH_JSON.filter((id) => !DOCUMENTS_ALONE.has(id) && !WITHOUT_TEXTS.has(id));
const WITH_BODY = BUILT_OPERATIONS.filter((id) =>
  ['POST', 'PUT', 'PATCH'].includes(operationSpec(id).method),
);
/** The console is one page under all of its paths. */
const PAGES = new Set<OperationId>(['consoleScreen', 'consoleObject']);
const WITH_PARAMETER = BUILT_OPERATIONS.filter(
  (id) => operationSpec(id).path.includes(':') && !PAGES.has(id),
);
/** What its path names need not be there: it is made. */
const MADE_BY_PATH = new Set<OperationId>(['declareEventType']);
/** What nobody has is an empty list. */
const LISTS_BY_PATH = new Set<OperationId>(['listDeviceBackups']);
/** Strangers do not learn whether what its path names is there. */
const SILENT_ON_PATH = new Set<OperationId>(['callRepositoryWebhook']);

/** Texts of 10 MB are read alike by all operations that take documents: some of them are sent one. */
function longTexts(
  id: OperationId,
  place: number,
): { readonly first: string; readonly others: string } {
  const limitBytes = bodyLimitOf(operationSpec(id), DOCUMENTS_MAX_BYTES);
  if (limitBytes === SMALL_BODY_MAX_BYTES) return { first: TEXT_OF_60_KB, others: TEXT_OF_60_KB };
  const isFirst = limitBytes === DOCUMENTS_MAX_BYTES && place % 5 === 0;
  return { first: isFirst ? TEXT_OF_10_MB : TEXT_OF_100_KB, others: TEXT_OF_100_KB };
}

describe('hostile input', () => {
  let platform: TestApp;
  let document: OpenAPIObject;
  let cases: InputCases;
  const caller = new LastingCaller(() => platform);

  beforeAll(async () => {
    platform = await startApp('e2e-hostile-input');
    document = platform.document();
    cases = new InputCases(document);
  });
  afterAll(() => platform.close());

  /** Sends bytes as the JSON body of an operation; what its path names is absent. */
  const send = async (id: OperationId, raw: string | Uint8Array<ArrayBuffer>) => {
    const { method, path } = operationSpec(id);
    const url = path.replace(/:\w+/g, 'absent');
    const headers = JSON_TYPE;
    return platform.call<Refusal>(method, url, { token: await caller.tokenFor(id), raw, headers });
  };
  const wrapped = (id: OperationId, input: JsonObject): JsonObject => {
    const { method, query } = operationSpec(id);
    return method === 'GET' ? { [query ?? 'flat']: input } : input;
  };
  /** Whether the contract forbids members that it does not name. */
  const isClosed = (id: OperationId) =>
    operationSpec(id).method === 'GET'
      ? operationSpec(id).unknownQueryKeys === 'refused'
      : inputsOf(document, id).every(({ schema }) => !cases.takesMore(schema));
  const outcomeOf = ({ status, headers, json }: Answer<Refusal>) => {
    // SCIM names places in words alone.
    if (headers.get('content-type')?.startsWith(SCIM_MEDIA_TYPE)) return [status, '#'];
    return [status, ...(json.errors ?? []).map(({ pointer }) => pointer)];
  };
  const expectUnharmed = async () => {
    expect((await platform.as('admin', 'GET', '/admin/artifacts?limit=1')).status).toBe(200);
    expect(Object.keys(Object.prototype)).toEqual([]);
  };

  describe('in a JSON body', () => {
    it.each([...WITH_BODY.entries()])(
      'is refused where it is no JSON or no UTF-8: %i %s',
      async (place, id) => {
        const bodies: (string | Uint8Array<ArrayBuffer>)[] = [
          '{',
          '{"a":1}x',
          '{"a":\u0000}',
          new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
          new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22]),
          new Uint8Array([0x22, 0xc0, 0xaf, 0x22]),
          new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
        ];
        for (const body of someOf(bodies, place, 1)) {
          expect(outcomeOf(await send(id, body))).toEqual([400, '#']);
        }
      },
    );

    it.each([...([...WITH_JSON, 'logout'] as OperationId[]).entries()])(
      'is refused where it is nested 1,000 levels deep: %i %s',
      async (place, id) => {
        const deep = [
          `${'['.repeat(1000)}${']'.repeat(1000)}`,
          `${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`,
          `{"queryOptions":${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}}`,
          '['.repeat(50_000),
        ];
        for (const body of someOf(deep, place, 1)) {
          expect(outcomeOf(await send(id, body))).toEqual([400, '#']);
        }
      },
    );

    it.each([...WITH_JSON.entries()])(
      'is refused where it reaches for a prototype: %i %s',
      async (place, id) => {
        const base =
          operationSpec(id).method === 'GET' ? `#/${operationSpec(id).query ?? ''}` : '#';
        const hostile = ['__proto__', '\\u005f_proto__', 'constructor', 'prototype', 'toString'];
        for (const key of someOf(hostile, place, 1)) {
          const body = JSON.stringify(wrapped(id, { KEY: { polluted: true } })).replace('KEY', key);
          const answer = await send(id, body);
          const [status, pointer] = outcomeOf(answer);
          const isToldOf = status === 400 && String(pointer).startsWith(base);
          // Where any member may come, all but one of them are names like others.
          const isAName = !isClosed(id) && !key.includes('_proto__');
          expect([key, isToldOf || (isAName && answer.status < 500)]).toEqual([key, true]);
        }
        expect(Object.prototype).not.toHaveProperty('polluted');
      },
    );

    it.each([...WITH_TEXTS.entries()])(
      'is refused where a text is far too long: %i %s',
      async (place, id) => {
        const { first, others } = longTexts(id, place);
        const outcomes: unknown[] = [];
        for (const { carrier, schema } of inputsOf(document, id)) {
          const valid = VALID_INPUTS[id]?.[carrier] ?? {};
          for (const [index, path] of cases.textsOf(schema, valid).entries()) {
            const input = wrapped(id, replacedAt(valid, path, index === 0 ? first : others));
            const { status, text } = await send(id, JSON.stringify(input));
            outcomes.push([path.join('.'), status, text.length < 10_000]);
          }
        }
        expect(outcomes).toEqual(outcomes.map((outcome) => [(outcome as [string])[0], 400, true]));
        expect(outcomes.length).toBeGreaterThan(0);
      },
    );

    it('is refused before it is folded, which makes some characters many', async () => {
      const long = '\ufdfa'.repeat(20_000);
      const body = JSON.stringify({ queryOptions: { equals: { name: long } } });
      const answer = await send('listInstalledArtifacts', body);
      expect(outcomeOf(answer)).toEqual([400, '#/queryOptions/equals/name']);
    });

    it.each([...WITH_JSON.entries()])(
      'is judged whatever characters its texts hold: %i %s',
      async (first, id) => {
        const texts = [
          '\u0000',
          'a\u0000b',
          '\ud800',
          '\udc00x',
          '\ufeff',
          '\u2028',
          '𝔘',
          'e\u0301',
        ];
        for (const { carrier, schema } of inputsOf(document, id)) {
          const valid = VALID_INPUTS[id]?.[carrier] ?? {};
          for (const [place, path] of cases.textsOf(schema, valid).entries()) {
            for (const text of someOf(texts, first + place, 1)) {
              const body = JSON.stringify(wrapped(id, replacedAt(valid, path, text)));
              const answer = await send(id, body);
              expect([path, text, answer.status < 500]).toEqual([path, text, true]);
            }
          }
        }
      },
    );

    it.each([
      ['listInstalledArtifacts', 3000],
      ['createProfile', 100_000],
    ] as const)('is refused in time where it has many keys: %s, %d', async (id, length) => {
      const keys = Array.from({ length }, (_, at) => [`key-${at}`, at] as const);
      const body = JSON.stringify(wrapped(id, Object.fromEntries(keys)));
      const answer = await send(id, body);
      expect(answer.status).toBe(400);
      expect(answer.json.errors?.length).toBeLessThanOrEqual(100);
      expect(answer.text.length).toBeLessThan(50_000);
    });
  });

  describe('in a path', () => {
    const VALUES = [
      '%00',
      'a%00b',
      '..',
      '%2e%2e',
      '%2e%2e%2fetc%2fpasswd',
      '..%5c..%5cx',
      '__proto__',
      'constructor',
      'toString',
      '$ne',
      '%24where',
      '%7B%22%24ne%22%3Anull%7D',
      '[object%20Object]',
      'null',
      'undefined',
      '%F0%9F%98%80',
      '%0d%0aset-cookie:%20a=b',
      '%E2%80%AE',
      'x'.repeat(1024),
    ];
    const BROKEN = ['%', '%zz', '%ff', '%ed%a0%80', '%c0%af', '%f5%80%80%80', 'x'.repeat(1025)];

    describe.each([...WITH_PARAMETER.entries()])('%i of %s', (place, id) => {
      const { method, path } = operationSpec(id);
      const call = async (value: string) => {
        // As it is written: an URL object would take `..` for a step up.
        const url = platform.url + path.replace(/:\w+/, value);
        const body = VALID_INPUTS[id]?.body;
        return platform.as<Refusal>('admin', method, url, body ? { body } : {});
      };

      it.each(someOf(VALUES, place, 3))('finds nothing: %s', async (value) => {
        const answer = await call(value);
        const type = answer.headers.get('content-type');
        const isMade = MADE_BY_PATH.has(id) && answer.status === 200;
        const isFound = isMade || LISTS_BY_PATH.has(id);
        if (isMade)
          await platform.as('admin', 'DELETE', platform.url + path.replace(/:\w+/, value));
        const refusals = SILENT_ON_PATH.has(id) ? [400, 401, 404, 405] : [400, 404, 405];
        expect(isFound ? [200, 404, 405] : refusals).toContain(answer.status);
        expect(type).toMatch(
          answer.status === 200
            ? /^application\/json/
            : operationSpec(id).scim
              ? /^application\/scim\+json/
              : /^application\/problem\+json/,
        );
        expect(answer.headers.get('set-cookie')).toBeNull();
      });

      it.each(someOf(BROKEN, place, 1))('is refused: %s', async (value) => {
        expect(outcomeOf(await call(value))).toEqual([400, '#']);
      });
    });
  });

  describe('in a package', () => {
    const install = (artifact: JsonValue) =>
      platform.as<Refusal>('admin', 'POST', '/admin/artifacts', { body: { artifact } });
    const at = (...path: string[]) => `#/artifact/${path.join('/')}`;
    const withAt = (path: readonly string[], value: JsonValue) =>
      replacedAt(anArtifact({ name: '@acme/hostile' }), path, value);

    it.each<[string[], JsonValue]>([
      [['metadata'], 'text'],
      [['metadata'], null],
      [['metadata', 'name'], ''],
      [['metadata', 'name'], 7],
      [['metadata', 'name'], ' @acme/x'],
      [['metadata', 'name'], 'a\u0000b'],
      [['metadata', 'name'], 'x'.repeat(1000)],
      [['metadata', 'name'], { $ne: null }],
      [['metadata', 'version'], null],
      [['metadata', 'version'], []],
      [['metadata', 'description'], 5],
      [['metadata', 'keywords'], 'text'],
      [['metadata', 'keywords'], { length: 3 }],
      [['metadata', 'platformDependencies'], []],
      [['metadata', 'platformDependencies'], { 'app-x': 1 }],
      [['manifest'], []],
      [['manifest', 'artifacts'], {}],
      [['bundles'], {}],
      [['readme'], 5],
    ])('is refused at its place: %j as %j', async (path, value) => {
      const [status, ...pointers] = outcomeOf(await install(withAt(path, value)));
      expect(status).toBe(400);
      expect(pointers.length).toBeGreaterThan(0);
      for (const pointer of pointers) {
        expect(
          String(pointer).startsWith(at(...path)) || String(pointer).startsWith(at(path[0] ?? '')),
        ).toBe(true);
      }
    });

    it.each([
      '../../etc/passwd',
      '/bundles/../../x.json',
      'C:\\x',
      'bundles\\..\\x',
      '/bundles/a\u0000.json',
      'http://x.example/y',
    ])('is refused where a document lies outside of it: %j', async (location) => {
      const entry = { id: 'x', name: 'x', type: 'workflow', location };
      const artifact = anArtifact({ name: '@acme/hostile', manifest: { artifacts: [entry] } });
      const [status, pointer] = outcomeOf(await install(artifact));
      expect([status, String(pointer)]).toEqual([
        400,
        expect.stringMatching(/^#\/artifact\/manifest\/artifacts\/0/),
      ]);
    });

    it('is refused where its documents are nested deeper than can be stored', async () => {
      const nested = (levels: number): JsonObject =>
        levels === 0 ? {} : { below: nested(levels - 1) };
      const bundle = (levels: number) => [
        { type: 'workflow', data: { ...aWorkflow('Deep'), deep: nested(levels) } },
      ];
      const name = '@acme/deep';
      const [status, pointer] = outcomeOf(await install(anArtifact({ name, bundles: bundle(92) })));
      expect([status, String(pointer)]).toEqual([
        400,
        expect.stringMatching(/^#\/artifact\/bundles\/0/),
      ]);
      expect((await install(anArtifact({ name, bundles: bundle(60) }))).status).toBe(200);
    });

    it('is refused where a text holds half a character, or a key reaches for a prototype', async () => {
      const data = { ...aWorkflow('Half'), 'half \ud800': 1 };
      const bundles = [{ type: 'workflow', data }];
      expect((await install(anArtifact({ name: '@acme/half', bundles }))).status).toBe(400);
      const raw = JSON.stringify({ artifact: anArtifact({ name: '@acme/proto' }) }).replace(
        '"readme"',
        '"__proto__":{"polluted":1},"readme"',
      );
      const answer = await platform.as<Refusal>('admin', 'POST', '/admin/artifacts', {
        raw,
        headers: JSON_TYPE,
      });
      expect(outcomeOf(answer)).toEqual([400, '#/artifact/__proto__']);
      expect(Object.prototype).not.toHaveProperty('polluted');
    });

    it('is kept as it is where its keys only look dangerous', async () => {
      const data = {
        ...aWorkflow('Dangerous'),
        toString: 'x',
        constructor: { prototype: { polluted: 1 } },
        hasOwnProperty: false,
        $where: 'sleep(1000)',
        'a.b.$c': [{ $ref: 'x', $id: 'y' }],
        '': { empty: {} },
        date: '2026-01-01T00:00:00Z',
        number: 1e308,
      };
      const artifact = anArtifact({ name: '@acme/kept', bundles: [{ type: 'workflow', data }] });
      expect((await install(artifact)).status).toBe(200);
      const exported = await platform.as('admin', 'GET', '/admin/artifacts/%40acme%2Fkept/export');
      expect(exported.json).toEqual(artifact);
      await expectUnharmed();
    });

    it('is refused as too large for a document beyond 12 MiB, and nothing of it stays', async () => {
      const data = { ...aWorkflow('Large'), text: 'x'.repeat(13 * 1024 * 1024) };
      const artifact = anArtifact({ name: '@acme/large', bundles: [{ type: 'workflow', data }] });
      const answer = await install(artifact);
      expect([answer.status, answer.json.code]).toEqual([413, 'document-too-large']);
      const found = await platform.as<{ total: number }>(
        'admin',
        'GET',
        '/admin/artifacts?equals[name]=@acme/large',
      );
      expect(found.json.total).toBe(0);
    });
  });

  it('leaves the server as it was, and its caller signed in', async () => {
    await expectUnharmed();
    expect(await caller.isStillKnown()).toBe(true);
  });
});
