import { type OperationSpec } from './operation-spec.js';

/**
 * The path at which an operation is served.
 * @param baseUrl `ORCHESTRATOR_BASE_URL`: where rows with `belowBaseUrl` begin, and they alone.
 */
export function mountedPath({ path, belowBaseUrl }: OperationSpec, baseUrl = ''): string {
  return belowBaseUrl ? `${baseUrl}${path}` : path;
}
