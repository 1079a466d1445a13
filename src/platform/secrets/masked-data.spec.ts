import { describe, expect, it } from '@jest/globals';
import { type JsonObject } from '../../kernel/json.js';
import { secretRemover } from './known-secrets.js';
import { maskedData, secretsWithin } from './masked-data.js';

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
});
