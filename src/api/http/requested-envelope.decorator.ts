import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { noteEnvelope } from './envelope.js';
import { type Envelope } from '../../kernel/envelope.js';

/** Says in the headers of the answer which form it has, and whether that is the bare one. */
export type WantsBare = (byDefault: Envelope) => boolean;

/**
 * For handlers of the interface that stream, and so write their envelope themselves: no hook sees the
 * value that they answer.
 */
export const RequestedEnvelope = createParamDecorator(
  (_: unknown, context: ExecutionContext): WantsBare => {
    const http = context.switchToHttp();
    const [request, reply] = [http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>()];
    return (byDefault) => noteEnvelope(request, reply, byDefault);
  },
);
