import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { type JsonObject } from '../../../kernel/json.js';
import { type InstanceItem } from './instance-item.js';
import { patchBody } from './patch-body.js';
import { INSTANCES_MAX, readInstances } from './read-instances.js';

const DNS = '/dns-config:dns-config';
const acme = { name: 'acme', 'dns-server': '192.0.2.1' };
const other = { name: 'other', 'dns-server': '192.0.2.2' };

function items(instance: JsonObject, beside?: string): readonly InstanceItem[] {
  const reading = readInstances(instance, beside);
  if (reading.kind === 'refused') throw new Error(JSON.stringify(reading.faults));
  return reading.value;
}

function only(path: string, instance: JsonObject, more: JsonObject = {}): InstanceItem {
  const [item] = items({ servicePath: [{ path, instance, ...more }] });
  if (!item) throw new Error('there is one');
  return item;
}

function faults(instance: JsonObject): readonly string[] {
  const reading = readInstances(instance);
  return reading.kind === 'refused'
    ? reading.faults.map(({ pointer, detail }) => `${pointer} ${detail}`)
    : [];
}

describe('the two forms of instance', () => {
  it.each([
    [
      'items with path and instance',
      {
        servicePath: [
          { path: DNS, instance: acme },
          { path: DNS, instance: other },
        ],
      },
      undefined,
    ],
    ['bare instances beside a path', { path: DNS, servicePath: [acme, other] }, undefined],
    ['bare instances with a path outside', { servicePath: [acme, other] }, DNS],
    ['instances under their path', { [DNS]: [acme, other] }, undefined],
    ['a path without its slash', { 'dns-config:dns-config': [acme, other] }, undefined],
    ['a path as a resource', { '/restconf/data/dns-config:dns-config': [acme, other] }, undefined],
  ] as [string, JsonObject, string | undefined][])('reads %s', (_, instance, beside) => {
    const read = items(instance, beside);
    expect(read.map(({ xpath }) => xpath)).toEqual([`${DNS}=acme`, `${DNS}=other`]);
    expect(read.map((item) => patchBody([item]))).toEqual([
      { 'dns-config:dns-config': [acme] },
      { 'dns-config:dns-config': [other] },
    ]);
  });

  it('takes an instance with a leaf called path for what it is when a path stands beside', () => {
    const instance = { name: 'x', path: '/somewhere', instance: 'y' };
    expect(items({ path: DNS, servicePath: [instance] })[0]?.instance).toEqual(instance);
  });

  it('names each instance by its place', () => {
    expect(
      items({ [DNS]: [acme, other], '/m:list': [{ id: 7 }] }).map((item) => item.pointer),
    ).toEqual([
      '#/instance/~1dns-config:dns-config/0',
      '#/instance/~1dns-config:dns-config/1',
      '#/instance/~1m:list/0',
    ]);
  });

  it.each([
    [{}, '#/instance must hold at least one instance'],
    [{ servicePath: [] }, '#/instance must hold at least one instance'],
    [{ servicePath: {} }, '#/instance/servicePath must be a list'],
    [{ servicePath: [acme] }, '#/instance/servicePath/0 must have a path'],
    [{ servicePath: [acme], [DNS]: [] }, 'cannot stand beside servicePath'],
    [{ servicePath: ['x'], path: DNS }, '#/instance/servicePath/0 must hold an instance'],
    [{ [DNS]: acme }, '#/instance/~1dns-config:dns-config must be a list of instances'],
    [{ '/dns-config': [acme] }, 'must begin with a module'],
    [{ '/a:b//c': [acme] }, 'has a step that is no name'],
    [{ '/a:b/../c': [acme] }, 'has a step that is no name'],
    [{ "/a:b[name='x": [acme] }, 'does not end'],
    [{ '/a:b[1]': [acme] }, 'has keys that cannot be read'],
    [{ '/a:b=%zz': [acme] }, 'has keys that cannot be read'],
    [{ '/a:b=x/c': [acme] }, 'without its leaves'],
    [{ "/a:b[name='x']": [acme] }, 'has another name than its path'],
    [{ '/a:b=other': [acme] }, 'has no leaf with the value of a key in its path'],
    [{ '/a:b': [{}] }, 'has no leaf that could be its key'],
    [{ '/a:b': [{ token: 'x' }] }, 'has no leaf that could be its key'],
    [{ '/a:b': [{ name: '\ud800' }] }, 'has no leaf that could be its key'],
    [
      { servicePath: [{ path: DNS, instance: acme, keys: ['vpn'] }] },
      'no usable value for its key vpn',
    ],
    [{ servicePath: [{ path: DNS, instance: acme, keys: 'name' }] }, '/keys must be a list'],
    [{ servicePath: [{ path: DNS, instance: acme, planHash: 'x' }] }, '/planHash must be'],
    [{ [`/a:${'b'.repeat(3000)}`]: [acme] }, 'must have at most'],
  ] as [JsonObject, string][])('refuses %j', (instance, expected) => {
    expect(faults(instance).join()).toContain(expected);
  });

  it('names every fault of many instances, and refuses too many', () => {
    expect(faults({ [DNS]: [acme, 'x', 'y'] })).toHaveLength(2);
    const many = Array.from({ length: INSTANCES_MAX + 1 }, (_, at) => ({ name: String(at) }));
    expect(faults({ [DNS]: many })[0]).toContain('at most');
  });
});

