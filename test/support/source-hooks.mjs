import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

const swc = {
  module: { type: 'es6' },
  sourceMaps: 'inline',
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
  },
};

const isOurs = (url) => url?.startsWith('file:') && /\/(?:src|test)\//.test(url);

/** Sources import each other by the names that they will have when they are built. */
export async function resolve(specifier, context, next) {
  if (!/^(?:\.|file:)/.test(specifier) || !specifier.endsWith('.js'))
    return next(specifier, context);
  const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
  const isSource = isOurs(source.href) && existsSync(fileURLToPath(source));
  return isSource ? { url: source.href, shortCircuit: true } : next(specifier, context);
}

export async function load(url, context, next) {
  if (!isOurs(url) || !url.endsWith('.ts')) return next(url, context);
  const filename = fileURLToPath(url);
  const { code } = transformSync(readFileSync(filename, 'utf8'), { ...swc, filename });
  return { format: 'module', source: code, shortCircuit: true };
}
