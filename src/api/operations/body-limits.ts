import { type IncomingHttpHeaders } from 'node:http';
import { type OperationSpec } from './operation-spec.js';

/**
 * What is read of a body where the row says nothing else, and all that is read for a stranger: many times
 * what signing in or the options of a list take.
 */
export const SMALL_BODY_MAX_BYTES = 64 * 1024;
/** Of rows that take long lists or certificates. */
export const MEDIUM_BODY_MAX_BYTES = 1024 * 1024;
/**
 * Of values that a JSON body holds, lists, objects and what is in them: more take many times their length of
 * memory, and too long to look at. Large documents have a tenth as many.
 */
export const BODY_VALUES_MAX = 200_000;

/**
 * The most that is read of a body, in bytes: the one rule that routes, OpenAPI and tests go by.
 * @param documentsMaxBytes `BODY_LIMIT_BYTES`: no row takes more.
 */
export function bodyLimitOf(spec: OperationSpec, documentsMaxBytes: number): number {
  return Math.min(wantedBytes(spec, documentsMaxBytes), documentsMaxBytes);
}

/** Whether a body is, or may turn out to be, larger than a small one. */
export function mayBeLarge(headers: IncomingHttpHeaders): boolean {
  return announcedBytes(headers) > SMALL_BODY_MAX_BYTES;
}

/** Whether there is a body to read. */
export function hasBody(headers: IncomingHttpHeaders): boolean {
  return announcedBytes(headers) > 0;
}

/** How many bytes are to come; without end where the request does not say. */
export function announcedBytes(headers: IncomingHttpHeaders): number {
  if (headers['transfer-encoding'] !== undefined) return Infinity;
  return Number(headers['content-length'] ?? 0);
}

function wantedBytes({ body, rawBodyMaxBytes }: OperationSpec, documentsMaxBytes: number): number {
  if (rawBodyMaxBytes !== undefined) return rawBodyMaxBytes;
  if (body === 'documents') return documentsMaxBytes;
  return body === 'medium' ? MEDIUM_BODY_MAX_BYTES : SMALL_BODY_MAX_BYTES;
}
