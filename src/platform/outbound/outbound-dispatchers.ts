import { isIP } from 'node:net';
import { type Agent, type Dispatcher } from 'undici';
import { type Config } from '../config/config.js';
import { addressValidator } from './address-policy.js';
import { assertAddressesAllowed, checkedLookup, type ResolveHost } from './checked-lookup.js';
import { trustedAuthorities } from './extra-authorities.js';
import { HostList } from '../config/host-list.js';
import { type Trust } from './trust.js';
import { type Dispatchers, OutboundPool, type OutboundPoolOptions } from './outbound-pool.js';

/** Longest wait for one connection; the deadline of the call is usually shorter. */
const CONNECT_TIMEOUT_MS = 10_000;

/** What sets a pool apart from the usual one. */
interface PoolOptions {
  readonly connections?: number;
  readonly tls: {
    readonly rejectUnauthorized?: false;
    readonly ca?: string;
    readonly cert?: string;
    readonly key?: string;
  };
}

/**
 * The connections to other systems. Each trust has its own pool: a connection that an admin's
 * configuration opened into a private network must not serve a document. The library is loaded by
 * the first call; it would cost every start 20 MB and a tenth of a second.
 */
export class OutboundDispatchers {
  readonly #allowed: HostList;
  readonly #withoutProxy: HostList;
  readonly #tls: { readonly ca?: string[] };
  #shared: Promise<Dispatchers> | undefined;
  /** The same without a look at certificates: connections of the two kinds never mix. */
  #sharedUnchecked: Promise<Dispatchers> | undefined;
  readonly #pools = new Set<OutboundPool>();

  /** @throws ConfigError for an EXTRA_CA_FILE that has become unreadable. */
  constructor(
    private readonly settings: Config['outbound'],
    private readonly resolve: ResolveHost,
  ) {
    this.#allowed = new HostList(settings.allow, { includesSubdomains: false });
    this.#withoutProxy = new HostList(settings.noProxy, { includesSubdomains: true });
    const ca = trustedAuthorities(settings.extraCaFile);
    this.#tls = ca ? { ca } : {};
  }

  /**
   * The way to a target. Names are checked when the connection is made; addresses, which no
   * resolver sees, are checked here.
   * @param by connections of their own, or whether those of everybody check certificates.
   * @throws AppError `upstream-failed` (code `forbidden-target`).
   */
  async to(url: URL, trust: Trust, by: OutboundPool | boolean = true): Promise<Dispatcher> {
    const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1');
    const isAddress = isIP(hostname) !== 0;
    if (isAddress)
      assertAddressesAllowed([hostname], hostname, addressValidator(trust, this.#allowed));
    const { direct, proxy } = await this.#dispatchersOf(by);
    if (!proxy || this.#isReachedDirectly(hostname)) return direct[trust];
    if (!isAddress) await this.#assertNameAllowed(hostname, trust);
    return proxy;
  }

  /** Connections that nobody else uses, until `closePool`. */
  openPool(options: OutboundPoolOptions): OutboundPool {
    const pool = new OutboundPool(options);
    this.#pools.add(pool);
    return pool;
  }

  /** Closes a pool once its calls have ended; no further one may use it. */
  async closePool(pool: OutboundPool): Promise<void> {
    this.#pools.delete(pool);
    const { direct, proxy } = (await pool.dispatchers) ?? {};
    await Promise.all([direct?.configured.close(), direct?.document.close(), proxy?.close()]);
  }

  /** Cuts every connection; calls in flight fail. */
  async destroy(): Promise<void> {
    const own = [...this.#pools].map(({ dispatchers }) => dispatchers);
    for (const opened of [this.#shared, this.#sharedUnchecked, ...own]) {
      const { direct, proxy } = (await opened) ?? {};
      await Promise.all([
        direct?.configured.destroy(),
        direct?.document.destroy(),
        proxy?.destroy(),
      ]);
    }
  }

  #dispatchersOf(by: OutboundPool | boolean): Promise<Dispatchers> {
    if (by instanceof OutboundPool) return (by.dispatchers ??= this.#open(poolOf(by.options)));
    if (by) return (this.#shared ??= this.#open({ tls: {} }));
    return (this.#sharedUnchecked ??= this.#open({ tls: { rejectUnauthorized: false } }));
  }

  async #open({ tls: chosen, ...pool }: PoolOptions): Promise<Dispatchers> {
    const undici = await import('undici');
    const own = { ...this.#tls, timeout: CONNECT_TIMEOUT_MS };
    const tls = { ...own, ...chosen };
    const agentFor = (trust: Trust): Agent => {
      const lookup = checkedLookup(this.resolve, addressValidator(trust, this.#allowed));
      return new undici.Agent({ ...pool, connect: { ...tls, lookup, autoSelectFamily: true } });
    };
    const proxy = this.settings.httpsProxy && {
      ...pool,
      uri: this.settings.httpsProxy.reveal(),
      requestTls: tls,
      // The proxy is the platform's own: whoever trusts a target blindly does not trust every proxy.
      proxyTls: own,
      // Plain http goes to the proxy as such: many allow tunnels to port 443 alone.
      proxyTunnel: false,
    };
    return {
      direct: { configured: agentFor('configured'), document: agentFor('document') },
      proxy: proxy && new undici.ProxyAgent(proxy),
    };
  }

  /** A proxy would take `localhost` for itself. */
  #isReachedDirectly(hostname: string): boolean {
    const isLocal = /^(localhost|.*\.localhost|127\..*|::1)$/.test(hostname);
    return isLocal || this.#withoutProxy.includesHost(hostname);
  }

  /**
   * Behind a proxy the proxy resolves the name, and it alone decides what it reaches. A name that we
   * can resolve is checked all the same; one that we cannot is the proxy's to judge.
   */
  async #assertNameAllowed(hostname: string, trust: Trust): Promise<void> {
    const addresses = await this.resolve(hostname).catch(() => []);
    const texts = addresses.map(({ address }) => address);
    assertAddressesAllowed(texts, hostname, addressValidator(trust, this.#allowed));
  }
}

function poolOf({ connections, verifiesTls, ca, cert, key }: OutboundPoolOptions): PoolOptions {
  return {
    connections,
    tls: {
      ...(!verifiesTls && { rejectUnauthorized: false }),
      ...(ca !== undefined && { ca }),
      ...(cert !== undefined && { cert }),
      ...(key !== undefined && { key: key.reveal() }),
    },
  };
}
