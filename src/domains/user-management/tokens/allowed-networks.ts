import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** `::ffff:0:0/96`: IPv4 in the form of IPv6. */
const MAPPED_BITS = 96;

/** Without a zone: `fe80::1%eth0` means something else on every machine. */
const NETWORK = /^(?<address>[^/%]+)(?:\/(?<bits>\d{1,3}))?$/;

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * A network as it is kept: `10.1.2.3/8` is `10.0.0.0/8`, a lone address is a network of one, and
 * IPv4 in the form of IPv6 is IPv4, because that is how the addresses of callers are read.
 * @returns undefined for text that is neither an address nor a network in CIDR notation.
 */
export function canonicalNetwork(text: string): string | undefined {
  const { address = '', bits } = NETWORK.exec(text.trim())?.groups ?? {};
  if (isIP(address) === 0) return undefined;
  const parsed = ipaddr.parse(address);
  const prefix = Number(bits ?? lengthOf(parsed));
  return prefix > lengthOf(parsed) ? undefined : canonical(parsed, prefix);
}

/**
 * Whether a caller with this address may use a token that is limited to these networks. No networks
 * means everywhere; an address that nobody can read is in no network.
 */
export function isWithin(networks: readonly string[], address: string): boolean {
  if (networks.length === 0) return true;
  const plain = address.replace(/%.*$/, '');
  if (isIP(plain) === 0) return false;
  const caller = ipaddr.process(plain);
  return networks.some((network) => {
    const [base, prefix] = ipaddr.parseCIDR(network);
    return base.kind() === caller.kind() && caller.match(base, prefix);
  });
}

function canonical(address: Address, prefix: number): string {
  return isMapped(address) && prefix >= MAPPED_BITS
    ? networkOf(address.toIPv4Address(), prefix - MAPPED_BITS)
    : networkOf(address, prefix);
}

function networkOf(address: Address, prefix: number): string {
  const whole = `${address.toString()}/${String(prefix)}`;
  const base =
    address instanceof ipaddr.IPv4
      ? ipaddr.IPv4.networkAddressFromCIDR(whole)
      : ipaddr.IPv6.networkAddressFromCIDR(whole);
  return `${base.toString()}/${String(prefix)}`;
}

function lengthOf(address: Address): number {
  return address instanceof ipaddr.IPv4 ? 32 : 128;
}

function isMapped(address: Address): address is ipaddr.IPv6 {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress();
}
