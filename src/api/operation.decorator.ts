import {
  applyDecorators,
  Delete,
  Get,
  HttpCode,
  type NestInterceptor,
  Patch,
  Post,
  Put,
  SetMetadata,
  type Type,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { map } from 'rxjs';
import { IdempotencyInterceptor } from './idempotency/idempotency.interceptor.js';
import { NoOptionsGuard } from './lists/no-options.guard.js';
import { type OperationSpec } from './operations/operation-spec.js';
import { type OperationId, operationSpec } from './operations/operations.js';
import { documented } from './shapes/documentation.js';
import { declareBody } from './shapes/request-bodies.js';
import { DoneAnswer } from './answers/done.dto.js';
import { ValidBody } from './validation/valid-body.decorator.js';

/** Metadata key under which guards, hooks and the OpenAPI builder find a handler's operation. */
export const OPERATION_ID = Symbol('operation id');

const VERBS = {
  GET: Get,
  POST: Post,
  PUT: Put,
  PATCH: Patch,
  DELETE: Delete,
} as const satisfies Record<OperationSpec['method'], unknown>;

const LATER = 'Accepted; `Location` says where to follow what becomes of it';

/**
 * Mounts a row of the operations table on a handler: verb, path, status, access and documentation.
 * @param answer the DTO class of a JSON answer, in brackets where the answer is a list of them; absent
 *   for text, for empty answers, and where the row has a `message`.
 */
export function Operation(id: OperationId, answer?: Type | readonly [Type]): MethodDecorator {
  const spec = operationSpec(id);
  const success = spec.success ?? 200;
  return applyDecorators(
    VERBS[spec.method](spec.path),
    HttpCode(success),
    SetMetadata(OPERATION_ID, id),
    RouteConfig({ operationId: id }),
    ...(takesNoOptions(spec) ? [UseGuards(NoOptionsGuard)] : []),
    UseInterceptors(
      ...(takesIdempotencyKey(spec) ? [IdempotencyInterceptor] : []),
      ...(spec.message === undefined ? [] : [answersDone(spec.message)]),
    ),
    takesBody(id),
    describedOperation(
      id,
      success,
      answer ?? (spec.message === undefined ? undefined : DoneAnswer),
    ),
  );
}

const takesNoOptions = ({ query, unknownQueryKeys }: OperationSpec): boolean =>
  query === undefined && unknownQueryKeys === 'refused';

/** What a handler answers by itself (202 and where to follow the work) stays. */
function answersDone(message: string): NestInterceptor {
  const done: DoneAnswer = { status: 'OK', message };
  return { intercept: (_, next) => next.handle().pipe(map((answer: unknown) => answer ?? done)) };
}

function takesBody(id: OperationId): MethodDecorator {
  return (target, key, descriptor) => {
    const body = declareBody(id, target, key);
    if (!body) return;
    const { type, index } = body;
    ValidBody({ type })(target, key, index);
    documented(({ ApiBody }) => {
      ApiBody({ type })(target, key, descriptor);
    });
  };
}

function describedOperation(
  id: OperationId,
  status: number,
  answer?: Type | readonly [Type],
): MethodDecorator {
  const { summary, tag, oauth, later } = operationSpec(id);
  return (...handler) => {
    documented(({ ApiConsumes, ApiOperation, ApiResponse }) => {
      ApiOperation({ operationId: id, summary, tags: [tag] })(...handler);
      if (oauth) ApiConsumes('application/json', 'application/x-www-form-urlencoded')(...handler);
      const listed = typeof answer === 'object';
      const type = listed ? answer[0] : answer;
      const shape = type && { type, isArray: listed };
      ApiResponse({ status, description: summary, ...shape })(...handler);
      if (later) ApiResponse({ status: 202, description: LATER, ...shape })(...handler);
    });
  };
}

/** Rows that change something, unless their answer must not be stored (ADR 0032). */
export function takesIdempotencyKey({ changes, idempotency }: OperationSpec): boolean {
  return changes === true && idempotency !== 'none';
}
