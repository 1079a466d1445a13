import { AppError } from '../../kernel/app-error.js';
import { mountedPath } from '../operations/mounted-path.js';
import { BUILT_OPERATIONS, type OperationId, operationSpec } from '../operations/operations.js';
import { bodyInShort } from '../shapes/request-bodies.js';
import { SCIM_BASE } from './scim-error.js';

/** What RFC 7644 defines and is not supported here: its word for that is 501, wherever it is asked for. */
const UNSUPPORTED = new Set([`${SCIM_BASE}/Bulk`, `${SCIM_BASE}/Me`]);

const NOTHING_SERVED =
  'Nothing is served at this path: /docs lists all operations. A name in a path is one segment: its / is written %2F';

interface KnownPath {
  readonly id: OperationId;
  readonly pattern: RegExp;
  readonly methods: readonly string[];
  /** No part of the path is a parameter. */
  readonly isLiteral: boolean;
}

/** The paths of all mounted operations with their methods, by the base URL of those that have one. */
const KNOWN_PATHS = new Map<string, readonly KnownPath[]>();

/**
 * A path without a route is 404; a path with other methods is 405 and says which (`Allow`), and what they do.
 * @param baseUrl `ORCHESTRATOR_BASE_URL`
 */
export function unknownRoute(method: string, url: string, baseUrl = ''): AppError {
  const path = pathOf(url);
  if (UNSUPPORTED.has(path))
    return new AppError('not-implemented', 'This part of SCIM is not supported here');
  const allowed = allowedMethods(path, baseUrl);
  if (allowed.length === 0) return new AppError('not-found', NOTHING_SERVED);
  const taken = operationsAt(path, baseUrl).map(({ id }) => inShort(id));
  const detail = `This path does not take ${method}; it takes ${taken.join(', ')}`;
  return new AppError('method-not-allowed', detail, { headers: { allow: allowed.join(', ') } });
}

/**
 * Says with a 404 what its path takes with other methods: to `GET …/jobs/start` there is no job `start`, but
 * jobs are started there by POST.
 */
export function withOtherMethods(
  error: AppError,
  { method, url, baseUrl = '' }: { method: string; url: string; baseUrl?: string | undefined },
): AppError {
  if (error.kind !== 'not-found') return error;
  const others = operationsAt(pathOf(url), baseUrl).filter(
    ({ isLiteral, methods }) => isLiteral && !methods.includes(method),
  );
  if (others.length === 0) return error;
  const taken = others.map(({ id }) => inShort(id)).join(', ');
  const { code, errors, headers } = error;
  const options = { code, errors, headers, cause: error };
  return new AppError(error.kind, `${error.detail}; this path takes ${taken}`, options);
}

/** Methods of the operations on this path, each once. */
export function allowedMethods(path: string, baseUrl = ''): readonly string[] {
  return [...new Set(operationsAt(path, baseUrl).flatMap(({ methods }) => methods))];
}

function operationsAt(path: string, baseUrl: string): readonly KnownPath[] {
  return pathsBelow(baseUrl).filter(({ pattern }) => pattern.test(path));
}

function inShort(id: OperationId): string {
  const { method, summary } = operationSpec(id);
  const body = bodyInShort(id);
  return `${method} (${summary}${body === null ? '' : `; body ${body}`})`;
}

function pathOf(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** A process has one base URL, so this is read once. */
function pathsBelow(baseUrl: string): readonly KnownPath[] {
  const present = KNOWN_PATHS.get(baseUrl) ?? knownPaths(baseUrl);
  KNOWN_PATHS.set(baseUrl, present);
  return present;
}

/** HEAD is answered wherever GET is. */
function knownPaths(baseUrl: string): readonly KnownPath[] {
  return BUILT_OPERATIONS.map((id) => {
    const spec = operationSpec(id);
    const path = mountedPath(spec, baseUrl).replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+');
    return {
      id,
      pattern: new RegExp(`^${path}$`),
      methods: spec.method === 'GET' ? ['GET', 'HEAD'] : [spec.method],
      isLiteral: !spec.path.includes(':'),
    };
  });
}
