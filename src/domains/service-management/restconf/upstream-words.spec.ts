import { describe, expect, it } from 'vitest';
import { type JsonObject } from '../../../kernel/json.js';
import { devicesOf, dryRunResult } from './dry-run-result.js';
import { dryRunOf, PLAN_HASH_FORM, planHash } from './plan-hash.js';
import { secretRemover } from '../../../platform/secrets/known-secrets.js';
import { maskLeaves, secretTexts, soundsSecretLeaf } from './secret-leaves.js';
import { errorMessage } from './upstream-errors.js';

describe('what a dry-run answers', () => {
  it.each([
    [
      'native',
      {
        native: {
          device: [
            { name: 'ex1', data: 'no x' },
            { name: 'ex0', data: 'y' },
          ],
        },
      },
    ],
    [
      'cli',
      {
        cli: {
          'local-node': {
            data: ' devices {\n     device ex1 {\n+    device ex0 {\n     device ex1 {\n',
          },
        },
      },
    ],
    [
      'xml',
      {
        'result-xml': {
          'local-node': {
            data: '<devices xmlns="u">\n <device>\n  <name>ex1</name>\n </device><device><name>ex0</name></device></devices>',
          },
        },
      },
    ],
    [
      'several nodes',
      { cli: { 'lsa-node': [{ name: 'low', data: '  device ex1 {\n  device "ex0" {\n' }] } },
    ],
  ] as [string, JsonObject][])('names the devices of %s', (_, result) => {
    expect(devicesOf(result)).toEqual(['ex1', 'ex0']);
  });

  it('is found under its key, with and without a module, and nowhere else', () => {
    const result = { cli: {} };
    expect(dryRunResult({ 'dry-run-result': result })).toBe(result);
    expect(dryRunResult({ 'tailf-restconf:dry-run-result': result })).toBe(result);
    expect(dryRunResult({ result })).toBeUndefined();
    expect(dryRunResult([])).toBeUndefined();
  });

  it('is read in linear time', () => {
    const data = '<device '.repeat(50_000) + ' device '.repeat(50_000);
    expect(devicesOf({ cli: { 'local-node': { data } }, xml: { 'local-node': { data } } })).toEqual(
      [],
    );
  });
});

describe('a plan hash', () => {
  const commit = { flags: ['no-networking', 'use-lsa'] as const, dryRun: null, queue: null };
  const plan = {
    adapterId: 'a',
    body: { 'm:l': [{ name: 'x', b: 1 }] },
    commit,
    dryRun: { format: 'native', reverse: false },
    result: { cli: {} },
  } as const;
  const hash = planHash({ ...plan, body: { 'm:l': [{ name: 'x', b: 1 }] }, result: { cli: {} } });

  it('is the same for the same plan, whatever the order of keys and flags', () => {
    const flags = ['use-lsa', 'no-networking'] as const;
    const body = { 'm:l': [{ b: 1, name: 'x' }] };
    expect(planHash({ ...plan, body, commit: { ...commit, flags }, result: { cli: {} } })).toBe(
      hash,
    );
    expect(hash).toMatch(PLAN_HASH_FORM);
  });

  it.each([
    ['another orchestrator', { adapterId: 'b' }],
    ['another instance', { body: { 'm:l': [{ name: 'x', b: 2 }] } }],
    ['other flags', { commit: { ...commit, flags: [] } }],
    ['another outcome', { result: { cli: { x: 1 } } }],
  ])('is another one for %s', (_, change) => {
    const changed = {
      ...plan,
      body: { 'm:l': [{ name: 'x', b: 1 }] },
      result: { cli: {} },
      ...change,
    };
    expect(planHash(changed)).not.toBe(hash);
  });

  it('says how the dry-run was asked for', () => {
    expect(dryRunOf(hash)).toEqual({ format: 'native', reverse: false });
    expect(dryRunOf(`native-reverse:${'0'.repeat(64)}`)).toEqual({
      format: 'native',
      reverse: true,
    });
    expect(dryRunOf(`cli-c:${'0'.repeat(64)}`).format).toBe('cli-c');
  });
});

describe('complaints of an orchestrator', () => {
  it('are told in its own words', () => {
    const error = [{ 'error-tag': 'a', 'error-message': 'first' }, { 'error-tag': 'second' }, {}];
    const answer = { 'ietf-restconf:errors': { error } };
    expect(errorMessage(answer)).toBe('first; second');
  });

  it('are not made up', () => {
    expect(errorMessage({ error: 'x' })).toBeUndefined();
    expect(errorMessage({ 'ietf-restconf:errors': { error: {} } })).toBeUndefined();
    expect(errorMessage(null)).toBeUndefined();
  });

  it('are cut when they have no end', () => {
    const error = [{ 'error-message': 'x'.repeat(100_000) }];
    expect(errorMessage({ 'ietf-restconf:errors': { error } })).toHaveLength(2001);
  });
});

describe('secrets of instances', () => {
  const instance = {
    name: 'acme',
    'm:password': 'hunter22',
    snmp: { community: ['publicly', ''], enabled: true },
    bgp: [{ 'auth-key': 'k&"y5', keys: 3 }],
    'secret-box': { a: { b: 12345678 }, on: true, none: null },
  };

  it('are masked by the names of their leaves, at any depth', () => {
    expect(maskLeaves(instance)).toEqual({
      name: 'acme',
      'm:password': '<SECRET>',
      snmp: { community: ['<SECRET>', ''], enabled: true },
      bgp: [{ 'auth-key': '<SECRET>', keys: 3 }],
      'secret-box': { a: { b: '<SECRET>' }, on: true, none: null },
    });
  });

  it('are taken out of what comes back, however it is spelt there', () => {
    const secrets = secretTexts(instance);
    const text = `a hunter22 publicly {"x":"k&\\"y5"} <y>k&amp;&quot;y5</y> 12345678 acme`;
    expect(secretRemover(secrets)(text)).toBe(
      'a <SECRET> <SECRET> {"x":"<SECRET>"} <y><SECRET></y> <SECRET> acme',
    );
  });

  it('stand beside the leaf that names them as well', () => {
    const named = {
      attribute: [
        { name: 'password', value: 'hunter22' },
        { name: 'mtu', value: 9 },
      ],
    };
    expect(maskLeaves(named)).toEqual({
      attribute: [
        { name: 'password', value: '<SECRET>' },
        { name: 'mtu', value: 9 },
      ],
    });
    expect(secretTexts(named)).toEqual(['hunter22']);
  });

  it('are found whole where one is the beginning of another, however many there are', () => {
    const many = Array.from({ length: 50_000 }, (_, at) => `secret${at}`);
    const text = 'secret1 secret10000 secre secret'.repeat(1000);
    expect(secretRemover(many)(text)).toBe('<SECRET> <SECRET> secre secret'.repeat(1000));
  });

  it('are none where a name only resembles one', () => {
    expect(['key', 'name', 'keys', 'm:vpn', 'secretary:name'].map(soundsSecretLeaf)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});
