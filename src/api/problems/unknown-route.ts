import { AppError } from '../../kernel/app-error.js';
import { BUILT_OPERATIONS, operationSpec } from '../operations/operations.js';

interface KnownPath {
  readonly pattern: RegExp;
  readonly methods: readonly string[];
}

/** The paths of all mounted operations with their methods; HEAD is answered wherever GET is. */
const KNOWN_PATHS: readonly KnownPath[] = knownPaths();

/** A path without a route is 404; a path with other methods is 405 and says which (`Allow`). */
export function unknownRoute(method: string, url: string): AppError {
  const path = pathOf(url);
  const allowed = allowedMethods(path);
  if (allowed.length === 0) return new AppError('not-found', nothingAt(path));
  return new AppError('method-not-allowed', `This path does not take ${method}`, {
    headers: { allow: allowed.join(', ') },
  });
}

/** Whoever opens the address of the platform in a browser looks for a way in. */
function nothingAt(path: string): string {
  const nothing = 'Nothing is served at this path';
  return path === '/' ? `${nothing}: the documentation is at /docs` : nothing;
}

/** Methods of the operations on this path, each once. */
export function allowedMethods(path: string): readonly string[] {
  const methods = KNOWN_PATHS.filter(({ pattern }) => pattern.test(path)).flatMap(
    (known) => known.methods,
  );
  return [...new Set(methods)];
}

function pathOf(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

function knownPaths(): readonly KnownPath[] {
  return BUILT_OPERATIONS.map(operationSpec).map(({ method, path }) => ({
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`),
    methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
  }));
}
