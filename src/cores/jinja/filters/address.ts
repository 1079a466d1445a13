import ipaddr from 'ipaddr.js';

/** An address of IPv4 or IPv6 with its network. */
export interface Address {
  readonly version: 4 | 6;
  readonly value: bigint;
  readonly prefix: number;
  /** Whether the prefix was said. */
  readonly hasPrefix: boolean;
}

const BITS = { 4: 32, 6: 128 } as const;

/** Reads `192.0.2.1`, `192.0.2.1/24`, `192.0.2.1/255.255.255.0` and those of IPv6; undefined for all else. */
export function readAddress(text: string): Address | undefined {
  const [address = '', mask, ...more] = text.trim().split('/');
  if (more.length > 0) return undefined;
  const isFour = ipaddr.IPv4.isValidFourPartDecimal(address);
  if (!isFour && !ipaddr.IPv6.isValid(address)) return undefined;
  const parsed = ipaddr.parse(address);
  const version = isFour ? 4 : 6;
  const prefix = mask === undefined ? BITS[version] : prefixOf(mask, version);
  if (prefix === undefined) return undefined;
  return { version, value: valueOf(parsed.toByteArray()), prefix, hasPrefix: mask !== undefined };
}

function prefixOf(mask: string, version: 4 | 6): number | undefined {
  if (/^\d{1,3}$/.test(mask)) return Number(mask) <= BITS[version] ? Number(mask) : undefined;
  if (version === 6 || !ipaddr.IPv4.isValidFourPartDecimal(mask)) return undefined;
  return ipaddr.IPv4.parse(mask).prefixLengthFromSubnetMask() ?? undefined;
}

function valueOf(bytes: readonly number[]): bigint {
  return bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
}

/** How long an address is. */
export function bitsOf({ version }: Address): number {
  return BITS[version];
}

/** How many addresses the network of one has. */
export function sizeOf({ version, prefix }: Address): bigint {
  return 1n << BigInt(BITS[version] - prefix);
}

/** The first address of its network. */
export function networkOf(address: Address): bigint {
  return (address.value / sizeOf(address)) * sizeOf(address);
}

export function netmaskOf({ version, prefix }: Address): bigint {
  const bits = BigInt(BITS[version]);
  return ((1n << BigInt(prefix)) - 1n) << (bits - BigInt(prefix));
}

/** The text of an address; undefined where there is none of the number. */
export function addressText(value: bigint, version: 4 | 6): string | undefined {
  if (value < 0n || value >> BigInt(BITS[version]) !== 0n) return undefined;
  const bytes = Array.from({ length: BITS[version] / 8 }, (_, at) =>
    Number((value >> BigInt(BITS[version] - 8 * (at + 1))) & 0xffn),
  );
  const parsed = ipaddr.fromByteArray(bytes);
  return parsed.kind() === 'ipv6' && 'toRFC5952String' in parsed
    ? parsed.toRFC5952String()
    : parsed.toString();
}

/** Whether it lies in a range of addresses that is not for everybody. */
export function isPrivate(address: Address): boolean {
  const text = addressText(address.value, address.version) ?? '';
  return ['private', 'uniqueLocal', 'linkLocal', 'loopback'].includes(ipaddr.parse(text).range());
}
