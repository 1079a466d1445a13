import { describe, expect, it } from 'vitest';
import { ApiBase } from './api-base.js';
import { cachedPage, nextTarget } from './cached-page.js';

const BASE = new ApiBase(new URL('https://a.example/api'));
const TARGET = '/x?per_page=2';
const link = (target: string): string => `<https://a.example/api${target}>; rel="next"`;

const next = (
  status: number,
  headers: Record<string, string>,
  kept: { nextPage: string | null; count: number } = { nextPage: null, count: 0 },
): string | null => nextTarget(BASE, TARGET, { status, headers }, kept);

describe('nextTarget', () => {
  it('prefers the link to the number', () => {
    expect(next(200, { link: link('/x?cursor=7'), 'x-next-page': '2' })).toBe('/x?cursor=7');
  });

  it('makes the address of a number', () => {
    expect(next(200, { 'x-next-page': '2' })).toBe('/x?per_page=2&page=2');
  });

  it.each<Record<string, string>>([{}, { 'x-next-page': '' }, { 'x-next-page': '-1' }])(
    'ends with %j',
    (headers) => {
      expect(next(200, headers)).toBeNull();
    },
  );

  it('believes an unchanged page that says which one is next, or that none is', () => {
    const kept = { nextPage: '/x?page=9', count: 2 };
    expect(next(304, { link: link('/x?page=2') }, kept)).toBe('/x?page=2');
    expect(next(304, { 'x-next-page': '' }, kept)).toBeNull();
  });

  it('goes on as before, or behind a full page, where an unchanged one says nothing', () => {
    expect(next(304, {}, { nextPage: '/x?page=9', count: 2 })).toBe('/x?page=9');
    expect(next(304, {}, { nextPage: null, count: 2 })).toBe('/x?per_page=2&page=2');
    expect(next(304, {}, { nextPage: null, count: 1 })).toBeNull();
  });

  it('lets no link lead out of the API', () => {
    expect(() => next(200, { link: '<https://b.example/api/x>; rel="next"' })).toThrow(
      'the token is not sent there',
    );
  });
});

describe('cachedPage', () => {
  it.each([null, { etag: 'x', nextPage: null, content: 'text' }])('reads nothing of %j', (kept) => {
    expect(cachedPage(kept)).toBeNull();
  });

  it('gives back what was kept', () => {
    const content = { entries: [{ id: 1 }], count: 3 };
    expect(cachedPage({ etag: 'x', nextPage: null, content })).toEqual(content);
  });
});
