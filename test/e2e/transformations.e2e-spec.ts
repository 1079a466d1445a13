import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject } from '../../src/kernel/json.js';
import { aTransformation, edge, method, schema } from '../support/factories/a-transformation.js';
import { anArtifact } from '../support/factories/an-artifact.js';
import { type CallOptions, startApp, type TestApp } from '../support/start-app.js';

interface Problem {
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}
interface Listed {
  readonly result: {
    readonly results: readonly JsonObject[];
    readonly total: number;
    readonly skip: number;
    readonly limit: number;
  };
}
interface Verdict {
  readonly valid: boolean;
  readonly errors: readonly { readonly pointer: string; readonly code: string }[];
  readonly warnings: readonly { readonly pointer: string; readonly code: string }[];
}
interface Ran {
  readonly outgoing: unknown;
  readonly fuelUsed: number;
}

const at = (id: unknown, rest = ''): string =>
  `/transformations/${encodeURIComponent(String(id))}${rest}`;

describe('transformations', () => {
  let app: TestApp;
  const admin = <T = JsonObject>(verb: string, path: string, options?: CallOptions) =>
    app.as<T>('admin', verb, path, options);
  const create = <T = JsonObject>(document: JsonObject) =>
    admin<T>('POST', '/transformations', { body: { create: document } });
  const importing = <T = JsonObject>(transformation: JsonObject, options?: JsonObject) =>
    admin<T>('POST', '/transformations/import', { body: { transformation, options } });
  const run = <T = Ran>(name: string, body: JsonObject) =>
    admin<T>('POST', at(name, '/run'), { body });
  const list = async (query: string) =>
    (await app.as<Listed>('readonly', 'GET', `/transformations/?${query}`)).json.result;
  const namesIn = async (query: string) => (await list(query)).results.map(({ name }) => name);

  beforeAll(async () => {
    app = await startApp('transformations');
  });
  afterAll(() => app.close());

  describe('as documents', () => {
    beforeAll(async () => {
      await create(aTransformation({ name: 'Known' }));
    });

    it('are created with a new id and the name of the caller', async () => {
      const given = aTransformation({ name: 'Made', _id: 'mine', extra: { '': {} } });
      const { status, json, headers } = await create(given);
      expect(status).toBe(200);
      expect(json).toMatchObject({ name: 'Made', extra: { '': {} }, steps: given['steps'] });
      expect(json['_id']).toMatch(/^[0-9a-f]{24}$/);
      expect(json['createdBy']).toBe(json['lastUpdatedBy']);
      expect(headers.get('etag')).not.toBeNull();
      expect((await admin('GET', at('made'))).json).toEqual(json);
      expect((await app.as<JsonObject>('other', 'GET', at(json['_id']))).json).toEqual(json);
    });

    it('change in the members that are sent, and in no others', async () => {
      const { json: made } = await create(aTransformation({ name: 'Before' }));
      const { status, json } = await admin('PUT', at(made['_id']), {
        body: { update: { name: 'After', tags: ['t'] } },
      });
      expect(status).toBe(200);
      expect(json).toEqual({
        ...made,
        name: 'After',
        tags: ['t'],
        lastUpdated: json['lastUpdated'],
      });
      const stale = await admin<Problem>('PUT', at(made['_id']), {
        body: { update: { name: 'Again' } },
        headers: { 'if-match': '"1"' },
      });
      expect([stale.status, stale.json.code]).toEqual([412, 'precondition-failed']);
    });

    it('are gone after they are deleted', async () => {
      await create(aTransformation({ name: 'Gone' }));
      const stale = await admin('DELETE', at('Gone'), { headers: { 'if-match': '"7"' } });
      expect(stale.status).toBe(412);
      expect((await admin('DELETE', at('Gone'))).status).toBe(204);
      for (const [verb, rest, body] of [
        ['GET', '', undefined],
        ['GET', '/export', undefined],
        ['PUT', '', { update: {} }],
        ['DELETE', '', undefined],
        ['POST', '/run', {}],
      ] as const) {
        const { status } = await admin(verb, at('Gone', rest), body && { body });
        expect([verb, rest, status]).toEqual([verb, rest, 404]);
      }
    });

    it('are exported as they were imported, whatever they hold', async () => {
      const real = {
        ...aTransformation({ name: 'Imported' }),
        _id: '5f7c62b43451a606c2fb0305',
        created: '2025-01-23T14:21:33.275Z',
        createdBy: { _id: 'x', provenance: 'Elsewhere', username: 'ada@elsewhere' },
        functions: [{ id: 'a', name: 'a', steps: [{ id: 1, type: 'of another time' }] }],
        view: { col: 1, row: 5 },
        comments: [],
        empty: {},
        toString: 'kept',
        constructor: { name: 'kept' },
      };
      expect((await importing(real)).json).toEqual(real);
      const exported = await app.as<JsonObject>('apiread', 'GET', at('imported', '/export'));
      expect(exported.json).toEqual(real);
      const taken = await importing<Problem>(real);
      expect([taken.status, taken.json.code]).toEqual([409, 'name-taken']);
      const other = await importing({ ...real, description: 'another' }, { overwrite: true });
      expect(other.json).toEqual({ ...real, description: 'another' });
      const copy = await importing({ ...real, name: 'Copy' });
      expect(copy.json['_id']).not.toBe(real._id);
    });

    it('may be unfinished, but are refused when they are none', async () => {
      const unfinished = await create(
        aTransformation({ name: 'Draft', steps: [method(1, 'Array.unheardOf', []), 'no step'] }),
      );
      expect(unfinished.status).toBe(200);
      const { status, json } = await create<Problem>({ name: 'None', steps: {}, incoming: 1 });
      expect(status).toBe(400);
      expect(json.errors?.map(({ pointer }) => pointer)).toEqual([
        '#/create/incoming',
        '#/create/steps',
      ]);
      const updated = await admin<Problem>('PUT', at('Draft'), { body: { update: { name: '' } } });
      expect(updated.json.errors?.[0]?.pointer).toBe('#/update/name');
      const taken = await admin<Problem>('PUT', at('Draft'), {
        body: { update: { name: 'Known' } },
      });
      expect([taken.status, taken.json.code]).toEqual([409, 'name-taken']);
      expect((await create<Problem>({ name: 'DRAFT' })).json.code).toBe('name-taken');
    });

    it('are refused when they are too large to be stored', async () => {
      const steps = Array.from({ length: 13 }, () => 'x'.repeat(1024 * 1024));
      for (const [verb, path, key] of [
        ['POST', '/transformations', 'create'],
        ['POST', '/transformations/import', 'transformation'],
        ['PUT', at('Known'), 'update'],
      ] as const) {
        const { status, json } = await admin<Problem>(verb, path, {
          body: { [key]: { name: `Large ${key}`, steps } },
        });
        expect([status, json.code]).toEqual([413, 'document-too-large']);
      }
    });
  });

  describe('in lists', () => {
    beforeAll(async () => {
      for (const [name, incoming, outgoing] of [
        ['List a', [schema('host')], [schema('device', 'object', { title: 'Device' })]],
        ['List b', [schema('device', ['array', 'null'])], [schema('host', 'number')]],
        ['List c', [], []],
      ] as const) {
        await create({
          name,
          description: `For ${name.toUpperCase()}`,
          incoming: [...incoming],
          outgoing: [...outgoing],
        });
      }
    });

    it('come in the order of names, in parts, with their number', async () => {
      const part = await list('contains=LIST&limit=2&skip=1');
      expect([part.total, part.skip, part.limit]).toEqual([3, 1, 2]);
      expect(part.results.map(({ name }) => name)).toEqual(['List b', 'List c']);
      expect(part.results[1]).toEqual((await admin('GET', at('List c'))).json);
      expect((await list('')).limit).toBe(25);
    });

    it.each([
      ['queryParameters[name][]=List c&queryParameters[name][]=List a', ['List a', 'List c']],
      ['name[]=list a', []],
      ['contains=for list&containsField=description', ['List a', 'List b', 'List c']],
      ['outgoing[]=device&name[]=List a&name[]=List b', ['List a']],
      ['outgoing[]=Device&outgoing[]=number', ['List a', 'List b']],
      ['schema[]=device&contains=list', ['List a', 'List b']],
      ['schema[]=null', ['List b']],
      ['schema[]=host&outgoing[]=object', ['List a']],
      ['outgoing[]=nothing', []],
    ])('are found by %s', async (query, names) => {
      expect(await namesIn(query)).toEqual(names);
    });

    it('show who made them as they say it, or as records', async () => {
      const [plain] = (await list('name[]=List a')).results;
      const username = plain?.['createdBy'];
      const [expanded] = (await list('name[]=List a&expand=true')).results;
      const author = { _id: expect.any(String), provenance: 'local', username };
      expect(typeof username).toBe('string');
      expect(expanded).toEqual({ ...plain, createdBy: author, lastUpdatedBy: author });
      const id = (expanded?.['createdBy'] as JsonObject)['_id'];
      await importing({ name: 'By id', createdBy: id ?? '', lastUpdatedBy: 'nobody-known' });
      const [byId] = (await list('name[]=By id&expand=true')).results;
      expect(byId).toMatchObject({ createdBy: author, lastUpdatedBy: 'nobody-known' });
    });

    it('refuse what they do not know, and ignore what changes nothing', async () => {
      const answer = await admin('GET', '/transformations?_=1&include=name&name[]=List%20a');
      expect(answer.status).toBe(200);
      expect(answer.headers.get('x-ignored-parameters')).toBe('_');
      expect((await admin('GET', '/transformations?containsField=nothing')).status).toBe(400);
    });

    it('answer the bare value to who asks for it', async () => {
      const { json } = await admin<Listed['result']>('GET', '/transformations/?name[]=List%20a', {
        headers: { prefer: 'envelope=bare' },
      });
      expect(json.total).toBe(1);
    });
  });

  describe('that run', () => {
    it('answer what goes out', async () => {
      await create(aTransformation({ name: 'Run' }));
      const { status, json } = await run('Run', { incoming: { who: 'Ada' } });
      expect(status).toBe(200);
      expect(json).toEqual({ outgoing: { greeting: 'Hello Ada!' }, fuelUsed: 2 });
      const bare = await run('Run', { incoming: { who: 'Ada' }, options: { extractOutput: true } });
      expect(bare.json.outgoing).toBe('Hello Ada!');
    });

    it('hold what comes in to its schemas, and take their defaults, when asked', async () => {
      const incoming = [schema('who', 'string', { default: 'you', maxLength: 5 })];
      await create(aTransformation({ name: 'Strict', incoming }));
      const options = { validateIncoming: true };
      const refused = await run<Problem>('Strict', { incoming: { who: 'somebody' }, options });
      expect([refused.status, refused.json.code]).toEqual([400, 'invalid-input']);
      expect(refused.json.errors).toEqual([
        { pointer: '#/incoming/who', detail: 'must NOT have more than 5 characters' },
      ]);
      const missing = await run<Problem>('Strict', { options });
      expect(missing.json.errors).toEqual([{ pointer: '#/incoming/who', detail: 'is required' }]);
      const settled = await run('Strict', { options: { ...options, revertToDefaultValue: true } });
      expect(settled.json.outgoing).toEqual({ greeting: 'Hello you!' });
    });

    it('say which step failed, and why', async () => {
      const steps = [
        method(7, 'String.split', [null, ',']),
        edge('incoming who', 'method 7/args/0/value'),
        edge('method 7/return', 'outgoing greeting'),
      ];
      await create(aTransformation({ name: 'Fails', steps }));
      const { status, json } = await run<Problem>('Fails', { incoming: { who: [1] } });
      expect([status, json.code]).toEqual([409, 'transformation-failed']);
      expect(json.detail).toContain('step 7 (String.split)');
      expect(json.errors).toEqual([
        { pointer: '#/steps/0', detail: 'wrong-type: argument 1 must be a text, it is an array' },
      ]);
    });

    it('do not begin where they cannot run', async () => {
      const steps = [method(1, 'Array.unheardOf', []), 'no step'];
      await create(aTransformation({ name: 'Unfit', steps }));
      const { status, json } = await run<Problem>('Unfit', {});
      expect([status, json.code]).toEqual([409, 'transformation-invalid']);
      const places = json.errors?.map(({ pointer }) => pointer);
      expect(places).toEqual(expect.arrayContaining(['#/steps/0', '#/steps/1']));
    });
  });

  it('that came with a package are listed and changed, and go with it', async () => {
    const data = aTransformation({ name: 'Packaged' });
    const bundles = [{ type: 'transformation', data }];
    const prebuilt = anArtifact({ name: '@acme/transformations', bundles });
    await admin('POST', '/prebuilts/import', { body: { prebuilt } });
    expect(await namesIn('outgoing[]=greeting&name[]=Packaged')).toEqual(['Packaged']);
    expect((await run('Packaged', { incoming: { who: 'Bo' } })).status).toBe(200);
    const changed = await admin('PUT', at('Packaged'), { body: { update: { mine: true } } });
    expect([changed.status, changed.json['mine']]).toEqual([200, true]);
    const kept = await admin<Problem>('DELETE', at('Packaged'));
    expect([kept.status, kept.json.code]).toEqual([409, 'packaged']);
  });

  it('say before they are saved what keeps them from running', async () => {
    const steps = [
      method(1, 'Array.unheardOf', [null]),
      method(2, 'Math.add', [null, 1]),
      edge('method 2/return', 'method 2/args/0/value'),
      edge('method 9/return', 'outgoing greeting'),
    ];
    const judge = async (transformation: JsonObject) =>
      (await admin<Verdict>('POST', '/transformations/validate', { body: { transformation } }))
        .json;
    const verdict = await judge(aTransformation({ steps }));
    expect(verdict.valid).toBe(false);
    expect(verdict.errors.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      'unknown-source #/steps/3/from',
      'unknown-method #/steps/0',
      'cycle #/steps/1',
    ]);
    const silent = await judge(aTransformation({ steps: [] }));
    expect([silent.valid, silent.warnings.map(({ code }) => code)]).toEqual([
      true,
      ['never-assigned'],
    ]);
  });

  it('are written by those only who may', async () => {
    for (const role of ['readonly', 'other', 'apiread', 'engineering'] as const) {
      const body = { create: aTransformation({ name: `By ${role}` }) };
      expect((await app.as(role, 'POST', '/transformations', { body })).status).toBe(403);
    }
    await create(aTransformation({ name: 'Kept' }));
    expect((await app.as('engineering', 'GET', at('Kept'))).status).toBe(403);
  });
});
