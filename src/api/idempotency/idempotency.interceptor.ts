import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { AppError } from '../../kernel/app-error.js';
import { invariant } from '../../kernel/invariant.js';
import { noteHeader } from '../../platform/request-context/request-context.js';
import { type AccessRequest } from '../request/access-request.js';
import { callerKey } from '../request/caller-key.js';
import { type RouteOperation } from '../request/request-decorations.js';
import { IDEMPOTENCY_KEY_FORM, malformedKey } from './idempotency-key.js';
import { type KeptAnswer } from './idempotency-record.js';
import { IdempotencyService } from './idempotency.service.js';
import { keptAnswer, restoredValue } from './kept-answer.js';

/**
 * Answers a repeated request with an `Idempotency-Key` as the first one was answered. `@Operation`
 * attaches it to rows that change something; without the header it stands aside.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(private readonly idempotency: IdempotencyService) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const key = request.headers['idempotency-key'];
    if (key === undefined) return next.handle();
    const reply = http.getResponse<FastifyReply>();
    return from(this.once(String(key), request, reply, () => lastValueFrom(next.handle())));
  }

  private async once(
    key: string,
    request: FastifyRequest,
    reply: FastifyReply,
    handle: () => Promise<unknown>,
  ): Promise<unknown> {
    if (!IDEMPOTENCY_KEY_FORM.test(key)) throw malformedKey();
    const admission = await this.idempotency.admit({
      caller: identityOf(request),
      operationId: operationOf(request).id,
      key,
      input: inputOf(request),
      knowsRepeats: operationOf(request).spec.idempotency === 'own',
    });
    if (admission.kind === 'replay') return replay(admission.answer, reply);
    return this.idempotency.carryOut(admission.attempt, handle, (value) =>
      keptAnswer(reply.statusCode, answerHeaders(request, reply), value),
    );
  }
}

/** A credential that may do less than its owner is another identity: it must not see his answers. */
function identityOf(request: FastifyRequest): string {
  const { authenticated }: AccessRequest = request;
  const roles = authenticated?.restrictedTo;
  return [callerKey(request), ...(roles ? ['roles', ...roles.toSorted()] : [])].join(' ');
}

function operationOf({ operation }: FastifyRequest): RouteOperation {
  invariant(operation, 'only routes with a row carry the interceptor');
  return operation;
}

/** The credential on the query string says who asks, not what for: it may differ. */
function inputOf({ params, query, body }: FastifyRequest): unknown {
  const options = Object.entries(query as object).filter(([key]) => key !== 'token');
  return [params, Object.fromEntries(options), body];
}

function answerHeaders(request: FastifyRequest, reply: FastifyReply): Record<string, unknown> {
  return { ...reply.getHeaders(), ...Object.fromEntries(request.requestContext?.headers ?? []) };
}

function replay({ status, headers, body }: KeptAnswer, reply: FastifyReply): unknown {
  if (body.form === 'not-kept') throw answerNotKept();
  reply.code(status).header('idempotency-replayed', 'true');
  for (const [name, value] of Object.entries(headers)) noteHeader(name, value);
  return restoredValue(body);
}

/** Carrying it out again would be wrong, and an answer that was not kept cannot be given. */
function answerNotKept(): AppError {
  return new AppError(
    'conflict',
    'The request was carried out before, but its answer was too large to be kept',
    { code: 'idempotency-answer-not-kept' },
  );
}
