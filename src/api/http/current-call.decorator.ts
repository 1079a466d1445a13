import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { IDEMPOTENCY_KEY_FORM, malformedKey } from '../idempotency/idempotency-key.js';

/** What of a request says whether it is made again. */
export interface RequestMarks {
  /** `Idempotency-Key`; undefined when the caller sends none. */
  readonly key: string | undefined;
  /** The caller's own when it has one (`X-Request-Id`). */
  readonly requestId: string;
}

/**
 * The marks of the present request, as a handler's parameter: for operations that make something out of
 * them which is the same for a repeat. Elsewhere `Idempotency-Key` needs nothing from the handler.
 */
export const CurrentCall = createParamDecorator(
  (_: unknown, context: ExecutionContext): RequestMarks => {
    const { headers, id } = context.switchToHttp().getRequest<FastifyRequest>();
    const key = headers['idempotency-key'];
    if (key === undefined) return { key, requestId: id };
    if (!IDEMPOTENCY_KEY_FORM.test(String(key))) throw malformedKey();
    return { key: String(key), requestId: id };
  },
);
