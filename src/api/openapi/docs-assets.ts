import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programFile } from '../../platform/config/program-file.js';

/** A file of the docs page, kept in memory: they are few and small. */
export interface DocsAsset {
  readonly type: string;
  readonly bytes: Buffer;
}

const DIRECTORY = fileURLToPath(programFile('api/openapi/page'));
const PAGE = 'page.html';
const CONSOLE_LINK = '<a href="/console">Console</a>';
const OPEN_ID_LINK = '<a id="open-id" href="/login/oidc">Sign in with OpenID Connect</a>';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The only files that are served: a name from a request never becomes a path. */
export const DOCS_ASSETS: ReadonlyMap<string, DocsAsset> = new Map(
  readdirSync(DIRECTORY)
    .filter((name) => name !== PAGE)
    .map((name) => [
      name,
      { type: TYPES[extname(name)] ?? '', bytes: readFileSync(join(DIRECTORY, name)) },
    ]),
);

/** Changes with any of the files, which are kept for good below the address that it is part of. */
export const DOCS_VERSION = versionOf(DOCS_ASSETS);

function versionOf(assets: ReadonlyMap<string, DocsAsset>): string {
  const hash = createHash('sha256');
  for (const [name, { bytes }] of assets) hash.update(`${name}\n`).update(bytes);
  return hash.digest('hex').slice(0, 16);
}

/**
 * The docs page: the contract of `/openapi.json` to search, read and call. Everything comes from here
 * (ADR 0193).
 * @param has what a reader may go on to: a provider at which users can sign in as well, and the console.
 */
export function docsHtml(has: { readonly openId: boolean; readonly console: boolean }): string {
  return readFileSync(join(DIRECTORY, PAGE), 'utf8')
    .replaceAll('{{version}}', DOCS_VERSION)
    .replace('{{console}}', has.console ? CONSOLE_LINK : '')
    .replace('{{openid}}', has.openId ? OPEN_ID_LINK : '');
}
