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
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import { type OperationSpec } from './operations/operation-spec.js';
import { type OperationId, operationSpec } from './operations/operations.js';

/** Metadata key under which guards, hooks and the OpenAPI builder find a handler's operation. */
export const OPERATION_ID = Symbol('operation id');

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
  const success = spec.success ?? 200;
  return applyDecorators(
    VERBS[spec.method](spec.path),
    HttpCode(success),
    SetMetadata(OPERATION_ID, id),
    ApiOperation({ operationId: id, summary: spec.summary, tags: [spec.tag] }),
    ApiResponse({ status: success, description: spec.summary, ...(answer && { type: answer }) }),
  );
}
