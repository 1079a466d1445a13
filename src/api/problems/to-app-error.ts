import { HttpException } from '@nestjs/common';
import { AppError, type ErrorKind, invalidInput } from '../../kernel/app-error.js';
import { errorCode } from '../../platform/database/launcher/error-code.js';
import { toDatabaseFailure } from '../../platform/database/mongo-failures.js';

/** Which kind speaks for a status that a library chose. Client errors that are not here are invalid input. */
const KIND_OF_STATUS: Readonly<Record<number, ErrorKind>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not-found',
  405: 'method-not-allowed',
  408: 'request-timeout',
  409: 'conflict',
  412: 'precondition-failed',
  413: 'payload-too-large',
  415: 'unsupported-media-type',
  417: 'expectation-failed',
  429: 'too-many-requests',
  431: 'headers-too-large',
  502: 'upstream-failed',
  503: 'unavailable',
  504: 'upstream-timeout',
};

/** Our words for what Fastify refuses by itself; its own words name its internals. */
const FASTIFY_ERRORS: Readonly<Record<string, (cause: unknown) => AppError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: (cause) =>
    new AppError('payload-too-large', 'The request body is larger than the limit', { cause }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: (cause) =>
    new AppError('unsupported-media-type', 'The Content-Type of the body is not supported', {
      cause,
    }),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => atRoot('is not as long as Content-Length says'),
  FST_ERR_BAD_URL: () => atRoot('is not percent-encoded UTF-8', 'The path'),
  FST_ERR_MAX_PARAM_LENGTH: () => atRoot('has a segment that is too long', 'The path'),
};

/**
 * Whatever was thrown, as a failure with a kind. Errors of the database say what they are by code;
 * exceptions of the framework keep their status; anything else is a fault of ours and keeps its
 * cause for the log.
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return fastifyFailure(error) ?? toDatabaseFailure(error) ?? frameworkFailure(error);
}

function fastifyFailure(error: unknown): AppError | undefined {
  // Nest wraps an error of Fastify into an exception of its own.
  const code = errorCode(error) ?? (error instanceof Error ? errorCode(error.cause) : undefined);
  return FASTIFY_ERRORS[code ?? '']?.(error);
}

function frameworkFailure(error: unknown): AppError {
  const status = statusOf(error);
  if (status === undefined) return new AppError('internal', 'unexpected failure', { cause: error });
  const kind = KIND_OF_STATUS[status] ?? (status < 500 ? 'invalid-input' : 'internal');
  return new AppError(kind, error instanceof Error ? error.message : '', { cause: error });
}

function atRoot(detail: string, subject = 'The body'): AppError {
  return invalidInput([{ pointer: '#', detail }], `${subject} ${detail}`);
}

/** Any error may have a `statusCode`, that of an upstream answer for example; only the framework's mean ours. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  if (isOfFastify(error) || isAbortedBody(error)) return error.statusCode;
  return undefined;
}

interface WithStatus extends Error {
  readonly statusCode: number;
}

function isOfFastify(error: unknown): error is WithStatus {
  return hasStatus(error) && (errorCode(error)?.startsWith('FST_') ?? false);
}

/** Fastify marks what goes wrong while it reads a body: the client went away in the middle. */
function isAbortedBody(error: unknown): error is WithStatus {
  return hasStatus(error) && error.statusCode === 400 && errorCode(error) === 'ECONNRESET';
}

function hasStatus(error: unknown): error is WithStatus {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number';
}
