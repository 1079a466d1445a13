import { Body, Controller, Param } from '@nestjs/common';
import { Operation } from '../../../api/operation.decorator.js';
import { type JsonValue } from '../../../kernel/json.js';
import { CallIntegrationAnswer, CallIntegrationRequest } from './integration-calls.dto.js';
import { IntegrationCallerService } from './integration-caller.service.js';

/** Calling an operation by hand, as a task of a workflow would. */
@Controller()
export class IntegrationCallsController {
  constructor(private readonly caller: IntegrationCallerService) {}

  @Operation('callIntegration', CallIntegrationAnswer)
  async callIntegration(
    @Param('name') name: string,
    @Param('operationId') operationId: string,
    @Body() { parameters = {}, body }: CallIntegrationRequest,
  ): Promise<CallIntegrationAnswer> {
    // A body is JSON, and so is every part of it.
    return this.caller.call(name, operationId, { parameters, body: body as JsonValue | undefined });
  }
}
