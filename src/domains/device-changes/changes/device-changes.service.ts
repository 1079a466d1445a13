import { Injectable } from '@nestjs/common';
import { type DeviceSession } from '../../../connectors/devices/device-session.js';
import { AppError, conflict, invalidInput } from '../../../kernel/app-error.js';
import { type Principal } from '../../../kernel/principal.js';
import { type Device } from '#domains/devices/inventory/device.js';
import { DevicesService } from '#domains/devices/inventory/devices.service.js';
import { comparesItself } from './change-plan.js';
import { ChangePlannerService, type ShownPlan } from './change-planner.service.js';
import { ChangePusherService } from './change-pusher.service.js';
import { ChangeSessionsService } from './change-sessions.service.js';
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
  constructor(
    private readonly devices: DevicesService,
    private readonly sources: ChangeSourcesService,
    private readonly planner: ChangePlannerService,
    private readonly pusher: ChangePusherService,
    private readonly sessions: ChangeSessionsService,
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
    if (!comparesItself(sshType(device))) return this.sessions.within(device, work);
    // It makes a candidate configuration: nobody else may have one.
    const holder = { what: 'Check of a change', by: principal.username };
    return this.sessions.alone(device, holder, work);
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
      const by = { username: principal.username, comment };
      const change = await this.pusher.push({ device, session, plan, shown }, by);
      return { plan: shown, change };
    };
    const holder = { what: 'Push of a change', by: principal.username };
    return this.sessions.alone(device, holder, work);
  }
}

function planChanged({ planHash, diff }: ShownPlan): AppError {
  const detail = 'The device, or what would be sent, is not what it was in the dry-run';
  return new AppError('conflict', detail, {
    code: 'plan-changed',
    errors: [{ pointer: '#/planHash', detail: 'is the one of another plan' }],
    current: { planHash, diff },
  });
}