describe('keys', () => {
  it.each([
    ['/m:list', { name: 'a', id: 1 }, {}, '/m:list=a'],
    ['/m:list', { id: 17 }, {}, '/m:list=17'],
    ['/m:list', { password: 'x', vlan: 5 }, {}, '/m:list=5'],
    ['/m:list', { 'm:name': 'a' }, {}, '/m:list=a'],
    ['/m:list', { name: '' }, {}, '/m:list='],
    ['/m:list', { a: 1, b: 'x/y', name: 'n' }, { keys: ['b', 'a'] }, '/m:list=x%2Fy,1'],
    ['/m:list=k,1', { a: 'k', b: 1, name: 'n' }, {}, '/m:list=k,1'],
    ['/m:list=a%2Cb', { name: 'a,b' }, {}, '/m:list=a%2Cb'],
    ['/m:list{k "two words"}', { x: 'k', y: 'two words' }, {}, '/m:list=k,two%20words'],
    ["/m:list[name='k']", { x: 'n' }, {}, '/m:list=k'],
    ["/m:top/list-b[a='/x']/inner", { name: 'n' }, {}, '/m:top/list-b=%2Fx/inner=n'],
  ] as [string, JsonObject, JsonObject, string][])(
    'of %s %j %j are %s',
    (path, instance, more, xpath) => {
      expect(only(path, instance, more).xpath).toBe(xpath);
    },
  );

  it('that a path names become part of the instance', () => {
    expect(only("/m:list[name='k']", { x: 1 }).instance).toEqual({ name: 'k', x: 1 });
  });

  it('encodes every character that is reserved anywhere in a URI', () => {
    const hostile = `a/b?c#d[e]@f!g$h&i'j(k)l*m+n,o;p=q:r%s ..\\"é`;
    const { xpath } = only('/m:list', { name: hostile });
    expect(xpath.slice('/m:list='.length)).toMatch(/^[A-Za-z0-9%._~-]+$/);
    expect(decodeURIComponent(xpath.slice('/m:list='.length))).toBe(hostile);
  });

  it('come back from the path whatever they are', () => {
    const key = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(fc.array(key, { minLength: 1, maxLength: 3 }), (keys) => {
        const instance = Object.fromEntries(keys.map((value, at) => [`k${at}`, value]));
        const { xpath } = only('/m:list', instance, { keys: keys.map((_, at) => `k${at}`) });
        expect(xpath).toMatch(/^\/m:list=[A-Za-z0-9%._~,-]+$/);
        expect(xpath.slice('/m:list='.length).split(',').map(decodeURIComponent)).toEqual(keys);
        // What was written can be read again as a path of its own.
        expect(only(xpath, instance).xpath).toBe(xpath);
      }),
    );
  });

  it('never throws for any path', () => {
    fc.assert(
      fc.property(fc.string(), fc.jsonValue(), (path, instance) => {
        readInstances({ servicePath: [{ path, instance: instance as never }] });
        readInstances({ [path]: [instance as never] });
      }),
    );
  });
});

describe('what is sent for one or several instances', () => {
  it('nests containers and entries that lie on the way', () => {
    const item = only("/m:top/box/list-b[a='1'][b='2']/n:inner", acme);
    expect(patchBody([item])).toEqual({
      'm:top': { box: { 'list-b': [{ a: '1', b: '2', 'n:inner': [acme] }] } },
    });
  });

  it('puts all into one body, in order, entries of one list together', () => {
    const all = items({
      '/m:list': [acme],
      "/m:top/l[a='1']/in": [acme],
      '/m:list/': [],
      "/m:top/l[a='2']/in": [other],
    });
    expect(patchBody(all)).toEqual({
      'm:list': [acme],
      'm:top': {
        l: [
          { a: '1', in: [acme] },
          { a: '2', in: [other] },
        ],
      },
    });
  });
});
