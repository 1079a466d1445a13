import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { type Client } from 'ldapts';
import { type Config } from '../../platform/config/config.js';
import { addressValidator } from '../../platform/outbound/address-policy.js';
import {
  assertAddressesAllowed,
  checkedLookup,
  type ResolveHost,
} from '../../platform/outbound/checked-lookup.js';
import { trustedAuthorities } from '../../platform/outbound/extra-authorities.js';
import { HostList } from '../../platform/config/host-list.js';

/** Entries of one user and of a thousand groups are far below it. */
const ANSWER_LIMIT_BYTES = 4 * 1024 * 1024;
const ADDRESS_VALIDATOR = addressValidator(
  'configured',
  new HostList([], { includesSubdomains: false }),
);

/** A connection to the directory, and the way to cut it. */
export interface LdapConnection {
  readonly client: Client;
  readonly cut: () => void;
}

/**
 * Connections to the directory under the rules for outbound calls (ADR 0061): checked and pinned
 * addresses, EXTRA_CA_FILE, a limit on what is read. A proxy for HTTP is of no use here.
 */
export class LdapConnections {
  readonly #tls: ConnectionOptions;
  readonly #lookup: LookupFunction;
  readonly #hostname: string;

  /** @throws ConfigError for an unreadable EXTRA_CA_FILE. */
  constructor(
    private readonly url: string,
    private readonly settings: Pick<Config['ldap'], 'startTls' | 'timeoutMs'>,
    { extraCaFile, resolve }: { readonly extraCaFile: string | undefined; resolve: ResolveHost },
  ) {
    const ca = trustedAuthorities(extraCaFile);
    this.#hostname = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
    this.#lookup = checkedLookup(resolve, ADDRESS_VALIDATOR);
    const servername = isIP(this.#hostname) === 0 ? this.#hostname : '';
    this.#tls = { host: this.#hostname, servername, ...(ca && { ca }) };
  }

  /**
   * A new connection, encrypted where the settings say so before anything is said.
   * @throws AppError `upstream-failed` for a forbidden address; what the library throws.
   */
  async open(): Promise<LdapConnection> {
    if (isIP(this.#hostname) !== 0)
      assertAddressesAllowed([this.#hostname], this.#hostname, ADDRESS_VALIDATOR);
    const { Client } = await import('ldapts');
    const sockets: Socket[] = [];
    const client = new Client({
      url: this.url,
      timeout: this.settings.timeoutMs,
      connectTimeout: this.settings.timeoutMs,
      strictDN: false,
      createConnection: this.#plain(sockets),
      createSecureConnection: this.#encrypted(sockets),
    });
    const cut = (): void => {
      sockets.forEach((socket) => socket.destroy());
    };
    try {
      if (this.settings.startTls) await client.startTLS({ ...this.#tls });
    } catch (error) {
      cut();
      throw error;
    }
    return { client, cut };
  }

  #plain(sockets: Socket[]): typeof connect {
    const open = (port: number, host: string): Socket =>
      limited(connect({ port, host, lookup: this.#lookup }), sockets);
    // The library calls it with a port and a host, and in no other way.
    return open as typeof connect;
  }

  #encrypted(sockets: Socket[]): typeof connectTls {
    const open = (first: number | ConnectionOptions, host?: string): TLSSocket => {
      const target =
        typeof first === 'number' ? { port: first, host, lookup: this.#lookup } : first;
      return limited(connectTls({ ...this.#tls, ...target }), sockets);
    };
    // With a port and a host for ldaps://, and with the open socket for STARTTLS.
    return open as typeof connectTls;
  }
}

/** Cuts the connection when more comes than any sign-in takes: the library keeps all of it. */
function limited<S extends Socket>(socket: S, sockets: Socket[]): S {
  sockets.push(socket);
  const [first = socket] = sockets;
  socket.on('data', () => {
    if (first.bytesRead > ANSWER_LIMIT_BYTES) socket.destroy(new Error('the answer is too large'));
  });
  return socket;
}
