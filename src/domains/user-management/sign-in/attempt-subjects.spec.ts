import { describe, expect, it } from 'vitest';
import { addressSubject, nameSubject, pairsOf, pairSubject } from './attempt-subjects.js';

describe('addressSubject', () => {
  it('counts IPv4 addresses one by one, in whichever form they come', () => {
    expect(addressSubject('192.0.2.7').key).toBe('address:192.0.2.7');
    expect(addressSubject('::ffff:192.0.2.7').key).toBe('address:192.0.2.7');
    expect(addressSubject('192.0.2.8').key).not.toBe(addressSubject('192.0.2.7').key);
  });

  it('counts a whole IPv6 network as one: its owner has all of its addresses', () => {
    const key = addressSubject('2001:db8:1:2::1').key;
    expect(key).toBe('address:2001:db8:1:2::/64');
    expect(addressSubject('2001:db8:1:2:ffff:ffff:ffff:ffff').key).toBe(key);
    expect(addressSubject('2001:db8:1:3::1').key).not.toBe(key);
  });

  it('counts what is no address together', () => {
    expect(addressSubject('').key).toBe(addressSubject('somewhere').key);
  });
});

describe('nameSubject', () => {
  it('does not show the name: people type passwords into that field', () => {
    expect(nameSubject('hunter2').key).not.toContain('hunter2');
    expect(nameSubject('hunter2').key).toBe(nameSubject('hunter2').key);
    expect(nameSubject('hunter2').key).not.toBe(nameSubject('hunter3').key);
  });

  it('has keys of one length, so that long names fill nothing', () => {
    expect(nameSubject('x'.repeat(100_000)).key).toHaveLength(nameSubject('x').key.length);
  });
});

describe('pairSubject', () => {
  it('counts a name apart at each network, below what all pairs of the name begin with', () => {
    const key = pairSubject('ann', '2001:db8:1:2::1').key;
    expect(key).toBe(`${pairsOf('ann')}2001:db8:1:2::/64`);
    expect(pairSubject('ann', '2001:db8:1:2::2').key).toBe(key);
    expect(pairSubject('ann', '192.0.2.7').key).not.toBe(key);
    expect(pairSubject('bob', '2001:db8:1:2::1').key).not.toBe(key);
    expect(key).not.toContain('ann');
  });
});
