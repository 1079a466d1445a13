import { type LookupAddress, type LookupOptions } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { type LookupFunction } from 'node:net';
import { type AddressValidator } from './address-policy.js';
import { forbiddenTarget } from './outbound-failures.js';

/** Finds the addresses of a name; rejects as `dns.lookup` does. */
export type ResolveHost = (hostname: string) => Promise<readonly LookupAddress[]>;

/** The resolver of the operating system. */
export function resolveBySystem(hostname: string): Promise<readonly LookupAddress[]> {
  return lookup(hostname, { all: true });
}

/**
 * Addresses are refused as a whole: a name that points to the public and to the inside at once is
 * what an attack by rebinding looks like.
 * @throws AppError `upstream-failed` (code `forbidden-target`).
 */
export function assertAddressesAllowed(
  addresses: readonly string[],
  hostname: string,
  refusalOf: AddressValidator,
): void {
  for (const address of addresses) {
    const refusal = refusalOf(address, hostname);
    if (refusal === undefined) continue;
    throw forbiddenTarget(`Calls to ${hostname} are not allowed: ${refusal}`);
  }
}

/**
 * A `lookup` for sockets that hands out checked addresses alone. The socket connects to what it is
 * given and asks no second time, so the address that was checked is the one that is called.
 */
export function checkedLookup(resolve: ResolveHost, refusalOf: AddressValidator): LookupFunction {
  return (hostname, options: LookupOptions, callback) => {
    const answer = async (): Promise<readonly LookupAddress[]> => {
      const addresses = await resolve(hostname);
      const texts = addresses.map(({ address }) => address);
      assertAddressesAllowed(texts, hostname, refusalOf);
      return addresses;
    };
    answer().then(
      (addresses) => {
        const [first] = addresses;
        if (!first) callback(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), []);
        else if (options.all) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => {
        callback(error as NodeJS.ErrnoException, []);
      },
    );
  };
}
