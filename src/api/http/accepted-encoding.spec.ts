import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { acceptedEncoding, ENCODINGS } from './accepted-encoding.js';

describe('acceptedEncoding', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['deflate, gzip', 'gzip'],
    ['GZIP ; Q=0.5 , deflate;q=0.9', 'deflate'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=0.5, identity;q=0.5', 'gzip'],
    ['zstd, gzip;q=0.001', 'gzip'],
  ])('answers %j with %s', (header, encoding) => {
    expect(acceptedEncoding(header)).toBe(encoding);
  });

  it.each([
    '',
    'identity',
    'zstd',
    'gzip;q=0',
    '*;q=0',
    'identity, gzip;q=0.5',
    'gzip;q=2',
    ';;,,',
  ])('answers %j as it is', (header) => {
    expect(acceptedEncoding(header)).toBeUndefined();
  });

  it('never takes an encoding that is forbidden or not mentioned', () => {
    const weight = fc.constantFrom('0', '0.3', '1');
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...ENCODINGS), weight), (wanted) => {
        const header = Object.entries(wanted)
          .map(([name, q]) => `${name};q=${q}`)
          .join(', ');
        const taken = acceptedEncoding(header);
        expect(taken === undefined || Number(wanted[taken]) > 0).toBe(true);
        expect(taken === undefined).toBe(Object.values(wanted).every((q) => q === '0'));
      }),
    );
  });
});
