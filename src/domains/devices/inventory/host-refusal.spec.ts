import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { hostRefusal } from './host-refusal.js';

describe('the host of a device', () => {
  it.each([
    ...['core-1', 'core_1.example', 'a.b.c.example.', '192.0.2.1', '127.0.0.1', '10.0.0.1'],
    ...['2001:db8::1', '::1', 'xn--kln-sna.example', 'a'.repeat(63)],
  ])('may be %s', (host) => {
    expect(hostRefusal(host)).toBeUndefined();
  });

  it.each([
    ...['', ' ', '.', 'a..b', '-a', 'a-', 'a b', 'a/b', 'ssh://a', 'root@a', 'a:22', '[::1]'],
    ...['-oProxyCommand=x', 'a;b', '$(a)', 'a\nb', 'a\u0000', 'köln', 'a'.repeat(64)],
    ...[`${'a.'.repeat(127)}aa`, 'fe80::1%eth0'],
  ])('is no host: %j', (host) => {
    expect(hostRefusal(host)).toBeDefined();
  });

  it.each([
    ...['169.254.169.254', '0xa9fea9fe', '2852039166', '::ffff:169.254.169.254', 'fe80::1'],
    ...['0.0.0.0', '224.0.0.1', '255.255.255.255', '100.100.100.200', 'fd00:ec2::254'],
  ])('is never called, however it is written: %s', (host) => {
    expect(hostRefusal(host)).toContain('never called');
  });

  it('has none of the characters that end a host', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('@', '/', ' ', '?', '#', '\\'), (text, mark) => {
        expect(hostRefusal(`a${text}${mark}b`)).toBeDefined();
      }),
    );
  });
});
