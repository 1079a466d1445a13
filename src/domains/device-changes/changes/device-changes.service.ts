import { Injectable } from '@nestjs/common';
import { type DeviceSession } from '../../../connectors/devices/device-session.js';
import { AppError, conflict, invalidInput } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { guarded } from '../../../kernel/gbac.js';
import { IdSource } from '../../../kernel/ids.js';
import { type Principal } from '../../../kernel/principal.js';
import { type Device } from '#domains/devices/inventory/device.js';
import { DeviceLocksService } from '#domains/devices/inventory/device-locks.service.js';
import { DeviceSessionsService } from '#domains/devices/inventory/device-sessions.service.js';
import { DevicesService } from '#domains/devices/inventory/devices.service.js';
import { PostChangeCheckService } from './post-change-check.service.js';
import { comparesItself } from './change-plan.js';
import { ChangePlannerService, type ReadyPlan, type ShownPlan } from './change-planner.service.js';
import { ChangePusherService } from './change-pusher.service.js';
import { type ChangeSource } from './change-source.js';
import { ChangeSourcesService, type RequestedChange } from './change-sources.service.js';
import { sshType } from './ssh-type.js';
import { type StoredDeviceChange } from './stored-device-change.js';

/** What a caller wants of a device. */
export interface ChangeRequest extends RequestedChange {
  readonly dryRun: boolean;
  readonly planHash?: string | undefined;
  readonly comment?: string | undefined;
}

/** What a request came to: a plan, and the change where it was pushed. */
export interface ChangeAnswered {
  readonly plan: ShownPlan;
  readonly change: StoredDeviceChange | null;
}

interface Asked {
  readonly device: Device;
  readonly source: ChangeSource;
  readonly principal: Principal;
}

/** Changes of devices: shown first, and pushed by the hash of what was shown. */
@Injectable()
export class DeviceChangesService {
  // eslint-disable-next-line max-params -- one more than a service should have: a push needs all of them
  constructor(
    private readonly devices: DevicesService,
    private readonly sources: ChangeSourcesService,
    private readonly planner: ChangePlannerService,
    private readonly pusher: ChangePusherService,
    private readonly aftermath: PostChangeCheckService,
    private readonly sessions: DeviceSessionsService,
    private readonly locks: DeviceLocksService,
    private readonly ids: IdSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Shows what lines or a backup would change, or pushes exactly what was shown.
   * @throws AppError `not-found`, `forbidden`, `invalid-input`; `conflict`: `plan-changed` with the present plan,
   *   `device-busy`, `not-restorable`, `nothing-to-change`; `upstream-failed`, `upstream-timeout`.
   */
  async request(
    name: string,
    request: ChangeRequest,
    principal: Principal,
  ): Promise<ChangeAnswered> {
    const given = this.sources.lines(request);
    const device = await this.devices.writable(name, principal);
    const { dryRun, planHash, comment = '', restore } = request;
    if (!dryRun && planHash === undefined)
      throw invalidInput([{ pointer: '#/planHash', detail: 'must be the one of a dry-run' }]);
    const source = await this.sources.of(device, { given, restore }, principal);
    const asked = { device, source, principal };
    if (dryRun || planHash === undefined) return { plan: await this.dryRun(asked), change: null };
    return this.push(asked, { planHash, comment });
  }

  private async dryRun({ device, source, principal }: Asked): Promise<ShownPlan> {
    const work = async (session: DeviceSession): Promise<ShownPlan> => {
      const now = await session.readConfiguration();
      const plan = await this.planner.plan(device, now, { source, principal });
      return this.planner.shown(plan, session);
    };
    if (!comparesItself(sshType(device))) return this.settled(device, work);
    // It makes a candidate configuration: nobody else may have one.
    const holder = { what: 'Check of a change', by: principal.username };
    return this.locks.hold(device._id, holder, (signal) => this.settled(device, work, signal));
  }

  private async push(
    { device, source, principal }: Asked,
    { planHash, comment }: { readonly planHash: string; readonly comment: string },
  ): Promise<ChangeAnswered> {
    const work = async (session: DeviceSession): Promise<ChangeAnswered> => {
      const now = await session.readConfiguration();
      const plan = await this.planner.plan(device, now, { source, principal });
      const shown = await this.planner.shown(plan, session);
      if (!this.planner.isSame(plan, planHash)) throw planChanged(shown);
      if (plan.wire.length === 0) throw conflict('Nothing is to be changed', 'nothing-to-change');
      const change = await this.record({ device, plan, shown, principal }, comment);
      return { plan: shown, change: await this.pusher.push(change, { plan, device, session }) };
    };
    const holder = { what: 'Push of a change', by: principal.username };
    return this.locks.hold(device._id, holder, (signal) => this.settled(device, work, signal));
  }

  /** What fails within a session for the sake of the request is no failure of the device. */
  private async settled<T>(
    device: Device,
    work: (session: DeviceSession) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const outcome = await this.sessions.within(
      device,
      async (session): Promise<{ value: T } | { failure: AppError }> => {
        try {
          return { value: await work(session) };
        } catch (error) {
          if (error instanceof AppError && isOfRequest(error)) return { failure: error };
          throw error;
        }
      },
      { signal },
    );
    if ('failure' in outcome) throw outcome.failure;
    return outcome.value;
  }

  private async record(
    {
      device,
      plan,
      shown,
      principal,
    }: {
      readonly device: Device;
      readonly plan: ReadyPlan;
      readonly shown: ShownPlan;
      readonly principal: Principal;
    },
    comment: string,
  ): Promise<StoredDeviceChange> {
    const { backupId } = await this.aftermath.keep(device, plan.now, principal.username);
    const { diff, comparedBy, sent, warnings } = shown;
    const started = this.clock.now();
    return {
      ...guarded(device.gbac),
      _id: this.ids.next(),
      deviceId: device._id,
      name: device.name,
      type: plan.type,
      comment,
      restoredBackupId: plan.source.restoredBackupId,
      beforeBackupId: backupId,
      sent,
      diff,
      comparedBy,
      warnings,
      started,
      finished: null,
      leaseUntil: started,
      startedBy: principal.username,
      outcome: 'running',
      refusedLine: null,
      isPartlyActive: false,
      detail: null,
      result: null,
      reverse: null,
      afterBackupId: null,
    };
  }
}

const REFUSALS: ReadonlySet<string> = new Set(['device-refused-change', 'change-outcome-unknown']);

function isOfRequest({ kind, code }: AppError): boolean {
  return REFUSALS.has(code) || !['upstream-failed', 'upstream-timeout'].includes(kind);
}

function planChanged({ planHash, diff }: ShownPlan): AppError {
  const detail = 'The device, or what would be sent, is not what it was in the dry-run';
  return new AppError('conflict', detail, {
    code: 'plan-changed',
    errors: [{ pointer: '#/planHash', detail: 'is the one of another plan' }],
    current: { planHash, diff },
  });
}
