import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { baseUrlRefusal } from './adapter-faults.js';

describe('baseUrlRefusal', () => {
  it.each([
    'https://nso.example',
    'https://nso.example/',
    'http://10.0.0.1:8080',
    'http://127.0.0.1:8080/base',
    'https://[2001:db8::1]:8888/a/b-c_d.e~f',
    'HTTPS://NSO.example/Base',
    'http://localhost:80',
  ])('lets %s pass', (url) => {
    expect(baseUrlRefusal(url)).toBeUndefined();
  });

  it.each([
    '',
    'nso.example',
    '//nso.example',
    'file:///etc/passwd',
    'https://user@nso.example',
    'https://nso.example?x',
    'https://nso.example/#x',
    'https://nso.example/../x',
    'https://nso.example/a/./b',
    'https://nso.example/%2e%2e/x',
    'https://nso.example/a%2fb/%252e%252e',
    'https://nso.example\\@evil.example',
    'https:nso.example/a',
    'https://nso.example/a b',
    'https://nso.example/ä',
    'https://nso.example//x',
    'http://0.0.0.0',
    'http://169.254.1.1',
    'http://2852039166',
    'http://[::ffff:169.254.169.254]',
    'http://224.0.0.1',
    'http://100.100.100.200',
  ])('refuses %s', (url) => {
    expect(baseUrlRefusal(url)).toEqual(expect.any(String));
  });

  it('lets nothing pass that is parsed into another path', () => {
    const part = fc.constantFrom(
      'a',
      '..',
      '.',
      '%2e',
      '%2E%2e',
      '/',
      '\\',
      ';',
      '%2f',
      '@',
      ':',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const url = `https://nso.example/${parts.join('')}`;
        if (baseUrlRefusal(url) !== undefined) return;
        expect(new URL(url).href).toBe(url);
        expect(decodeURIComponent(url)).not.toMatch(/\/\.{1,2}(\/|$)/);
      }),
    );
  });
});
