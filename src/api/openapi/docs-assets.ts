import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { DOCS_CSS, DOCS_SCRIPT } from './docs-page.js';

/** A file of the docs page, opened for one answer. */
export interface DocsAsset {
  readonly type: string;
  readonly open: () => Readable;
}

const swaggerUi = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const vendored = (name: string, type: string): DocsAsset => ({
  type,
  open: () => createReadStream(join(swaggerUi, name)),
});
const own = (text: string, type: string): DocsAsset => ({
  type,
  open: () => Readable.from([text]),
});

const CSS = 'text/css; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

/** The only files that are served: a name from a request never becomes a path. */
export const DOCS_ASSETS: ReadonlyMap<string, DocsAsset> = new Map([
  ['swagger-ui.css', vendored('swagger-ui.css', CSS)],
  ['swagger-ui-bundle.js', vendored('swagger-ui-bundle.js', SCRIPT)],
  ['favicon-32x32.png', vendored('favicon-32x32.png', 'image/png')],
  ['docs-page.css', own(DOCS_CSS, CSS)],
  ['docs-page.js', own(DOCS_SCRIPT, SCRIPT)],
]);
