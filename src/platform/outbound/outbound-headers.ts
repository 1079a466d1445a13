import { AppError } from '../../kernel/app-error.js';
import { PACKAGE_INFO } from '../config/package-info.js';
import { requestContext } from '../request-context/request-context.js';
import { ACCEPTED_ENCODINGS } from './answer-reader.js';

/** Headers that belong to the connection: a caller who sets them could speak past our checks. */
const RESERVED: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * The headers of a call: ours, then the caller's. The request id and the trace of the request in
 * hand go along, so that the other system's logs can be laid beside ours.
 * @throws AppError `invalid-input` for a header that belongs to the connection.
 */
export function outboundHeaders(given: Readonly<Record<string, string>>): Record<string, string> {
  const context = requestContext();
  const headers: Record<string, string> = {
    'user-agent': `${PACKAGE_INFO.name}/${PACKAGE_INFO.version}`,
    'accept-encoding': ACCEPTED_ENCODINGS,
    ...(context ? { 'x-request-id': context.requestId } : {}),
    ...(context?.traceparent ? { traceparent: context.traceparent } : {}),
  };
  for (const [name, value] of Object.entries(given)) {
    const key = name.toLowerCase();
    if (RESERVED.has(key)) {
      throw new AppError('invalid-input', `The header ${key} of an outbound call cannot be set`);
    }
    headers[key] = value;
  }
  return headers;
}
