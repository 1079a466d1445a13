import { mountedPath } from './mounted-path.js';
import { BUILT_OPERATIONS, type OperationId, operationSpec } from './operations.js';

/**
 * The mounted operation that is meant by its id, or by method and path as a caller writes them
 * (`GET /prebuilts/x`) or as the table does (`GET /prebuilts/:id`).
 * @param baseUrl `ORCHESTRATOR_BASE_URL`: rows with `belowBaseUrl` are looked for where they are served.
 */
export function findOperation(text: string, baseUrl = ''): OperationId | undefined {
  const [method = '', path] = text.trim().split(/\s+/, 2);
  if (path === undefined) return BUILT_OPERATIONS.find((id) => id === method);
  const candidates = BUILT_OPERATIONS.filter((id) => {
    const spec = operationSpec(id);
    return spec.method === method.toUpperCase() && matches(mountedPath(spec, baseUrl), path);
  });
  // Routers prefer what is written out: `/x/import` to `/x/:id`.
  return candidates.sort((a, b) => parameters(a) - parameters(b))[0];
}

function matches(pattern: string, path: string): boolean {
  const wanted = segments(pattern);
  const given = segments(path.split('?', 1)[0] ?? '');
  return (
    wanted.length === given.length &&
    wanted.every((segment, at) => segment.startsWith(':') || segment === given[at])
  );
}

function segments(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '');
}

function parameters(id: OperationId): number {
  return operationSpec(id).path.split('/:').length;
}
