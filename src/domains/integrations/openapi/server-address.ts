import { type JsonObject } from '../../../kernel/json.js';
import { ownList, ownObject } from '../../../kernel/json-reading.js';
import { ownText } from './local-refs.js';

/** Where the operations of an integration lie. */
export interface ServerAddress {
  /** `http` or `https`. */
  readonly protocol: string;
  /** Host with its port, if it has one; empty where the model names none. */
  readonly host: string;
  /** Path below which every operation lies, without a `/` at its end. */
  readonly basePath: string;
}

/**
 * The first server of a model, its variables at their defaults. A relative one names a path alone:
 * the document was never fetched from anywhere, so it is relative to nothing.
 */
export function modelServer(document: JsonObject): ServerAddress {
  const [first] = ownList(document, 'servers');
  const server = typeof first === 'object' && first !== null && !Array.isArray(first) ? first : {};
  const variables = ownObject(server, 'variables');
  const template = ownText(server, 'url') ?? '/';
  const text = template.replace(
    /\{([^{}]+)\}/g,
    (whole, name: string) => ownText(ownObject(variables, name), 'default') ?? whole,
  );
  if (!URL.canParse(text)) return { protocol: 'https', host: '', basePath: basePathOf(text) };
  const { protocol, host, pathname } = new URL(text);
  return { protocol: protocol.slice(0, -1), host, basePath: basePathOf(pathname) };
}

/** `/api/` and `api` are `/api`; `/` is nothing. */
export function basePathOf(text: string): string {
  const trimmed = text.split(/[?#]/, 1).join('').replace(/^\/+/, '');
  let end = trimmed.length;
  while (trimmed[end - 1] === '/') end -= 1;
  return end === 0 ? '' : `/${trimmed.slice(0, end)}`;
}

/**
 * Why an address cannot be the base of calls; undefined when it can. What the URL parser would read
 * in another way than it is written is refused: a user name before the host, a path that climbs.
 */
export function addressRefusal(address: ServerAddress): string | undefined {
  const { protocol, host, basePath } = address;
  if (protocol !== 'http' && protocol !== 'https') return 'must have the protocol http or https';
  if (!/^[^\s/?#@\\]+$/.test(host) || !URL.canParse(baseUrl(address))) return 'must name a host';
  const { pathname, search, hash } = new URL(baseUrl(address));
  const isPlain = pathname === (basePath === '' ? '/' : basePath) && search + hash === '';
  return isPlain ? undefined : 'must have a base path of plain segments';
}

/** The base URL, without a `/` at its end. */
export function baseUrl({ protocol, host, basePath }: ServerAddress): string {
  return `${protocol}://${host}${basePath}`;
}
