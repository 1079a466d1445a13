import { describe, expect, it } from 'vitest';
import { asksForCollection } from './asks-for-collection.js';

describe('asksForCollection', () => {
  it.each([
    '/restconf/data/a:b',
    '/restconf/data/a:b/c',
    '/restconf/data/a:b/c/',
    '/restconf/data/a:b=x/c',
    '/restconf/data/a:b=x%2Fy/c?depth=1&fields=d=e',
    '/nso/restconf/data/a:b',
    '/data/a:b',
  ])('does in %s', (path) => {
    expect(asksForCollection(path)).toBe(true);
  });

  it.each([
    '/',
    '/restconf',
    '/restconf/data',
    '/restconf/data/',
    '/restconf/data/a:b=x',
    '/restconf/data/a:b=',
    '/restconf/data/a:b/c=x,y?depth=1',
    '/restconf/data/a:b/c=x/',
    '/restconf/operations/a:b',
    '/restconf/operations/a=b/data/c',
    '/elsewhere?x=/data/a:b',
  ])('does not in %s', (path) => {
    expect(asksForCollection(path)).toBe(false);
  });

  it('is decided in time that grows with the length alone', () => {
    expect(asksForCollection(`/${'a/'.repeat(4000)}`)).toBe(false);
  });
});
