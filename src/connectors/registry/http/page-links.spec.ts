import { describe, expect, it } from 'vitest';
import { nextLink, pageOf, pageSizeOf, withPage } from './page-links.js';

describe('nextLink', () => {
  it.each([
    ['<https://a/x?page=2>; rel="next"', 'https://a/x?page=2'],
    ['<https://a/x?page=1>; rel="first", <https://a/x?page=3>; rel="next"', 'https://a/x?page=3'],
    ['<a>; title="x"; rel=next', 'a'],
    ['<a>; rel="last next"', 'a'],
    ['<a,b>; REL="NEXT"', 'a,b'],
  ])('finds the next page in %j', (header, address) => {
    expect(nextLink(header)).toBe(address);
  });

  it('reads a header that came in two', () => {
    expect(nextLink(['<a>; rel="prev"', '<b>; rel="next"'])).toBe('b');
  });

  it.each([undefined, '', '<a>; rel="prev"', '<a>; rel="nextish"', 'rel="next"', '<a'])(
    'finds none in %j',
    (header) => {
      expect(nextLink(header)).toBeNull();
    },
  );
});

describe('pages of a target', () => {
  it('replaces the number of the page and nothing else', () => {
    expect(withPage('/x?page=1&per_page=100', 2)).toBe('/x?per_page=100&page=2');
    expect(withPage('/x', 2)).toBe('/x?page=2');
  });

  it('reads number and size', () => {
    expect([pageOf('/x?per_page=100&page=12'), pageOf('/x'), pageOf('/x?per_page=9')]).toEqual([
      12, 1, 1,
    ]);
    expect([pageSizeOf('/x?per_page=100&page=12'), pageSizeOf('/x')]).toEqual([100, Infinity]);
  });
});
