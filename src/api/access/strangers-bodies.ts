import { type IncomingHttpHeaders } from 'node:http';
import { type OperationSpec } from '../operations/operation-spec.js';
import { isOpen } from './may-call.js';

/**
 * The most that the server reads and parses for somebody it does not know: many times what signing in
 * takes. Parsing 16 MiB of JSON blocks the process for seconds and may take hundreds of megabytes.
 */
export const STRANGERS_BODY_MAX_BYTES = 64 * 1024;

/** True for rows that strangers may call, and for those of the collector: none has use for a larger body. */
export function takesSmallBodies(spec: OperationSpec): boolean {
  return isOpen(spec) || spec.collector === true;
}

/** The most that is read of a body for a row that takes small ones, in bytes. */
export function smallBodyMaxBytes({ rawBodyMaxBytes }: OperationSpec): number {
  return rawBodyMaxBytes ?? STRANGERS_BODY_MAX_BYTES;
}

/** Whether a body is, or may turn out to be, larger than what is read for strangers. */
export function mayBeLarge(headers: IncomingHttpHeaders): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  return Number(headers['content-length'] ?? 0) > STRANGERS_BODY_MAX_BYTES;
}
