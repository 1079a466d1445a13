import { randomUUID } from 'node:crypto';
import { type Socket } from 'node:net';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import { AppError, invalidInput } from '../../kernel/app-error.js';
import { closeWhileReceiving, isClosing, pendingAnswer } from './connections.js';
import { STANDARD_HEADERS } from './standard-headers.js';
import { PROBLEM_MEDIA_TYPE, toProblem } from '../problems/problem.js';
import { problemSpec } from '../problems/problems.js';

const answered = new WeakSet<Socket>();

/**
 * Answers what is not even a request (garbage, a head without end, a body that does not come) on
 * the bare connection, and closes it. Nothing of what was sent is repeated.
 * @returns the failure when it was answered here; undefined when there was nobody to answer.
 */
export function answerBrokenConnection(
  error: Error & { readonly code?: string },
  socket: Socket,
): AppError | undefined {
  if (isAnswered(socket)) return undefined;
  answered.add(socket);
  const pending = pendingAnswer(socket);
  if (pending?.req.complete) {
    closeAfter(pending, socket);
    return undefined;
  }
  if (error.code === 'ECONNRESET' || !socket.writable || pending?.headersSent) {
    socket.destroy();
    return undefined;
  }
  const failure = failureOf(error.code);
  socket.write(answerText(failure));
  closeWhileReceiving(socket);
  return failure;
}

/** A client that is told why its body is refused may go on sending it for longer than a request may take. */
function isAnswered(socket: Socket): boolean {
  return answered.has(socket) || isClosing(socket);
}

/**
 * A request that came whole is being carried out: its answer must not be ours to what came behind
 * it, or the caller would take a change that happened for one that was refused.
 */
function closeAfter(pending: ServerResponse, socket: Socket): void {
  pending.shouldKeepAlive = false;
  pending.once('finish', () => {
    socket.destroySoon();
  });
}

function failureOf(code: string | undefined): AppError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new AppError('request-timeout', 'The request did not arrive in time');
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new AppError('headers-too-large', 'Request line and headers exceed 16 KiB');
  }
  return invalidInput([{ pointer: '#', detail: 'is not HTTP' }], 'The request is not HTTP');
}

function answerText(error: AppError): string {
  const { status } = problemSpec(error.kind);
  const requestId = randomUUID();
  const body = JSON.stringify(toProblem(error, requestId));
  const headers = {
    ...STANDARD_HEADERS,
    'x-request-id': requestId,
    'content-type': PROBLEM_MEDIA_TYPE,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n');
}
