import { AppError } from '../../kernel/app-error.js';
import { errorCode } from '../database/launcher/error-code.js';

const WANTS_CERTIFICATE = 'it asks for a certificate of the client that it accepts';

/** Codes of Node and undici in words; other codes are shown as they are, messages never. */
const WORDS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  EAI_AGAIN: 'its name cannot be resolved at present',
  ECONNREFUSED: 'it refuses connections',
  ECONNRESET: 'it broke the connection',
  EHOSTUNREACH: 'it cannot be reached',
  ENETUNREACH: 'its network cannot be reached',
  ENOTFOUND: 'its name is unknown',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it does not speak TLS',
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: WANTS_CERTIFICATE,
  'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE': WANTS_CERTIFICATE, // as Node 24 calls it
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: WANTS_CERTIFICATE,
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is from an authority that is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is from an authority that is not trusted',
  UND_ERR_ABORTED: 'the proxy refuses the connection',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of its answer are too large',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'its answer is shorter or longer than announced',
  UND_ERR_SOCKET: 'it broke the connection',
  Z_BUF_ERROR: 'its compressed answer is damaged',
  Z_DATA_ERROR: 'its compressed answer is damaged',
};
const TIMEOUT_CODES: ReadonlySet<string> = new Set(['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT']);

/** Another system did not do its part (502). */
export function upstreamFailed(detail: string, cause?: unknown): AppError {
  return new AppError('upstream-failed', detail, { cause });
}

/** The rules for outbound calls forbid this target (502, code `forbidden-target`). */
export function forbiddenTarget(detail: string): AppError {
  return new AppError('upstream-failed', detail, { code: 'forbidden-target' });
}

/** An answer is larger than the caller of the client can take (502, code `upstream-too-large`). */
export function answerTooLarge(hostname: string, limitBytes: number): AppError {
  return new AppError(
    'upstream-failed',
    `The answer of ${hostname} is larger than ${limitBytes} bytes`,
    { code: 'upstream-too-large' },
  );
}

/** The other system took longer than the call may take (504). */
export function upstreamTimeout(hostname: string, cause?: unknown): AppError {
  return new AppError('upstream-timeout', `${hostname} did not answer in time`, { cause });
}

/**
 * What a caller is told of a failed call: the host and the kind of failure. Messages of the libraries
 * stay in `cause`, for they can hold addresses, URLs and parts of what was sent.
 */
export function toOutboundFailure(error: unknown, hostname: string): AppError {
  if (error instanceof AppError) return error;
  const code = errorCode(error) ?? 'unknown reason';
  if (TIMEOUT_CODES.has(code)) return upstreamTimeout(hostname, error);
  if (code === 'UND_ERR_INVALID_ARG') {
    return new AppError('invalid-input', 'The method or a header of the call is not valid', {
      cause: error,
    });
  }
  const reason = WORDS[code] ?? (code.startsWith('HPE_') ? 'it does not answer in HTTP' : code);
  return upstreamFailed(`The call to ${hostname} failed: ${reason}`, error);
}
