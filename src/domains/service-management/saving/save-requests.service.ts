import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { fingerprint } from '../../../api/idempotency/fingerprint.js';
import { IGNORED_PARAMETERS, ignoredParameters } from '../../../api/query/ignored-parameters.js';
import { type Principal } from '../../../kernel/principal.js';
import { TimeSlicer } from '../../../platform/concurrency/time-slicer.js';
import { assertStorable } from '../../../platform/database/storable.js';
import { noteHeader } from '../../../platform/request-context/request-context.js';
import { type StoredChange } from '../changes/service-change.js';
import { AdapterChoiceService } from './adapter-choice.service.js';
import { ChangeRecordsService } from './change-records.service.js';
import { PlanCheckService } from './plan-check.service.js';
import { readSaveRequest, type SaveInput } from './read-save-request.js';
import { RepeatedSavesService } from './repeated-saves.service.js';
import { SaveRunnerService } from './save-runner.service.js';
import { SaveQueueService } from './save-queue.service.js';

/** More than so many may be left to an operation that goes on behind the answer. */
export const BACKGROUND_FROM = 51;

/** Who asks, and how. */
export interface SaveCaller {
  readonly principal: Principal;
  /** `Idempotency-Key`, if there is one. */
  readonly key: string | undefined;
  /** Would rather come back than wait. */
  readonly isPatient: boolean;
}

/** Takes requests to save instances: once each, whatever becomes of the node or the connection. */
@Injectable()
export class SaveRequestsService {
  // eslint-disable-next-line max-params -- six steps of a request, a service for each
  constructor(
    private readonly adapters: AdapterChoiceService,
    private readonly repeated: RepeatedSavesService,
    private readonly newChanges: ChangeRecordsService,
    private readonly plans: PlanCheckService,
    private readonly runner: SaveRunnerService,
    private readonly queue: SaveQueueService,
  ) {}

  /**
   * Saves instances. Whatever becomes of each of them is an outcome of its own.
   * @returns the change: finished, or under way in the background.
   * @throws AppError `invalid-input`; `not-found`, `conflict` for the adapter; `conflict`
   *   (`plan-changed`) with the plan as it is now; `conflict` (`save-interrupted`) for a repeat of a
   *   request that was cut off; `idempotency-key-reused`.
   */
  async save(input: SaveInput, caller: SaveCaller): Promise<StoredChange> {
    const turns = new TimeSlicer();
    assertStorable({ instance: input.instance });
    await turns.give();
    const order = readSaveRequest(input);
    await turns.give();
    const { ignored } = order.options;
    if (ignored.length > 0) noteHeader(IGNORED_PARAMETERS, ignoredParameters(ignored));
    const request = {
      requestKey: requestKey(caller),
      requestHash: fingerprint([input.instance, input.options, input.path ?? null]),
    };
    await turns.give();
    const before = await this.repeated.find(request);
    if (before) return before;
    const needsPlan = order.items.some(({ planHash }) => planHash !== undefined);
    const dryRun = order.options.commit.dryRun !== null;
    const { adapterId } = order.options;
    const needs = dryRun || needsPlan;
    const orchestrator = await this.adapters.choose(adapterId, needs, caller.principal);
    const isBackground = caller.isPatient && order.items.length >= BACKGROUND_FROM;
    const change = await this.newChanges.add(order, {
      ...request,
      orchestrator,
      isBackground,
      principal: caller.principal,
    });
    if (isBackground) {
      this.queue.hurry();
      return change;
    }
    if (needsPlan) await this.plans.assertUnchanged(change);
    await this.runner.run(change);
    return change;
  }
}

/** A repeat by the same caller with the same key. */
function requestKey({ principal, key }: SaveCaller): string | undefined {
  if (key === undefined) return undefined;
  return createHash('sha256')
    .update(JSON.stringify([principal.id, key]))
    .digest('base64url');
}
