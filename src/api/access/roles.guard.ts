import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AppError } from '../../kernel/app-error.js';
import { OPERATION_ID } from '../operation.decorator.js';
import { type OperationId, operationSpec } from '../operations/operations.js';
import { type AccessRequest } from '../request/access-request.js';
import { assertMayCall, isOpen } from './may-call.js';
import { takesResourceCredential } from './resource-credential.js';

/** Compares the caller's roles with the row of the operation. A route without a row is refused. */
@Injectable()
export class RolesGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const id = this.reflector.get<OperationId | undefined>(OPERATION_ID, context.getHandler());
    if (id === undefined) throw new AppError('forbidden', 'This route is not a declared operation');
    const spec = operationSpec(id);
    if (isOpen(spec)) return true;
    const { principal, ownCredential } = context.switchToHttp().getRequest<AccessRequest>();
    if (ownCredential && takesResourceCredential(spec)) return true;
    assertMayCall(principal, { id, spec });
    return true;
  }
}
