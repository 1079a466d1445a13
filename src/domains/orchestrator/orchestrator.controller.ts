import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../api/access/current-principal.decorator.js';
import { BodyText } from '../../api/http/body-text.decorator.js';
import { Operation } from '../../api/operation.decorator.js';
import { type Principal } from '../../kernel/principal.js';
import {
  RestActionRequest,
  RestActionResult,
  RestQueryAnswer,
  RestQueryRequest,
} from './orchestrator.dto.js';
import { RestActionService } from './rest-action.service.js';
import { RestQueryService } from './rest-query.service.js';

/** Operations 5 and 6: what callers send to an orchestrator as it is. */
@Controller()
export class OrchestratorController {
  constructor(
    private readonly actions: RestActionService,
    private readonly queries: RestQueryService,
  ) {}

  @Operation('restAction', [RestActionResult])
  async restAction(
    @Param('adapterId') adapterId: string,
    @Body() { params, body }: RestActionRequest,
    @BodyText() text: string,
    @CurrentPrincipal() principal: Principal,
  ): Promise<RestActionResult[]> {
    const sent = await this.actions.send(adapterId, { params, body, text }, [principal]);
    return [{ result: String(sent.status) }];
  }

  @Operation('restQuery', RestQueryAnswer)
  async restQuery(
    @Param('adapterId') adapterId: string,
    @Body() { params }: RestQueryRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<RestQueryAnswer> {
    return { result: [...(await this.queries.ask(adapterId, params, [principal]))] };
  }
}
