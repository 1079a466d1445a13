import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { canonicalNetwork, isWithin } from './allowed-networks.js';

describe('canonicalNetwork', () => {
  it.each([
    ['10.1.2.3', '10.1.2.3/32'],
    ['10.1.2.3/8', '10.0.0.0/8'],
    [' 192.0.2.0/24 ', '192.0.2.0/24'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8::1', '2001:db8::1/128'],
    ['2001:db8:1:2::/48', '2001:db8:1::/48'],
    ['::/0', '::/0'],
    ['::ffff:10.1.2.3', '10.1.2.3/32'],
    ['::ffff:10.1.2.3/104', '10.0.0.0/8'],
  ])('reads %j as %j', (text, network) => {
    expect(canonicalNetwork(text)).toBe(network);
  });

  it.each([
    '',
    'acme.example',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10.0.0.0/255.0.0.0',
    '10.1',
    '0x0a.0.0.1',
    '010.0.0.1',
    '::1/129',
    'fe80::1%eth0',
    '10.0.0.0/8, 192.0.2.0/24',
    '*',
  ])('does not read %j', (text) => {
    expect(canonicalNetwork(text)).toBeUndefined();
  });

  it('never throws, and reads what it wrote as the same', () => {
    const near = fc.stringMatching(/^[0-9a-f:.%/]{0,24}$/);
    fc.assert(
      fc.property(fc.oneof(fc.string(), near, fc.ipV4(), fc.ipV6()), (text) => {
        const network = canonicalNetwork(text);
        expect(network === undefined || canonicalNetwork(network) === network).toBe(true);
      }),
    );
  });
});

describe('isWithin', () => {
  it('is everywhere without networks', () => {
    expect(isWithin([], '203.0.113.9')).toBe(true);
    expect(isWithin([], 'nonsense')).toBe(true);
  });

  it.each([
    ['10.255.255.255', true],
    ['11.0.0.0', false],
    ['::ffff:10.0.0.1', true],
    ['::ffff:11.0.0.1', false],
    ['2001:db8::1', true],
    ['2001:db8:0:1::1', false],
    ['fe80::1%eth0', true],
    ['', false],
    ['unknown', false],
    ['10.0.0.1, 203.0.113.9', false],
  ])('judges %j against some networks', (address, expected) => {
    expect(isWithin(['10.0.0.0/8', '2001:db8::/64', 'fe80::/10'], address)).toBe(expected);
  });

  it('keeps the two families apart', () => {
    expect(isWithin(['0.0.0.0/0'], '::1')).toBe(false);
    expect(isWithin(['::/0'], '127.0.0.1')).toBe(false);
    expect(isWithin(['::/0'], '::ffff:127.0.0.1')).toBe(false);
  });

  it('admits every address to the network of any length that it lies in, and to no sibling', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.integer({ min: 1, max: 32 }), (address, bits) => {
        const network = canonicalNetwork(`${address}/${String(bits)}`) ?? '';
        expect(isWithin([network], address)).toBe(true);
        // The address with the last bit of its network turned over.
        const number = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
        const flipped = (number ^ (2 ** (32 - bits))) >>> 0;
        const sibling = [24, 16, 8, 0].map((shift) => (flipped >>> shift) & 255).join('.');
        expect(isWithin([network], sibling)).toBe(false);
      }),
    );
  });
});
