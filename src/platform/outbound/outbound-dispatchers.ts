import { isIP } from 'node:net';
import { type Agent, type Dispatcher, type ProxyAgent } from 'undici';
import { type Config } from '../config/config.js';
import { assertAddressesAllowed, checkedLookup, type ResolveHost } from './checked-lookup.js';
import { trustedAuthorities } from './extra-authorities.js';
import { HostList } from './host-list.js';
import { type Trust } from './outbound-request.js';

/** Longest wait for one connection; the deadline of the call is usually shorter. */
const CONNECT_TIMEOUT_MS = 10_000;

interface Ways {
  readonly direct: Readonly<Record<Trust, Agent>>;
  readonly proxy: ProxyAgent | undefined;
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
  #ways: Promise<Ways> | undefined;
  /** The same without a look at certificates: connections of the two kinds never mix. */
  #uncheckedWays: Promise<Ways> | undefined;

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
   * @throws AppError `upstream-failed` (code `forbidden-target`).
   */
  async to(url: URL, trust: Trust, verifiesTls = true): Promise<Dispatcher> {
    const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1');
    const isAddress = isIP(hostname) !== 0;
    if (isAddress) assertAddressesAllowed([hostname], { hostname, trust }, this.#allowed);
    const { direct, proxy } = await this.#waysFor(verifiesTls);
    if (!proxy || this.#isReachedDirectly(hostname)) return direct[trust];
    if (!isAddress) await this.#assertNameAllowed(hostname, trust);
    return proxy;
  }

  /** Cuts every connection; calls in flight fail. */
  async destroy(): Promise<void> {
    for (const ways of [await this.#ways, await this.#uncheckedWays]) {
      const { direct, proxy } = ways ?? {};
      await Promise.all([
        direct?.configured.destroy(),
        direct?.document.destroy(),
        proxy?.destroy(),
      ]);
    }
  }

  #waysFor(verifiesTls: boolean): Promise<Ways> {
    if (verifiesTls) return (this.#ways ??= this.#openWays({}));
    return (this.#uncheckedWays ??= this.#openWays({ rejectUnauthorized: false }));
  }

  async #openWays(checks: { readonly rejectUnauthorized?: false }): Promise<Ways> {
    const undici = await import('undici');
    const own = { ...this.#tls, timeout: CONNECT_TIMEOUT_MS };
    const tls = { ...own, ...checks };
    const agentFor = (trust: Trust): Agent => {
      const lookup = checkedLookup(this.resolve, trust, this.#allowed);
      return new undici.Agent({ connect: { ...tls, lookup, autoSelectFamily: true } });
    };
    const proxy = this.settings.httpsProxy && {
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
    assertAddressesAllowed(texts, { hostname, trust }, this.#allowed);
  }
}
