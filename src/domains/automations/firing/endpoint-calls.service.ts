import { Injectable } from '@nestjs/common';
import { type AdmittedCaller } from '../../../api/access/admitted-caller.decorator.js';
import { type RequestMarks } from '../../../api/http/current-call.decorator.js';
import { invalidInput } from '../../../kernel/app-error.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json.js';
import { MaintenanceService } from '../../../platform/maintenance/maintenance.service.js';
import { callOccurrence, signatureOccurrence } from '../starting/job-id.js';
import { TriggersService } from '../triggers/triggers.service.js';
import {
  FiredTriggersService,
  type FiringOutcome,
  type Occurrence,
  writtenBy,
} from './fired-triggers.service.js';
import { type ValidatedPayload, PayloadsService } from './payloads.service.js';
import { assertEnabled } from './assert-enabled.js';
import { TriggerEditorsService } from './trigger-editors.service.js';

/** A call of an endpoint. */
export interface EndpointCall extends RequestMarks {
  /** As it was sent. */
  readonly body: unknown;
  readonly caller: AdmittedCaller;
}

/** Starts jobs of endpoint triggers, in the name of the trigger's last editor. */
@Injectable()
export class EndpointCallsService {
  constructor(
    private readonly triggers: TriggersService,
    private readonly payloads: PayloadsService,
    private readonly editors: TriggerEditorsService,
    private readonly fired: FiredTriggersService,
    private readonly maintenance: MaintenanceService,
  ) {}

  /**
   * @throws AppError `not-found`, `conflict` when it is switched off or starts nothing, `invalid-input`
   *   for a payload that its schema does not take; `unavailable` in maintenance.
   */
  async call(routeName: string, call: EndpointCall): Promise<FiringOutcome> {
    await this.maintenance.assertOff();
    const payload = payloadOf(call);
    const trigger = await this.triggers.getByRoute(routeName, call.caller);
    assertEnabled(trigger);
    const occurrence = { trigger, id: occurrenceOf(call), chain: [] };
    const validated = await this.payloads.validate(trigger, payload);
    if (validated.kind === 'unfit') {
      const refusal = invalidInput(validated.faults);
      await this.fired.note(occurrence, 'refused', refusal.detail);
      throw refusal;
    }
    if (validated.kind === 'failed') {
      return this.fired.refuse(occurrence, validated.reason);
    }
    return this.start(occurrence, validated);
  }

  private async start(
    occurrence: Occurrence,
    { variables, writer }: Extract<ValidatedPayload, { kind: 'variables' }>,
  ): Promise<FiringOutcome> {
    const editor = await this.editors.editorOf(occurrence);
    if (editor.kind === 'none') return this.fired.refuse(occurrence, editor.reason);
    return this.fired.fire({
      ...occurrence,
      starter: editor.starter,
      answerable: writtenBy(writer),
      variables: () => variables,
    });
  }
}

/** A signature is of this body and time, so it is the occurrence itself, whatever else is sent with it. */
function occurrenceOf({ caller, key, requestId }: EndpointCall): string {
  if ('principal' in caller)
    return callOccurrence({ callerId: caller.principal.id, key, requestId });
  const { claim, objectId } = caller.own;
  return claim.form === 'signature'
    ? signatureOccurrence(claim.signature)
    : callOccurrence({ callerId: objectId, key, requestId });
}

/** A body is JSON; none is as good as an empty one. */
function payloadOf({ body }: EndpointCall): JsonObject {
  const payload = body ?? {};
  if (isJsonObject(payload)) return payload;
  throw invalidInput([{ pointer: '#', detail: 'must be an object' }]);
}
