import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const SCRIPT = join(root, 'scripts', 'build-console.mjs');

/** The package of the web console. */
export const CONSOLE = join(root, 'packages', 'console');
/** Names what a build was made of; lies in its output. */
export const STAMP = '.sources';

/** A fingerprint of what the build reads: contents, so that a fresh checkout of the same is the same. */
export function consoleFingerprint() {
  const hash = createHash('sha256');
  for (const directory of [join(CONSOLE, 'src'), join(root, 'packages', 'client', 'src')]) {
    for (const name of readdirSync(directory, { recursive: true }).sort()) {
      const path = join(directory, name);
      if (!name.includes('.spec.') && statSync(path).isFile()) {
        hash.update(`${name}\n`).update(readFileSync(path));
      }
    }
  }
  hash.update(readFileSync(join(CONSOLE, 'package.json')));
  hash.update(readFileSync(SCRIPT));
  return hash.digest('hex');
}

/** Whether the last build was made of just that. */
export function isConsoleBuilt(fingerprint = consoleFingerprint()) {
  const stamp = join(CONSOLE, 'dist', STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint;
}
