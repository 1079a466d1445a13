import ipaddr from 'ipaddr.js';

const NETWORK_PARTS = 4;

/**
 * What is counted of a caller's address. Of an IPv6 address only the network, because whoever has one
 * address of a network has 2^64 of them; an IPv4 address in IPv6 form is the IPv4 address. What is no
 * address is `unknown`.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, NETWORK_PARTS)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
