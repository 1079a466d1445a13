import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const inRoot = (...paths) => paths.map((path) => join(root, path));

/** Names what a build was made of; lies in its output. */
export const STAMP = '.sources';

/** Each build: where it lies, and what it reads. */
export const PLATFORM = {
  output: join(root, 'dist'),
  sources: inRoot(
    'src',
    'tsconfig.json',
    'package-lock.json',
    'scripts/build.mjs',
    'scripts/support/builds.mjs',
  ),
};
/** The package of the web console. */
export const CONSOLE = join(root, 'packages', 'console');
export const CONSOLE_PAGES = {
  output: join(CONSOLE, 'dist'),
  sources: inRoot(
    'packages/console/src',
    'packages/client/src',
    'packages/console/package.json',
    'scripts/build-console.mjs',
    'scripts/support/builds.mjs',
  ),
};

/** Tests, Markdown, and what editors leave. */
const NOT_READ = /spec\.tsx?$|\.md$|^\.|~$/;

/**
 * Names, sizes and times of files and of all in folders, not contents: every start asks for it. To list folders one by one,
 * with the kinds of their entries, takes a fifth of the time of a recursive list.
 */
export function fingerprint(paths) {
  const seen = [];
  const add = (path) => {
    const { size, mtimeMs } = statSync(path);
    seen.push(path, size, mtimeMs);
  };
  const addFolder = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) addFolder(path);
      else if (!NOT_READ.test(entry.name)) add(path);
    }
  };
  for (const path of paths) {
    if (statSync(path).isDirectory()) addFolder(path);
    else add(path);
  }
  return createHash('sha256').update(seen.join('\n')).digest('hex');
}

/** Whether the last build was made of just that. */
export function isBuilt({ output, sources }, current = fingerprint(sources)) {
  const stamp = join(output, STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === current;
}
