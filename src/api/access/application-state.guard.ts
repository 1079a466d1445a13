import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AppError } from '../../kernel/app-error.js';
import { whyNeeded } from '../../kernel/applications.js';
import { type Application } from '../../kernel/principal.js';
import { SwitchesService } from '../../platform/switches/switches.service.js';
import { OPERATION_ID } from '../operation.decorator.js';
import { type OperationId, operationSpec } from '../operations/operations.js';

const RETRY_SECONDS = 30;

/** Refuses the operations of an application that is stopped to those who may call them: 503 with its name. */
@Injectable()
export class ApplicationStateGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly switches: SwitchesService,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const id = this.reflector.get<OperationId>(OPERATION_ID, context.getHandler());
    const { application } = operationSpec(id);
    // What is always there answers without the database as well.
    if (whyNeeded(application) !== undefined) return true;
    return this.admit(application);
  }

  private async admit(application: Application): Promise<true> {
    if (!(await this.switches.isOff(application))) return true;
    throw new AppError('unavailable', `The application ${application} is stopped`, {
      code: 'application-stopped',
      retryAfterSeconds: RETRY_SECONDS,
    });
  }
}
