import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { walkLength } from '#test/support/walk-length.js';
import { isOwnPath } from './return-to.js';

describe('isOwnPath', () => {
  it.each([
    '/',
    '/docs',
    '/docs?x=1&y=%2F/z',
    '/a/b#c',
    '/%2F%2Fevil.example',
    '/%C3%84',
    '/a/../b',
  ])('takes %s', (path) => {
    expect(isOwnPath(path)).toBe(true);
  });

  it.each([
    '',
    'docs',
    'https://evil.example',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\nSet-Cookie: a=b',
    ' //evil.example',
    '/..//evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    'javascript:alert(1)',
    'http:/evil.example',
    '@evil.example',
    '/a//b',
    '/docs?next=//evil.example',
    '/a b',
    '/\u2028/evil.example',
    '/\u202e/evil.example',
    `/${'x'.repeat(512)}`,
  ])('refuses %j', (path) => {
    expect(isOwnPath(path)).toBe(false);
  });

  it('takes nothing that a browser would read as another origin', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      ':',
      '@',
      '?',
      '#',
      'a',
      '\t',
      '\n',
      '%2f',
      ' ',
    );
    const hostile = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(fc.oneof(hostile, fc.webUrl(), fc.string({ unit: 'binary' })), (text) => {
        const path = `/${text}`;
        const stays = new URL(isOwnPath(path) ? path : '/', 'https://here.example').origin;
        expect(stays).toBe('https://here.example');
        // What `Location` says once more resolved must stay here as well.
        const once = new URL(isOwnPath(path) ? path : '/', 'https://here.example');
        expect(new URL(once.pathname, 'https://here.example').origin).toBe('https://here.example');
      }),
      { numRuns: walkLength(600, 3000) },
    );
  });
});
