import { readFileSync } from 'node:fs';
import { CommandError } from './command-error.js';

type Fetch = typeof globalThis.fetch;

/**
 * What sends the requests where a proxy stands in between (`HTTPS_PROXY`, `NO_PROXY`), or an authority of one's
 * own has signed the certificate; undefined where the runtime can.
 * @throws CommandError when the file of the authority cannot be read.
 */
export function proxyFetch(
  env: Readonly<Record<string, string | undefined>>,
  authority?: string,
): Fetch | undefined {
  const proxies = ['http_proxy', 'https_proxy'].flatMap((name) => [name, name.toUpperCase()]);
  if (authority === undefined && !proxies.some((name) => env[name])) return undefined;
  const own = authority === undefined ? undefined : pem(authority);
  let sending: Promise<Fetch> | undefined;
  return async (input, init) => (await (sending ??= undiciFetch(own)))(input, init);
}

function pem(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new CommandError(`${path} cannot be read`);
  }
}

/** Read when it is needed: it takes longer than all the rest of the program. */
async function undiciFetch(authority: string | undefined): Promise<Fetch> {
  const { EnvHttpProxyAgent, fetch } = await import('undici');
  const { rootCertificates } = await import('node:tls');
  const tls = authority !== undefined && { ca: [...rootCertificates, authority] };
  const dispatcher = new EnvHttpProxyAgent({
    ...(tls && { connect: tls, requestTls: tls, proxyTls: tls }),
  });
  return async (input, init) => {
    const { url, method, headers, body, signal } = new Request(input, init);
    const response = await fetch(url, {
      method,
      headers: [...headers],
      signal,
      dispatcher,
      ...(body && { body: body as never, duplex: 'half' }),
    });
    return response as unknown as Response;
  };
}
