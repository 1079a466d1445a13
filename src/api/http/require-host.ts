import { type FastifyReply, type FastifyRequest } from 'fastify';
import { invalidInput } from '../../kernel/app-error.js';

/** HTTP/1.1 asks for a Host header and for a 400 where there is none (RFC 9112, section 3.2). */
export function requireHost(
  { raw }: FastifyRequest,
  _reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const isMissing = raw.httpVersion === '1.1' && raw.headers.host === undefined;
  done(isMissing ? invalidInput([{ pointer: '#', detail: 'has no Host header' }]) : undefined);
}
