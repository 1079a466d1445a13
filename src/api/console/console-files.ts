import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programFile } from '../../platform/config/program-file.js';

/** How a file is packed; `identity` is the file itself. */
type Encoding = 'identity' | 'gzip' | 'br';

/** A file of the console, kept in memory as it is and as the build packed it. */
interface ConsoleFile {
  readonly type: string;
  readonly bytes: Readonly<Record<Encoding, Buffer>>;
}

/** What the build of `packages/console` has left. */
export interface ConsoleFiles {
  readonly page: string;
  readonly assets: ReadonlyMap<string, ConsoleFile>;
}

const DIRECTORY = fileURLToPath(programFile('../packages/console/dist'));

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The files of the console; undefined where it is not built. A name from a request never becomes a path. */
export function readConsole(directory = DIRECTORY): ConsoleFiles | undefined {
  const page = join(directory, 'index.html');
  if (!existsSync(page)) return undefined;
  const assets = join(directory, 'assets');
  const names = readdirSync(assets).filter((name) => extname(name) in TYPES);
  return {
    page: readFileSync(page, 'utf8'),
    assets: new Map(names.map((name) => [name, fileAt(assets, name)])),
  };
}

function fileAt(directory: string, name: string): ConsoleFile {
  const read = (suffix: string): Buffer => readFileSync(join(directory, `${name}${suffix}`));
  return {
    type: TYPES[extname(name)] ?? '',
    bytes: { identity: read(''), gzip: read('.gz'), br: read('.br') },
  };
}

/** The smallest form of a file that a browser with this `Accept-Encoding` reads. */
export function encodingFor(accepted: string): Encoding {
  const names = accepted.split(',').map((entry) => entry.trim());
  if (names.includes('br')) return 'br';
  return names.includes('gzip') ? 'gzip' : 'identity';
}
