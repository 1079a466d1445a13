import 'reflect-metadata';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  ListedStarts,
  ListedThing,
  OpenThing,
  ThingListOptions,
} from '../../../test/support/factories/a-list.js';
import { parseQueryText } from '../query/query-text.js';
import { describedList } from './list-declaration.js';
import { readList } from './read-list.js';

const LIST = describedList('listJobs', {
  item: ListedThing,
  also: ['note'],
  own: ThingListOptions,
  order: ['metrics.start', -1],
  aliases: { begun: 'metrics.start' },
});
const read = (text: string, body?: unknown) =>
  readList(
    LIST,
    { query: parseQueryText(encodeURI(text)), body },
    { limitMax: 2000, pageSize: 25 },
  );
const asked = (text: string, body?: unknown) => {
  const found = read(text, body);
  if (found.kind === 'refused') throw new Error(JSON.stringify(found.faults));
  return found.request;
};
const refusedAt = (text: string, body?: unknown) => {
  const found = read(text, body);
  return found.kind === 'refused' ? found.faults.map(({ pointer }) => pointer) : [];
};
const conditionsOf = (text: string, body?: unknown) =>
  asked(text, body).conditions.map(({ field, verb, values }) => [field, verb, ...values]);

describe('the conditions of a list', () => {
  it.each([
    ['equals=x', ['name', 'equals', 'x']],
    ['equals=paused&equalsField=status', ['status', 'equals', 'paused']],
    ['equals[status]=paused', ['status', 'equals', 'paused']],
    ['equals={"status":"paused"}', ['status', 'equals', 'paused']],
    ['starts-with[name]=a', ['name', 'startsWith', 'a']],
    ['startsWith[name]=a', ['name', 'startsWith', 'a']],
    ['in[status]=paused,running', ['status', 'in', 'paused', 'running']],
    ['in[status]=paused&in[status]=running', ['status', 'in', 'paused', 'running']],
    ['in[status][]=paused', ['status', 'in', 'paused']],
    ['in[name]=["a,b"]', ['name', 'in', 'a,b']],
    ['not-in=paused&not-inField=status', ['status', 'not-in', 'paused']],
    ['gte[metrics.start]=5', ['metrics.start', 'gte', 5]],
    ['gte[metrics][start]=5', ['metrics.start', 'gte', 5]],
    ['gte[begun]=5', ['metrics.start', 'gte', 5]],
    ['lt[updated]=1970-01-01T00:00:01Z', ['updated', 'lt', 1000]],
    ['lt[updated]=1000', ['updated', 'lt', 1000]],
    ['exists[note]=False', ['note', 'exists', false]],
    ['equals[test]=True', ['test', 'equals', true]],
    ['queryOptions[equals][name]=x', ['name', 'equals', 'x']],
    ['queryParameters={"equals":{"name":"x"}}', ['name', 'equals', 'x']],
    ['options[equals]=x', ['name', 'equals', 'x']],
  ])('are understood: %s', (text, condition) => {
    expect(conditionsOf(text)).toEqual([condition]);
  });

  it.each([{ queryParameters: {} }, { options: {} }, { queryOptions: {} }, {}])(
    'are taken from a body as well, below the query string: %j',
    (wrapper) => {
      const [key] = Object.keys(wrapper);
      const options = { equals: { name: 'x', test: true }, limit: 3 };
      const body = key === undefined ? options : { [key]: options };
      expect(conditionsOf('limit=4', body)).toEqual([
        ['name', 'equals', 'x'],
        ['test', 'equals', true],
      ]);
      expect(asked('limit=4', body).limit).toBe(4);
    },
  );

  it.each([
    ['equals[nothing]=x', '#/equals/nothing'],
    ['equals=x&equalsField=nothing', '#/equalsField'],
    ['equalsField=nothing', '#/equalsField'],
    ['equals[toString]=x', '#/equals/toString'],
    ['equals[status]=pausd', '#/equals/status'],
    ['in[status]=paused,pausd', '#/in/status'],
    ['contains[metrics.start]=5', '#/contains/metrics.start'],
    ['gt[metrics.start]=x', '#/gt/metrics.start'],
    ['gt[updated]=yesterday', '#/gt/updated'],
    ['equals[test]=maybe', '#/equals/test'],
    ['equals[name]=a&equals[name]=b', '#/equals/name'],
    [`equals[name]=${'x'.repeat(1025)}`, '#/equals/name'],
    [`in[name]=${Array.from({ length: 1001 }, String).join(',')}`, '#/in/name'],
    ['equal[name]=x', '#/equal'],
    ['name=x', '#/name'],
    ['filter[name]=x', '#/filter'],
    ['_id=x', '#/_id'],
    ['sort=nothing', '#/sort'],
    ['sort[nothing]=1', '#/sort/nothing'],
    ['sort=steps.name', '#/sort'],
    ['sort[name]=up', '#/sort/name'],
    ['sort[name]=1&order=1', '#/order'],
    ['order=up', '#/order'],
    ['limit=-1', '#/limit'],
    ['limit=x', '#/limit'],
    ['page=0', '#/page'],
    ['skip=1&page=2', '#/page'],
    ['skip=1&start=1', '#/start'],
    ['options=x', '#/options'],
    ['include=bogus', '#/include'],
    ['fields=metrics.start', '#/fields'],
  ])('are refused where they are wrong: %s', (text, pointer) => {
    expect(refusedAt(text)).toEqual([pointer]);
  });

  it('are refused where a body is none', () => {
    expect(refusedAt('', [1])).toEqual(['#']);
    expect(refusedAt('', { options: 1 })).toEqual(['#/options']);
  });

  it('are made of the options of the list that ask for them, where they are given', () => {
    const list = describedList('listJobs', {
      item: ListedThing,
      own: ThingListOptions,
      order: ['metrics.start', -1],
      filters: { cursor: 'name' },
    });
    const limits = { limitMax: 2000, pageSize: 25 };
    const conditionsFor = (text: string) =>
      readList(list, { query: parseQueryText(text), body: undefined }, limits);
    expect(conditionsFor('cursor=x')).toMatchObject({
      request: { conditions: [{ field: 'name', kind: 'text', verb: 'in', values: ['x'] }] },
    });
    expect(conditionsFor('mine=1')).toMatchObject({ request: { conditions: [] } });
  });

  it('say which fields and verbs there are', () => {
    const found = [read('equals[nothing]=x'), read('contains[test]=x'), read('nothing=x')];
    const details = found.map((one) => (one.kind === 'refused' ? one.faults[0]?.detail : ''));
    expect(details[0]).toContain('status');
    expect(details[1]).toContain('equals, in, not-in, exists');
    expect(details[2]).toContain('starts');
    const nameless = describedList('listJobs', {
      item: ListedStarts,
      order: ['metrics.start', -1],
    });
    const limits = { limitMax: 2000, pageSize: 25 };
    const meant = readList(
      nameless,
      { query: parseQueryText('equals=x'), body: undefined },
      limits,
    );
    expect(meant.kind === 'refused' && meant.faults).toMatchObject([
      { pointer: '#/equals', detail: expect.stringContaining('write equals[_id]=…') as string },
    ]);
  });

  it('are never dropped: any key is a condition, an option, harmless, or refused', () => {
    const word = fc.stringMatching(/^[A-Za-z][A-Za-z_-]{0,12}$/);
    fc.assert(
      fc.property(word, word, fc.boolean(), (key, field, isNested) => {
        fc.pre(!['token', 'constructor', 'prototype'].includes(key));
        fc.pre(!['constructor', 'prototype'].includes(field));
        const found = read(isNested ? `${key}[${field}]=1` : `${key}=1`);
        if (found.kind === 'refused') return found.faults.length > 0;
        const { conditions, sort, own, include } = found.request;
        const { skip, limit, exclude } = found.request;
        const isUnderstood =
          conditions.length + sort.length + Object.keys(own).length + exclude.size > 0 ||
          include !== undefined ||
          skip !== 0 ||
          limit !== 25 ||
          key === 'page' ||
          found.ignored.includes(key);
        return isUnderstood;
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the part of a list', () => {
  it('is the first 25 in its own order where nothing is said', () => {
    expect(asked('')).toMatchObject({ conditions: [], sort: [], skip: 0, limit: 25 });
  });

  it.each([
    ['sort=name', [{ field: 'name', direction: 1 }]],
    ['sort=name&order=-1', [{ field: 'name', direction: -1 }]],
    ['sort=name&order=desc', [{ field: 'name', direction: -1 }]],
    ['order=1', [{ field: 'metrics.start', direction: 1 }]],
    ['sort=begun', [{ field: 'metrics.start', direction: -1 }]],
    ['order[name]=-1', [{ field: 'name', direction: -1 }]],
    [
      'sort[status]=asc&sort[name]=-1',
      [
        { field: 'status', direction: 1 },
        { field: 'name', direction: -1 },
      ],
    ],
    ['sort={"metrics":{"start":1}}', [{ field: 'metrics.start', direction: 1 }]],
  ])('is ordered as it is asked: %s', (text, sort) => {
    expect(asked(text).sort).toEqual(sort);
  });

  it.each([
    ['skip=5', 5, 25, 1],
    ['skip=50', 50, 25, 3],
    ['start=5&limit=0', 5, 0, 1],
    ['page=3&limit=10', 20, 10, 3],
    ['limit=5000', 0, 2000, 1],
  ])('begins and ends where it is asked: %s', (text, skip, limit, page) => {
    expect(asked(text)).toMatchObject({ skip, limit, page });
  });

  it.each([
    ['as many as a page has', { paged: true }, '', [10]],
    ['a page at least', { paged: true, limitMax: 5 }, 'limit=50', [10, 10]],
    ['no more than the list allows', { limitMax: 20 }, 'limit=50', [20, 20]],
    ['no more than any list may', { limitMax: 200 }, 'limit=150', [100, 100]],
    ['all that there may be', { zeroIsAll: true }, 'limit=0', [100, 100]],
    ['as many as may be, which nobody asked for', { limit: 150 }, '', [100]],
  ] as const)('shows %s: %j', (_, source, text, [limit, limitApplied]) => {
    const list = describedList('listJobs', {
      item: ListedThing,
      order: ['metrics.start', -1],
      ...source,
    });
    const carriers = { query: parseQueryText(text), body: undefined };
    const found = readList(list, carriers, { limitMax: 100, pageSize: 10 });
    expect(found).toMatchObject({ kind: 'read', request: { limit }, limitApplied });
  });

  it('has the members that are asked for', () => {
    expect(asked('include=name, tags&exclude=note')).toMatchObject({
      include: new Set(['name', 'tags']),
      exclude: new Set(['note']),
    });
    expect(asked('fields=tags').include).toEqual(new Set(['tags']));
    const open = describedList('searchWorkflows', { item: OpenThing, order: ['name', 1] });
    const limits = { limitMax: 2000, pageSize: 25 };
    const any = readList(open, { query: parseQueryText('include=any'), body: undefined }, limits);
    expect(any.kind === 'read' && any.request.include).toEqual(new Set(['any']));
  });

  it('names what cannot change it, and the limit that it was cut to', () => {
    expect(read('_=1&utm_source=x&limit=3000&include=name,bogus&exclude=none')).toMatchObject({
      ignored: ['_', 'utm_source', 'include=bogus', 'exclude=none'],
      limitApplied: 2000,
    });
  });

  it('knows the options of the list', () => {
    expect(asked('mine=1&cursor=x').own).toEqual({ mine: true, cursor: 'x' });
    expect(refusedAt('mine=x')).toEqual(['#/mine']);
  });
});
