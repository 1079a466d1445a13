import { RegistryError } from '../registry-error.js';

/** A path that is read as it stands: no `.` or `..` in any spelling, nothing that readers drop. */
const PLAIN_PATH = /^(?!.*\/(?:\.|%2e){1,2}(?:\/|$))\/[\x21-\x5b\x5d-\x7e]*$/i;

/**
 * The one place to which a token may go: an origin and the path below which the API lies. Everything
 * that a registry says about where to go next is laid against it.
 */
export class ApiBase {
  readonly #url: URL;

  /** @param url without query; its path is the base path. */
  constructor(url: URL) {
    this.#url = new URL(url);
    this.#url.pathname = url.pathname.replace(/\/+$/, '');
  }

  /** For messages and for the count of calls at a time: host and port. */
  get host(): string {
    return this.#url.host;
  }

  /**
   * The address of a path below the base. Names that a registry gave may be a part of it.
   * @param target begins with a slash.
   * @throws RegistryError for one that is another place than it says: the token is not sent there.
   */
  href(target: string): string {
    const [path = ''] = target.split(/[?#]/, 1);
    if (!PLAIN_PATH.test(path)) {
      throw new RegistryError(`a name that ${this.host} gives leads out of its place in the API`);
    }
    return this.#url.href.replace(/\/$/, '') + target;
  }

  /**
   * Path and query below the base for an address that the registry gave; null when it leads
   * elsewhere: another host, port or scheme, or out of the base path.
   * @param from the target of the answer that gave it, for relative ones.
   */
  inside(address: string, from: string): string | null {
    const current = this.href(from);
    if (!URL.canParse(address, current)) return null;
    const { origin, pathname, search, username, password } = new URL(address, current);
    const base = this.#url.pathname === '/' ? '' : this.#url.pathname;
    if (origin !== this.#url.origin || username !== '' || password !== '') return null;
    return pathname.startsWith(`${base}/`) ? pathname.slice(base.length) + search : null;
  }
}

/**
 * The address that a configured `hostname` means; https unless it says otherwise.
 * @throws RegistryError
 */
export function registryUrl(hostname: string): URL {
  const url = toUrl(hostname);
  if (url) return url;
  throw new RegistryError(`'${hostname}' is no host, host and port, or http(s) URL`);
}

function toUrl(hostname: string): URL | null {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(hostname) ? hostname : `https://${hostname}`;
  if (/[\s\\@]/.test(hostname) || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (!['http:', 'https:'].includes(url.protocol)) return null;
  return url.search === '' && url.hash === '' ? url : null;
}
