import { describe, expect, it } from 'vitest';
import { type JsonObject } from '../../../kernel/json.js';
import { contentHash } from '#domains/catalogue/trust/content-hash.js';
import { broughtDocument, checkDocument } from './document-check.js';

const ORIGINAL: JsonObject = { name: 'W', tasks: { a: { x: 1 } }, list: [1, 2] };
const ABOUT = { type: 'workflow', name: 'W', id: 'w' };
const checked = (now: JsonObject | null, original?: JsonObject, hash?: string) =>
  checkDocument({ ...ABOUT, now, original, hash });

describe('checkDocument', () => {
  it('finds a document as it came, whatever the order of its members', () => {
    const turned = { list: [1, 2], tasks: { a: { x: 1 } }, name: 'W' };
    expect(checked(turned, ORIGINAL)).toEqual({
      ...ABOUT,
      state: 'unchanged',
      pointers: [],
      more: 0,
    });
  });

  it('says where one differs from what came, also where it was merged while it was installed', () => {
    const now = { name: 'W', tasks: { a: { x: 2 }, b: {} }, list: [1, 2] };
    const { state, pointers } = checked(now, ORIGINAL, contentHash(now));
    expect([state, pointers.toSorted()]).toEqual(['changed', ['#/tasks/a/x', '#/tasks/b']]);
  });

  it('names twenty places and counts the rest', () => {
    const many = Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`m${at}`, at]));
    const { pointers, more } = checked({ ...ORIGINAL, ...many }, ORIGINAL);
    expect([pointers.length, more]).toEqual([20, 5]);
  });

  it('misses what is gone', () => {
    expect(checked(null, ORIGINAL).state).toBe('missing');
  });

  it('goes by the hash where what came was not kept', () => {
    expect(checked(ORIGINAL, undefined, contentHash(ORIGINAL)).state).toBe('unchanged');
    expect(checked(ORIGINAL, undefined, 'another')).toMatchObject({
      state: 'changed',
      pointers: [],
    });
  });
});

describe('broughtDocument', () => {
  it('is the original, or what stands here as it came', () => {
    const hash = contentHash(ORIGINAL);
    expect(broughtDocument({ original: ORIGINAL, now: null, hash })).toBe(ORIGINAL);
    expect(broughtDocument({ original: undefined, now: ORIGINAL, hash })).toBe(ORIGINAL);
    expect(broughtDocument({ original: undefined, now: { name: 'X' }, hash })).toBeUndefined();
    expect(broughtDocument({ original: undefined, now: null, hash })).toBeUndefined();
  });
});
