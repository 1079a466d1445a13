import { describe, expect, it } from 'vitest';
import { networkOf } from './network-of.js';

describe('networkOf', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', 'unknown'],
    ['somewhere', 'unknown'],
  ])('of %j is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
