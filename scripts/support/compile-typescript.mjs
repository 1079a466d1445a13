import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const CACHE = join(root, 'node_modules', '.cache', 'compiled-sources');
/** What is compiled depends on beside its text: the compiler and its options. */
const COMPILER = ['tsconfig.json', 'node_modules/rolldown/package.json']
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .join();

/** The compiler leaves these to a bundler, by names of its own. */
const HELPERS = {
  decorate: '__decorate',
  decorateMetadata: '__metadata',
  decorateParam: '__param',
};
const HELPER = /import (\w+) from "@oxc-project\/runtime\/helpers\/(\w+)";/g;

/** JavaScript of a TypeScript file of this tree, by the compiler of the build, once for each text. Types are not checked. */
export async function compileTypeScript(filename) {
  const source = readFileSync(filename, 'utf8');
  const hash = createHash('sha256').update([COMPILER, filename, source].join('\0'));
  const cached = join(CACHE, `${hash.digest('hex').slice(0, 32)}.js`);
  if (existsSync(cached)) return readFileSync(cached, 'utf8');
  const { transformSync } = await import('rolldown/utils');
  const { code: compiled, errors } = transformSync(filename, source);
  if (errors.length > 0) throw errors[0];
  const code = compiled.replace(HELPER, (_, name, helper) => {
    if (!HELPERS[helper]) throw new Error(`${filename} needs ${helper}, which tslib may not have`);
    return `import { ${HELPERS[helper]} as ${name} } from 'tslib';`;
  });
  mkdirSync(CACHE, { recursive: true });
  // Another process may be at the same file.
  const temporary = `${cached}.${process.pid}.${performance.now()}`;
  writeFileSync(temporary, code);
  renameSync(temporary, cached);
  return code;
}
