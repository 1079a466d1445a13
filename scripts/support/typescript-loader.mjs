/** Module hooks that run TypeScript of this tree as it is: `.js` in an import names the `.ts` file beside it, `#` the folder `src`. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileTypeScript } from './compile-typescript.mjs';

const SOURCES = new URL('../../src/', import.meta.url);

export function resolve(specifier, context, next) {
  if (!/^(?:#|\.|file:).*\.js$/.test(specifier)) return next(specifier, context);
  const source = specifier.replace(/\.js$/, '.ts');
  const url = source.startsWith('#')
    ? new URL(source.slice(1), SOURCES)
    : new URL(source, context.parentURL);
  const isOurs = !url.pathname.includes('/node_modules/') && existsSync(url);
  return isOurs
    ? { url: url.href, format: 'module', shortCircuit: true }
    : next(specifier, context);
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const source = await compileTypeScript(fileURLToPath(url));
  return { format: 'module', source, shortCircuit: true };
}
