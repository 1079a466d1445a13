import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { duplicateKey, duplicateRule } from './duplicates.js';

const payloads = fc.dictionary(
  fc.string(),
  fc.jsonValue({ maxDepth: 3 }),
) as fc.Arbitrary<JsonObject>;
const names = fc.string({ maxLength: 20 });

/** The same document with its keys in another order. */
function reversed(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}

describe('duplicateKey', () => {
  it('does not depend on the order of keys', () => {
    fc.assert(
      fc.property(names, names, payloads, (source, topic, payload) => {
        const event = { source, topic, id: undefined, payload };
        const other = { ...event, payload: reversed(payload) as JsonObject };
        expect(duplicateKey(other)).toBe(duplicateKey(event));
      }),
    );
  });

  it('tells events of different names apart, however these are cut', () => {
    fc.assert(
      fc.property(names, names, names, names, (source, topic, otherSource, otherTopic) => {
        fc.pre(source !== otherSource || topic !== otherTopic);
        const key = (one: string, two: string) =>
          duplicateKey({ source: one, topic: two, id: 'a', payload: {} });
        expect(key(source, topic)).not.toBe(key(otherSource, otherTopic));
      }),
    );
  });

  it('asks for the id alone where there is one', () => {
    fc.assert(
      fc.property(names, payloads, payloads, (id, payload, other) => {
        const event = { source: 's', topic: 't', id, payload };
        expect(duplicateKey({ ...event, payload: other })).toBe(duplicateKey(event));
        expect(duplicateKey({ ...event, id: undefined })).not.toBe(duplicateKey(event));
      }),
    );
  });

  it('tells payloads apart that differ in one value', () => {
    const key = (payload: JsonObject) =>
      duplicateKey({ source: 's', topic: 't', id: undefined, payload });
    expect(key({ a: 1 })).not.toBe(key({ a: '1' }));
    expect(key({ a: [1, 2] })).not.toBe(key({ a: [2, 1] }));
  });
});

describe('duplicateRule', () => {
  const rule = (eventDeduplication: JsonValue) =>
    duplicateRule({ rabbitmq: { eventDeduplication } });

  it('is what the profile says', () => {
    expect(rule({ active: true, cacheTtl: 5, cacheSize: 7 })).toEqual({
      active: true,
      ttlMs: 5,
      size: 7,
    });
  });

  it.each([{}, { rabbitmq: null }, { rabbitmq: { eventDeduplication: 'x' } }])(
    'is off where the profile says nothing: %j',
    (profile: JsonObject) => {
      expect(duplicateRule(profile)).toEqual({ active: false, ttlMs: 60_000, size: 1000 });
    },
  );

  it.each([0, -1, null, '60000', {}])('takes no %j for a time or a size', (value: JsonValue) => {
    expect(rule({ active: true, cacheTtl: value, cacheSize: value })).toEqual({
      active: true,
      ttlMs: 60_000,
      size: 1000,
    });
  });

  it('remembers nothing for longer than events are kept', () => {
    expect(rule({ active: true, cacheTtl: 1e12, cacheSize: 1e12 })).toEqual({
      active: true,
      ttlMs: 86_400_000,
      size: 100_000,
    });
  });

  it('never remembers more or longer than is possible', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (cacheTtl, cacheSize) => {
        const { ttlMs, size } = rule({ cacheTtl, cacheSize } as JsonObject);
        expect(ttlMs > 0 && ttlMs <= 86_400_000 && size > 0 && size <= 100_000).toBe(true);
      }),
    );
  });
});
