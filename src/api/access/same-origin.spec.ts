import { describe, expect, it } from 'vitest';
import { mayComeFromAnotherOrigin, type OriginClaims } from './same-origin.js';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('mayComeFromAnotherOrigin', () => {
  const asked = (claims: Partial<OriginClaims>) =>
    mayComeFromAnotherOrigin({
      fetchSite: undefined,
      origin: undefined,
      referer: undefined,
      userAgent: FIREFOX,
      ownOrigin: 'https://api.example.com',
      ...claims,
    });

  it.each([
    ['same-origin', false],
    ['none', false],
    ['same-site', true],
    ['cross-site', true],
    ['same-origin, cross-site', true],
    ['', true],
  ])('believes the browser that says Sec-Fetch-Site: %s', (fetchSite, expected) => {
    expect(asked({ fetchSite })).toBe(expected);
  });

  it('lets Sec-Fetch-Site decide behind a proxy that hides how the caller reached it', () => {
    const origin = 'https://outside.example.com';
    expect(asked({ fetchSite: 'same-origin', origin })).toBe(false);
  });

  it.each([
    ['https://api.example.com', false],
    ['http://api.example.com', true],
    ['https://api.example.com:8443', true],
    ['https://api.example.com.evil.example', true],
    ['null', true],
    ['', true],
  ])('compares Origin: %s with its own as a whole', (origin, expected) => {
    expect(asked({ origin })).toBe(expected);
  });

  it('refuses a browser that names no origin at all', () => {
    expect(asked({})).toBe(true);
  });

  it.each([
    ['https://api.example.com/docs', false],
    ['https://api.example.com/', false],
    ['https://api.example.com.evil.example/', true],
    ['https://api.example.com', true],
    ['http://api.example.com/docs', true],
    ['', true],
  ])('asks Referer: %s, where a browser says nothing better', (referer, expected) => {
    expect(asked({ referer })).toBe(expected);
  });

  it('does not let Referer speak for another Origin', () => {
    const [origin, referer] = ['https://evil.example', 'https://api.example.com/docs'];
    expect(asked({ origin, referer })).toBe(true);
  });

  it.each([undefined, '', 'python-httpx/0.28.1', 'curl/8.5.0', 'ansible-httpget'])(
    'admits the program %s, which no page can make call us',
    (userAgent) => {
      expect(asked({ userAgent })).toBe(false);
    },
  );

  it('does not admit a program that carries the origin of a page', () => {
    expect(asked({ userAgent: 'curl/8.5.0', origin: 'https://evil.example' })).toBe(true);
  });
});
