/** Where GitHub itself answers; not where people look at it. */
const PUBLIC_API = 'https://api.github.com/';
const PUBLIC_HOSTS: ReadonlySet<string> = new Set([
  'github.com',
  'www.github.com',
  'api.github.com',
]);
/** Hosts of enterprises that GitHub runs for them answer beside, not below, their pages. */
const HOSTED_ENTERPRISE = /^(?:api\.)?([a-z0-9-]+\.ghe\.com)$/;
const ENTERPRISE_PATH = '/api/v3';

/**
 * Where the API of a configured GitHub lies. The public one and hosted enterprises have a host for
 * it; a server of one's own has `/api/v3`, unless the address has a path already.
 */
export function githubApi(url: URL): URL {
  if (PUBLIC_HOSTS.has(url.hostname)) return new URL(PUBLIC_API);
  const [, enterprise] = HOSTED_ENTERPRISE.exec(url.hostname) ?? [];
  if (enterprise !== undefined) return new URL(`https://api.${enterprise}/`);
  if (url.pathname !== '/') return url;
  return new URL(ENTERPRISE_PATH, url);
}
