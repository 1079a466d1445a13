import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  type AddressClass,
  addressRefusal,
  classifyAddress,
  deviceAddressValidator,
} from './address-policy.js';
import { HostList } from '../config/host-list.js';

const NOBODY = new HostList([], { includesSubdomains: false });
const STRICTNESS: readonly AddressClass[] = ['public', 'internal', 'forbidden'];
const hexPair = (high: number, low: number): string => ((high << 8) | low).toString(16);

describe('classifyAddress', () => {
  it.each([
    ['8.8.8.8', 'public'],
    ['93.184.216.34', 'public'],
    ['172.15.255.255', 'public'],
    ['172.32.0.0', 'public'],
    ['2606:4700::1111', 'public'],
    ['64:ff9b::8.8.8.8', 'public'],
    ['::ffff:8.8.8.8', 'public'],
  ])('takes %s for %s', (address, expected) => {
    expect(classifyAddress(address)).toBe(expected);
  });

  it.each([
    ['127.0.0.1', '127.255.255.254', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1'],
    ['100.64.0.1', '100.127.255.254', '198.18.0.1', '192.0.2.1', '240.0.0.1', '192.0.0.1'],
    ['::1', 'fc00::1', 'fdff::1', 'fec0::1', '2001:db8::1', '100::1', '4000::1'],
    ['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:7f00:1', '::127.0.0.1', '::10.0.0.1'],
    ['64:ff9b::127.0.0.1', '64:ff9b::10.0.0.1', '64:ff9b:1::8.8.8.8', '::ffff:0:10.0.0.1'],
    ['2002:7f00:1::', '2002:0a00:1::1', '2002:808:808::', '2001:0:808:808::1'],
  ])('takes addresses of loopback, private and reserved networks for internal', (...addresses) => {
    expect(addresses.map(classifyAddress)).toEqual(addresses.map(() => 'internal'));
  });

  it.each([
    ['169.254.169.254', '169.254.170.2', '169.254.0.1', '100.100.100.200', '168.63.129.16'],
    ['0.0.0.0', '0.1.2.3', '255.255.255.255', '224.0.0.1', '239.255.255.255', '192.0.0.192'],
    ['::', 'fe80::1', 'febf::1', 'fe80::1%eth0', 'ff02::1', 'fd00:ec2::254', 'fd20:ce::254'],
    ['fd00:ec2::254%eth0', 'fd00:0ec2:0:0:0:0:0:254', '::ffff:169.254.169.254', '::ffff:a9fe:a9fe'],
    ['64:ff9b::169.254.169.254', '64:ff9b::a9fe:a9fe', '::169.254.169.254', '::ffff:0:a9fe:a9fe'],
    ['2002:a9fe:a9fe::', '64:ff9b:1:a9fe:a9:fe00::', '64:ff9b:1::a9fe:a9fe', '::0.0.0.2'],
    [
      '2001:0:a9fe:a9fe::1',
      '2001:0:808:808::5601:5601',
      '::ffff:0.0.0.0',
      '::ffff:100.100.100.200',
    ],
    ['', 'localhost', '1.2.3', '1.2.3.4.5', '256.1.1.1', '12345::', '::1::', 'g::'],
  ])('forbids link-local, metadata and group addresses in every spelling', (...addresses) => {
    // Short forms of IPv4 are addresses too: 1.2.3 is 1.2.0.3, a public one.
    const expected = addresses.map((address) => (address === '1.2.3' ? 'public' : 'forbidden'));
    expect(addresses.map(classifyAddress)).toEqual(expected);
  });

  it('is never milder to an IPv4 address inside an IPv6 one than to itself', () => {
    const octet = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(fc.tuple(octet, octet, octet, octet), ([a, b, c, d]) => {
        const plain = STRICTNESS.indexOf(classifyAddress(`${a}.${b}.${c}.${d}`));
        const tail = `${hexPair(a, b)}:${hexPair(c, d)}`;
        const forms = [`::ffff:${tail}`, `64:ff9b::${tail}`, `::ffff:0:${tail}`, `2002:${tail}::1`];
        for (const form of forms) {
          expect(STRICTNESS.indexOf(classifyAddress(form))).toBeGreaterThanOrEqual(plain);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('answers for every text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV6(), fc.ipV4(), fc.ipV4Extended()), (text) => {
        expect(STRICTNESS).toContain(classifyAddress(text));
      }),
    );
  });
});

describe('the validator of addresses for devices', () => {
  const listOf = (...entries: readonly string[]) =>
    new HostList(entries, { includesSubdomains: false });
  const validate = deviceAddressValidator(
    listOf('10.0.0.0/8', 'edge.lan'),
    listOf('127.0.0.1', '172.16.0.9'),
  );
  const open = deviceAddressValidator(listOf('*'), listOf());

  it.each(['8.8.8.8', '10.1.2.3', '::ffff:10.1.2.3', '127.0.0.1', '172.16.0.9'])(
    'lets a public address, a named network and OUTBOUND_ALLOW pass: %s',
    (address) => {
      expect(validate(address, address)).toBeUndefined();
    },
  );

  it('lets a named host lie on an internal network', () => {
    expect(validate('192.168.1.1', 'edge.lan')).toBeUndefined();
  });

  it.each(['192.168.1.1', '172.16.0.10', '100.64.0.1', 'fd00::1', '::ffff:192.168.1.1'])(
    'says what to set for another internal address: %s',
    (address) => {
      expect(validate(address, 'router.lan')).toContain('DEVICE_NETWORKS');
    },
  );

  it.each(['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1', '::127.0.0.1'])(
    'keeps the own machine for OUTBOUND_ALLOW, whatever networks are named: %s',
    (address) => {
      expect(open(address, 'edge.lan')).toContain('OUTBOUND_ALLOW');
    },
  );

  it('never lets metadata services pass', () => {
    expect(open('169.254.169.254', 'edge.lan')).toContain('never called');
  });
});

describe('addressRefusal', () => {
  const hostname = 'box.example.net';

  it('lets an admin configure hosts on internal networks, and documents name public ones', () => {
    expect(
      addressRefusal({ address: '10.0.0.1', hostname, trust: 'configured' }, NOBODY),
    ).toBeUndefined();
    expect(
      addressRefusal({ address: '8.8.8.8', hostname, trust: 'document' }, NOBODY),
    ).toBeUndefined();
  });

  it('keeps documents out of internal networks', () => {
    expect(addressRefusal({ address: '10.0.0.1', hostname, trust: 'document' }, NOBODY)).toContain(
      'OUTBOUND_ALLOW',
    );
  });

  it.each([[['box.example.net']], [['*.example.net']], [['10.0.0.0/8']], [['10.0.0.1']], [['*']]])(
    'lets documents in where OUTBOUND_ALLOW is %j',
    (entries) => {
      const allowed = new HostList(entries, { includesSubdomains: false });
      expect(
        addressRefusal({ address: '10.0.0.1', hostname, trust: 'document' }, allowed),
      ).toBeUndefined();
    },
  );

  it.each(['configured', 'document'] as const)(
    'never lets %s reach metadata addresses, whatever is allowed',
    (trust) => {
      const allowed = new HostList(['*', hostname, '169.254.0.0/16'], { includesSubdomains: true });
      const refusal = addressRefusal({ address: '169.254.169.254', hostname, trust }, allowed);
      expect(refusal).toContain('never called');
    },
  );
});
