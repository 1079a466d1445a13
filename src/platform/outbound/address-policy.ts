import ipaddr from 'ipaddr.js';
import { type HostList } from '../config/host-list.js';
import { type Trust } from './trust.js';

/**
 * `public`: anyone may be called. `internal`: loopback, private, shared and reserved networks, for
 * hosts that an admin named. `forbidden`: nobody's business from here, whoever asks.
 */
export type AddressClass = 'public' | 'internal' | 'forbidden';

/** Services of clouds that hand out credentials to whoever asks from inside, beside 169.254.0.0/16. */
const METADATA_ADDRESSES: ReadonlySet<string> = new Set([
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
]);
const FORBIDDEN_RANGES: ReadonlySet<string> = new Set([
  'unspecified',
  'broadcast',
  'multicast',
  'linkLocal',
]);
/** Only these IPv6 addresses are assigned to the public network (RFC 4291, 2.4). */
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/** Which class an address belongs to; IPv4 addresses inside IPv6 ones count as what they are. */
export function classifyAddress(text: string): AddressClass {
  if (!ipaddr.isValid(text)) return 'forbidden';
  const address = ipaddr.parse(text);
  return address instanceof ipaddr.IPv6 ? classifyIpv6(address) : classifyIpv4(address);
}

/** Why an address may not be called under this name; undefined when it may. */
export type AddressValidator = (address: string, hostname: string) => string | undefined;

const FORBIDDEN = 'link-local, metadata and group addresses are never called';

/** The validator of addresses for calls that somebody of this trust asked for. */
export function addressValidator(trust: Trust, allowed: HostList): AddressValidator {
  return (address, hostname) => addressRefusal({ address, hostname, trust }, allowed);
}

/**
 * The validator of addresses for devices. Their records are written by others than administrators, so internal networks
 * are those that an administrator named, and the own machine only where OUTBOUND_ALLOW has it.
 */
export function deviceAddressValidator(networks: HostList, allowed: HostList): AddressValidator {
  return (address, hostname) => {
    const addressClass = classifyAddress(address);
    if (addressClass === 'forbidden') return FORBIDDEN;
    const isIn = (list: HostList): boolean =>
      list.includesHost(hostname) || list.includesAddress(address);
    if (addressClass === 'public' || isIn(allowed)) return undefined;
    if (isOwnMachine(address)) return 'it is the own machine, and is not in OUTBOUND_ALLOW';
    return isIn(networks)
      ? undefined
      : 'it lies on an internal network that the setting DEVICE_NETWORKS does not name';
  };
}

/** Loopback, also inside of an address that a gateway would carry on. */
function isOwnMachine(text: string): boolean {
  const address = ipaddr.process(text);
  if (address.range() === 'loopback') return true;
  if (!(address instanceof ipaddr.IPv6)) return false;
  const embedded = embeddedIpv4(address, address.range())?.addresses ?? [];
  return embedded.some((inner) => inner.range() === 'loopback');
}

/** Whether an address may be called, and the reason why not. */
export function addressRefusal(
  target: { readonly address: string; readonly hostname: string; readonly trust: Trust },
  allowed: HostList,
): string | undefined {
  const { address, hostname, trust } = target;
  const addressClass = classifyAddress(address);
  if (addressClass === 'forbidden') return FORBIDDEN;
  if (addressClass === 'public' || trust === 'configured') return undefined;
  if (allowed.includesHost(hostname) || allowed.includesAddress(address)) return undefined;
  return 'it lies on an internal network and is not in OUTBOUND_ALLOW';
}

function classifyIpv4(address: ipaddr.IPv4): AddressClass {
  const range = address.range();
  if (METADATA_ADDRESSES.has(address.toString()) || FORBIDDEN_RANGES.has(range)) return 'forbidden';
  return range === 'unicast' ? 'public' : 'internal';
}

function classifyIpv6(address: ipaddr.IPv6): AddressClass {
  const range = address.range();
  const plain = new ipaddr.IPv6(address.parts).toString();
  if (METADATA_ADDRESSES.has(plain) || FORBIDDEN_RANGES.has(range)) return 'forbidden';
  const embedded = embeddedIpv4(address, range);
  if (embedded) return strictest([embedded.atLeast, ...embedded.addresses.map(classifyIpv4)]);
  return range === 'unicast' && address.match(GLOBAL_UNICAST) ? 'public' : 'internal';
}

interface Embedded {
  readonly addresses: readonly ipaddr.IPv4[];
  readonly atLeast: AddressClass;
}

/** The IPv4 addresses to which a gateway or the own machine would carry a packet on. */
function embeddedIpv4(address: ipaddr.IPv6, range: string): Embedded | undefined {
  const parts = address.parts;
  const last = ipv4Of(parts[6], parts[7]);
  if (isIpv4Compatible(parts, range)) return { addresses: [last], atLeast: 'internal' };
  switch (range) {
    case 'ipv4Mapped':
    case 'rfc6145':
      return { addresses: [last], atLeast: 'public' };
    case 'rfc6052':
      return nat64Ipv4(parts, last);
    case '6to4':
      return { addresses: [ipv4Of(parts[1], parts[2])], atLeast: 'internal' };
    case 'teredo':
      return {
        addresses: [ipv4Of(parts[2], parts[3]), ipv4Of(inverse(parts[6]), inverse(parts[7]))],
        atLeast: 'internal',
      };
    default:
      return undefined;
  }
}

/** RFC 8215's prefix is for local use; its operator chooses where the IPv4 address lies. */
function nat64Ipv4(parts: readonly number[], last: ipaddr.IPv4): Embedded {
  if (parts[2] === 0) return { addresses: [last], atLeast: 'public' };
  const addresses = parts[3] === 0 ? [last] : [last, acrossIpv4(parts)];
  return { addresses, atLeast: 'internal' };
}

/** `::127.0.0.1`, a form that is long deprecated and still understood by some systems. */
function isIpv4Compatible(parts: readonly number[], range: string): boolean {
  return range !== 'loopback' && parts.slice(0, 6).every((part) => part === 0);
}

/** With a /48 prefix the address lies in bits 48 to 63 and 72 to 87 (RFC 6052, 2.2). */
function acrossIpv4(parts: readonly number[]): ipaddr.IPv4 {
  const low = (((parts[4] ?? 0) & 0xff) << 8) | ((parts[5] ?? 0) >> 8);
  return ipv4Of(parts[3], low);
}

function ipv4Of(high = 0, low = 0): ipaddr.IPv4 {
  return new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff]);
}

function inverse(part = 0): number {
  return part ^ 0xffff;
}

function strictest(classes: readonly AddressClass[]): AddressClass {
  if (classes.includes('forbidden')) return 'forbidden';
  return classes.includes('internal') ? 'internal' : 'public';
}
