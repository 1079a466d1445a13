import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  extendedSignature,
  mayHold,
  searchSignature,
  SIGNATURE_SIZES,
  signatureBitsOf,
} from './search-signature.js';

const CONFIGURATION = [
  'hostname ams-core-1',
  'interface GigabitEthernet0/1',
  ' description Uplink zum Büro in Zürich',
  ' ip address 10.20.30.40 255.255.255.0',
  '',
].join('\n');

const unlike = (signature: Buffer, literals: readonly string[]): readonly string[] =>
  literals.filter((literal) => mayHold(signature, literal));

describe('searchSignature', () => {
  it('admits whatever the text holds, in any case', () => {
    const signature = searchSignature(CONFIGURATION);
    for (const literal of ['hostname', 'HOSTNAME AMS', '30.40 255', 'zürich', 'rich', 'o i'])
      expect(mayHold(signature, literal)).toBe(true);
  });

  it('admits every part of every text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 3 }),
        fc.nat(),
        fc.nat(),
        (text, from, length) => {
          const start = from % text.length;
          const part = text.slice(start, start + (length % 12));
          expect(mayHold(searchSignature(text), part)).toBe(true);
        },
      ),
    );
  });

  it('takes the sign of kelvin and the long s for the letters that they fold to', () => {
    expect(mayHold(searchSignature('\u212aelvin \u017fign'), 'KELVIN SIGN')).toBe(true);
  });

  it('keeps out what the text does not hold', () => {
    const signature = searchSignature(CONFIGURATION);
    expect(unlike(signature, ['snmp', 'vlan 12', '10.20.40.30', 'telnet', 'core-2'])).toEqual([]);
  });

  it('says nothing of literals shorter than three characters', () => {
    expect(signatureBitsOf('ab', 14)).toEqual(signatureBitsOf('', 14));
    expect(mayHold(searchSignature(''), 'zz')).toBe(true);
  });

  it('grows with the text, within bounds', () => {
    const text = (lines: number): string =>
      Array.from({ length: lines }, (_, at) => `line ${at * 7919} of ${at * 104_729}\n`).join('');
    const sizes = [0, 10, 500, 20_000].map(
      (lines) => (searchSignature(text(lines)).length - 1) * 8,
    );
    expect(sizes[0]).toBe(2 ** SIGNATURE_SIZES[0]);
    expect(sizes[3]).toBe(2 ** 17);
    expect([...sizes].sort((one, other) => one - other)).toEqual(sizes);
    expect(new Set(sizes).size).toBeGreaterThan(2);
  });

  it('holds another text beside those that it has', () => {
    const both = extendedSignature(searchSignature(CONFIGURATION), 'vlan 12 name guests');
    expect(both).toHaveLength(searchSignature(CONFIGURATION).length);
    expect(unlike(both, ['hostname ams', 'name guests', 'telnet'])).toEqual([
      'hostname ams',
      'name guests',
    ]);
  });
});
