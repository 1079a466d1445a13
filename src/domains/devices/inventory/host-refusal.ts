import ipaddr from 'ipaddr.js';
import { classifyAddress } from '../../../platform/outbound/address-policy.js';

const HOST_LENGTH_MAX = 253;
const LABEL = /^[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?$/;

/**
 * Why a text cannot be the host of a device; undefined when it can. A name or an address and nothing around
 * it: no scheme, user, port or option. What a name stands for is judged when it is called.
 */
export function hostRefusal(host: string): string | undefined {
  if (ipaddr.isValid(host)) {
    if (host.includes('%')) return 'must be an address without a zone';
    return classifyAddress(host) === 'forbidden'
      ? 'is a link-local, metadata or group address, which is never called'
      : undefined;
  }
  const labels = host.replace(/\.$/, '').split('.');
  if (host.length <= HOST_LENGTH_MAX && labels.every((label) => LABEL.test(label)))
    return undefined;
  return 'must be a host name or an address';
}
