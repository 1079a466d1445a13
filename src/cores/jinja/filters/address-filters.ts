import { type CallArgs } from '../call-args.js';
import { numberOf } from '../values/kinds.js';
import { type Value } from '../values/value.js';
import {
  type Address,
  addressText,
  bitsOf,
  isPrivate,
  netmaskOf,
  networkOf,
  readAddress,
  sizeOf,
} from './address.js';
import { type Filter, type Filters, type Tools } from './filter.js';

/** Filters of addresses, as network templates know them. What is no address becomes false. */
const SHORT: readonly (readonly [string, Filter])[] = [
  ['ipaddr', of(undefined)],
  ['ipv4', of(4)],
  ['ipv6', of(6)],
  ['ipmath', ipMath],
  ['ipsubnet', ipSubnet],
];
export const ADDRESS_FILTERS: Filters = new Map<string, Filter>(
  SHORT.flatMap(([name, filter]) => [
    [name, filter],
    [`ansible.utils.${name}`, filter],
    [`ansible.netcommon.${name}`, filter],
  ]),
);

type Query = (address: Address) => Value | undefined;

const withPrefix = (address: Address, value: bigint): Value | undefined => {
  const text = addressText(value, address.version);
  return text === undefined ? undefined : `${text}/${address.prefix}`;
};

const plain = ({ version }: Address, value: bigint): Value | undefined =>
  addressText(value, version);

const last = (address: Address): bigint => networkOf(address) + sizeOf(address) - 1n;

const QUERIES: ReadonlyMap<string, Query> = new Map<string, Query>([
  ['address', (address) => plain(address, address.value)],
  ['ip', (address) => plain(address, address.value)],
  ['network', (address) => plain(address, networkOf(address))],
  ['network_id', (address) => plain(address, networkOf(address))],
  ['subnet', (address) => withPrefix(address, networkOf(address))],
  [
    'net',
    (address) =>
      address.value === networkOf(address) ? withPrefix(address, address.value) : undefined,
  ],
  ['netmask', (address) => plain(address, netmaskOf(address))],
  ['hostmask', (address) => plain(address, sizeOf(address) - 1n)],
  ['wildcard', (address) => plain(address, sizeOf(address) - 1n)],
  [
    'broadcast',
    (address) =>
      address.prefix > 30 && address.version === 4 ? undefined : plain(address, last(address)),
  ],
  ['prefix', ({ prefix }) => prefix],
  ['size', (address) => countOf(sizeOf(address))],
  ['version', ({ version }) => version],
  ['host', (address) => withPrefix(address, address.value)],
  ['host/prefix', (address) => withPrefix(address, address.value)],
  ['address/prefix', (address) => withPrefix(address, address.value)],
  ['network/prefix', (address) => withPrefix(address, networkOf(address))],
  [
    'first_usable',
    (address) => plain(address, networkOf(address) + (sizeOf(address) > 2n ? 1n : 0n)),
  ],
  ['last_usable', (address) => plain(address, last(address) - (sizeOf(address) > 2n ? 1n : 0n))],
  ['private', (address) => (isPrivate(address) ? shown(address) : undefined)],
  ['public', (address) => (isPrivate(address) ? undefined : shown(address))],
  ['int', ({ value }) => countOf(value)],
]);

function countOf(value: bigint): Value {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value.toString();
}

function shown(address: Address): Value | undefined {
  return address.hasPrefix ? withPrefix(address, address.value) : plain(address, address.value);
}

function of(version: 4 | 6 | undefined): Filter {
  return (value, args, { meter }) => {
    meter.spend(4);
    const query = queryOf(args);
    const answer = (one: Value): Value => {
      meter.spend(4);
      const address = typeof one === 'string' ? readAddress(one) : undefined;
      return (address && isOf(address, version) ? query(address) : undefined) ?? false;
    };
    return Array.isArray(value) ? value.map(answer).filter((one) => one !== false) : answer(value);
  };
}

function isOf(address: Address, version: 4 | 6 | undefined): boolean {
  return version === undefined || address.version === version;
}

function queryOf(args: CallArgs): Query {
  const given = args.value(0, 'query') ?? '';
  const number = numberOf(
    typeof given === 'string' && /^-?\d{1,9}$/.test(given) ? Number(given) : given,
  );
  if (number !== undefined)
    return (address) => {
      const start = number < 0 ? networkOf(address) + sizeOf(address) : networkOf(address);
      return withPrefix(address, start + BigInt(Math.trunc(number)));
    };
  if (given === '') return shown;
  const query = QUERIES.get(args.text(0, 'query', ''));
  if (query) return query;
  throw args.fault('does not know the query');
}

function ipMath(value: Value, args: CallArgs): Value {
  const address = typeof value === 'string' ? readAddress(value) : undefined;
  if (!address) throw args.fault('takes an address');
  return plain(address, address.value + BigInt(args.integer(0, 'amount'))) ?? false;
}

/** Without an index the number of subnets of the prefix, else the one of the index. */
function ipSubnet(value: Value, args: CallArgs, { meter }: Tools): Value {
  meter.spend(4);
  const address = typeof value === 'string' ? readAddress(value) : undefined;
  const prefix = Number(args.value(0, 'query') ?? Number.NaN);
  if (!address || !isPartOf(address, prefix)) return false;
  const part = { ...address, prefix };
  const count = sizeOf(address) / sizeOf(part);
  const index = args.optionalInteger(1, 'index');
  return index === undefined ? countOf(count) : subnetAt(part, BigInt(index), count);
}

/** Of so many subnets the one of an index; a negative one counts from the end. */
function subnetAt(part: Address, index: bigint, count: bigint): Value {
  const at = index < 0n ? count + index : index;
  if (at < 0n || at >= count) return false;
  return withPrefix(part, networkFor(part, count) + at * sizeOf(part)) ?? false;
}

/** Where the network that is divided begins. */
function networkFor(part: Address, count: bigint): bigint {
  const size = sizeOf(part) * count;
  return (part.value / size) * size;
}

function isPartOf(address: Address, prefix: number): boolean {
  return Number.isInteger(prefix) && prefix >= address.prefix && prefix <= bitsOf(address);
}
