import ipaddr from 'ipaddr.js';

type Network = ReturnType<typeof ipaddr.parseCIDR>;

const HOST_NAME = /^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/;

/** How the texts of a list are read. */
export interface HostListOptions {
  /** Whether `example.net` means its subdomains too, as it does in NO_PROXY. */
  readonly includesSubdomains: boolean;
}

/** True for an entry that `HostList` can read. */
export function isHostEntry(entry: string): boolean {
  return new HostList([entry], { includesSubdomains: false }).unreadable.length === 0;
}

/**
 * A list of hosts and networks as operators write it: names, `*.example.net`, addresses, networks
 * such as `10.0.0.0/8`, and `*` for everything.
 */
export class HostList {
  readonly #names = new Set<string>();
  readonly #suffixes: string[] = [];
  readonly #networks: Network[] = [];
  /** Entries that have none of the forms; the list works without them. */
  readonly unreadable: readonly string[];

  constructor(
    entries: readonly string[],
    private readonly options: HostListOptions,
  ) {
    this.unreadable = entries.filter((entry) => !this.#add(entry.toLowerCase()));
  }

  /** True when the name is on the list; an address in URL form (`[::1]`) is looked up as address. */
  includesHost(hostname: string): boolean {
    const name = hostname.toLowerCase().replace(/\.$/, '');
    const address = name.replace(/^\[(.*)\]$/, '$1');
    if (ipaddr.isValid(address)) return this.includesAddress(address);
    return this.#names.has(name) || this.#suffixes.some((suffix) => name.endsWith(suffix));
  }

  /** True when the address lies in one of the networks; a mapped IPv4 address counts as IPv4. */
  includesAddress(address: string): boolean {
    const parsed = ipaddr.process(address);
    return this.#networks.some(
      ([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits),
    );
  }

  #add(entry: string): boolean {
    if (entry === '*') return this.#addEverything();
    if (entry.includes('/')) return this.#addNetwork(entry);
    if (ipaddr.isValid(entry)) return this.#addNetwork(`${entry}/${bitsOf(entry)}`);
    return this.#addName(entry.replace(/^\*?\./, ''), /^\*?\./.test(entry));
  }

  #addName(name: string, meansSubdomains: boolean): boolean {
    if (!HOST_NAME.test(name)) return false;
    const { includesSubdomains } = this.options;
    if (meansSubdomains || includesSubdomains) this.#suffixes.push(`.${name}`);
    if (!meansSubdomains || includesSubdomains) this.#names.add(name);
    return true;
  }

  #addEverything(): boolean {
    this.#suffixes.push('');
    return this.#addNetwork('0.0.0.0/0') && this.#addNetwork('::/0');
  }

  #addNetwork(text: string): boolean {
    if (!ipaddr.isValidCIDR(text)) return false;
    this.#networks.push(ipaddr.parseCIDR(text));
    return true;
  }
}

function bitsOf(address: string): number {
  return ipaddr.parse(address).kind() === 'ipv6' ? 128 : 32;
}
