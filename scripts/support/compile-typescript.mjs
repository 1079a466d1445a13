import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE = join(
  dirname(fileURLToPath(import.meta.url)),
  ...['..', '..', 'node_modules', '.cache', 'compiled-sources'],
);

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
  const hash = createHash('sha256').update(filename).update(source).digest('hex').slice(0, 32);
  const cached = join(CACHE, `${hash}.js`);
  if (existsSync(cached)) return readFileSync(cached, 'utf8');
  const { transformSync } = await import('rolldown/utils');
  const { code: compiled, errors } = transformSync(filename, source);
  if (errors.length > 0) throw errors[0];
  const code = compiled.replace(
    HELPER,
    (_, name, helper) => `import { ${HELPERS[helper]} as ${name} } from 'tslib';`,
  );
  mkdirSync(CACHE, { recursive: true });
  // Another process may be at the same file.
  const temporary = `${cached}.${process.pid}.${performance.now()}`;
  writeFileSync(temporary, code);
  renameSync(temporary, cached);
  return code;
}
