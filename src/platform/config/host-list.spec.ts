import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { HostList } from './host-list.js';

const list = (entries: readonly string[], includesSubdomains = false): HostList =>
  new HostList(entries, { includesSubdomains });

describe('HostList', () => {
  describe('for names', () => {
    it('finds a name whatever its case and final dot, and no other', () => {
      const hosts = list(['Git.Example.net']);
      expect(hosts.includesHost('git.example.NET')).toBe(true);
      expect(hosts.includesHost('git.example.net.')).toBe(true);
      expect(hosts.includesHost('example.net')).toBe(false);
      expect(hosts.includesHost('x.git.example.net')).toBe(false);
      expect(hosts.includesHost('evilgit.example.net')).toBe(false);
    });

    it.each(['*.example.net', '.example.net'])('finds the subdomains of %s alone', (entry) => {
      const hosts = list([entry]);
      expect(hosts.includesHost('a.b.example.net')).toBe(true);
      expect(hosts.includesHost('example.net')).toBe(false);
      expect(hosts.includesHost('badexample.net')).toBe(false);
    });

    it('finds subdomains of a plain name where the list is read so', () => {
      const hosts = list(['example.net', '.corp'], true);
      expect(hosts.includesHost('example.net')).toBe(true);
      expect(hosts.includesHost('a.example.net')).toBe(true);
      expect(hosts.includesHost('badexample.net')).toBe(false);
      expect(hosts.includesHost('a.corp')).toBe(true);
    });
  });

  describe('for addresses', () => {
    it('finds addresses and networks of both families', () => {
      const hosts = list(['10.0.0.0/8', '192.0.2.7', 'fd00::/8', '::1']);
      expect(hosts.includesAddress('10.255.0.1')).toBe(true);
      expect(hosts.includesAddress('11.0.0.1')).toBe(false);
      expect(hosts.includesAddress('192.0.2.7')).toBe(true);
      expect(hosts.includesAddress('192.0.2.8')).toBe(false);
      expect(hosts.includesAddress('fdab::1')).toBe(true);
      expect(hosts.includesHost('[::1]')).toBe(true);
      expect(hosts.includesHost('10.1.2.3')).toBe(true);
    });

    it('takes a mapped IPv4 address for what it is', () => {
      expect(list(['10.0.0.0/8']).includesAddress('::ffff:10.0.0.1')).toBe(true);
    });
  });

  it('finds everything by *', () => {
    const hosts = list(['*']);
    expect(hosts.includesHost('any.example')).toBe(true);
    expect(hosts.includesAddress('8.8.8.8')).toBe(true);
    expect(hosts.includesAddress('2606::1')).toBe(true);
  });

  it.each(['10.0.0.0/33', 'fd00::/200', 'a/b', 'http://x', 'x:80', '-', '*.', 'a b', ''])(
    'names %j as unreadable and goes on',
    (entry) => {
      const hosts = list([entry, 'ok.example']);
      expect(hosts.unreadable).toEqual([entry]);
      expect(hosts.includesHost('ok.example')).toBe(true);
    },
  );

  it('finds nothing in an empty list', () => {
    fc.assert(
      fc.property(fc.oneof(fc.domain(), fc.ipV4(), fc.ipV6()), (host) => {
        expect(list([]).includesHost(host)).toBe(false);
      }),
    );
  });
});
