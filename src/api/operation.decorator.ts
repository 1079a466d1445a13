import {
  applyDecorators,
  Delete,
  Get,
  HttpCode,
  Patch,
  Post,
  Put,
  SetMetadata,
  type Type,
} from '@nestjs/common';
import { type OperationSpec } from './operations/operation-spec.js';
import { type OperationId, operationSpec } from './operations/operations.js';

/** Metadata keys that guards, hooks and the OpenAPI builder read from a handler. */
export const OPERATION_ID = Symbol('operation id');
export const OPERATION_ANSWER = Symbol('operation answer');

const VERBS = {
  GET: Get,
  POST: Post,
  PUT: Put,
  PATCH: Patch,
  DELETE: Delete,
} as const satisfies Record<OperationSpec['method'], unknown>;

/**
 * Mounts a row of the operations table on a handler: verb, path, status, access and documentation.
 * @param answer the DTO class of a JSON answer; absent for text and for empty answers.
 */
export function Operation(id: OperationId, answer?: Type): MethodDecorator {
  const spec = operationSpec(id);
  return applyDecorators(
    VERBS[spec.method](spec.path),
    HttpCode(spec.success ?? 200),
    SetMetadata(OPERATION_ID, id),
    SetMetadata(OPERATION_ANSWER, answer),
  );
}
