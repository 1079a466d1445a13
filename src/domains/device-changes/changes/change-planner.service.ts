import { Injectable } from '@nestjs/common';
import { DeviceRefusal } from '../../../connectors/devices/device-refusal.js';
import { type DeviceSession } from '../../../connectors/devices/device-session.js';
import { deviceText, type DeviceTypeName } from '../../../connectors/devices/types/device-types.js';
import { AppError, conflict, type Fault, invalidInput } from '../../../kernel/app-error.js';
import { passingRole } from '../../../kernel/gbac.js';
import { type Principal } from '../../../kernel/principal.js';
import { SecretBox } from '../../../platform/secrets/secret-box.js';
import { unifiedDiff } from '../../../cores/differences/unified-diff.js';
import { type Device } from '#domains/devices/inventory/device.js';
import { type WireLine } from '../../../cores/prediction/change-lines.js';
import { type UnpredictedLine } from '../../../cores/prediction/predict-change.js';
import { bounded } from './bounded-text.js';
import { ChangeMask } from './change-mask.js';
import { comparesItself, planChange, planFacts } from './change-plan.js';
import { type ChangeSource } from './change-source.js';
import { sshType } from './ssh-type.js';
import { DeviceChangesRepository } from './device-changes.repository.js';
import { refusedByDevice } from './refused-by-device.js';
import { type ChangeComparer } from './stored-device-change.js';

const LABELS = { before: 'now', after: 'after the change' };
const EFFECTS_NOTE = 'Where new lines stand, and what else follows from them, the device decides';

/** A change of a device as it is now, with its secrets: it never leaves. */
export interface ReadyPlan {
  readonly type: DeviceTypeName;
  readonly source: ChangeSource;
  readonly now: string;
  readonly wire: readonly WireLine[];
  readonly expected: string | undefined;
  readonly unpredicted: readonly UnpredictedLine[];
  /** What its hash is made of. */
  readonly facts: string;
  readonly mask: ChangeMask;
}

/** A plan as callers see it. */
export interface ShownPlan {
  readonly diff: string;
  readonly planHash: string;
  readonly comparedBy: ChangeComparer;
  readonly sent: readonly string[];
  readonly unpredicted: readonly (UnpredictedLine & { readonly text: string })[];
  readonly warnings: readonly string[];
}

/** Plans changes of devices as they are at this moment. */
@Injectable()
export class ChangePlannerService {
  constructor(
    private readonly changes: DeviceChangesRepository,
    private readonly secrets: SecretBox,
  ) {}

  /**
   * @throws AppError `invalid-input` for lines that are not sent; `conflict` (`not-restorable`) where no lines
   *   restore a backup; `forbidden` (`secrets-need-admin`) where they would send its secrets.
   */
  async plan(
    device: Device,
    now: string,
    { source, principal }: { readonly source: ChangeSource; readonly principal: Principal },
  ): Promise<ReadyPlan> {
    const type = sshType(device);
    const planned = planChange(type, now, source.wanted);
    if (planned.kind === 'not-restorable')
      throw conflict(`The backup cannot be restored: ${planned.reason}`, 'not-restorable');
    if (planned.kind === 'refused')
      throw invalidInput(planned.refused.map((one) => fault(source, one.line, one.detail)));
    const { wire, expected, unpredicted } = planned;
    const mask = new ChangeMask(deviceText(type).secrets);
    if (source.restoredBackupId !== null) await assertMaySend(planned.lines, mask, principal);
    const { _id, host, port } = device;
    const known = {
      device: [_id, type, host, String(port), device.hostKey.pinned ?? ''],
      now,
      last: await this.changes.lastOf(_id),
    };
    const facts = await planFacts(type, known, wire);
    return { type, source, now, wire, expected, unpredicted, facts, mask };
  }

  /** Whether somebody saw this plan, and not another one. */
  isSame({ facts }: ReadyPlan, planHash: string): boolean {
    return this.secrets.matches(facts, planHash);
  }

  /**
   * What a caller is shown: nothing of it is a secret. The device compares where it can.
   * @throws AppError `upstream-failed` (`device-refused-change`) for a line that the device does not take.
   */
  async shown(plan: ReadyPlan, session: DeviceSession): Promise<ShownPlan> {
    const { mask, wire } = plan;
    const diff = await this.diff(plan, session);
    const sent = await mask.lines(wire.map(({ text }) => text));
    const textOf = (line: number): string => {
      const at = wire.findIndex((one) => one.line === line);
      return sent[at]?.trim() ?? '';
    };
    const unpredicted = plan.unpredicted.map((one) => ({ ...one, text: textOf(one.line) }));
    return {
      diff: bounded(diff),
      planHash: this.secrets.hash(plan.facts),
      comparedBy: comparesItself(plan.type) ? 'device' : 'prediction',
      sent,
      unpredicted,
      warnings: warningsOf(plan),
    };
  }

  private async diff(plan: ReadyPlan, session: DeviceSession): Promise<string> {
    const { mask, now, expected, wire } = plan;
    if (wire.length === 0) return '';
    if (expected !== undefined) {
      const [before, after] = [await mask.text(now), await mask.text(expected)];
      return unifiedDiff(before, after, { labels: LABELS });
    }
    const { diff = '' } = await this.checked(plan, session);
    return mask.diff(diff);
  }

  private async checked(
    { wire, source, mask }: ReadyPlan,
    session: DeviceSession,
  ): Promise<{ readonly diff?: string }> {
    try {
      return await session.change(textsOf(wire), { mode: 'check' });
    } catch (error) {
      if (error instanceof DeviceRefusal)
        throw await refusedByDevice(error, { wire, source, mask, changeId: null });
      throw error instanceof Error ? pointed(error, wire, source) : error;
    }
  }
}

/** The lines as a device gets them. */
export function textsOf(wire: readonly WireLine[]): readonly string[] {
  return wire.map(({ text }) => text.trim());
}

/** A fault of a line of the device's dialog as one of the request. */
export function pointed(error: Error, wire: readonly WireLine[], source: ChangeSource): Error {
  if (!(error instanceof AppError) || error.kind !== 'invalid-input') return error;
  const faults = error.errors.map(({ pointer, detail }): Fault => {
    const [, at] = /^#\/lines\/(\d+)$/.exec(pointer) ?? [];
    return { pointer: source.pointerOf(wire[Number(at ?? 0)]?.line ?? 0), detail };
  });
  return invalidInput(faults);
}

function fault(source: ChangeSource, line: number, detail: string): Fault {
  const pointer = source.pointerOf(line);
  return { pointer, detail: pointer.endsWith(`/${line}`) ? detail : `line ${line + 1} ${detail}` };
}

/** Who may not read the secrets of a backup cannot have them sent to a place of his choice. */
async function assertMaySend(
  lines: readonly string[],
  mask: ChangeMask,
  principal: Principal,
): Promise<void> {
  if (passingRole(principal, 'ConfigurationManager')) return;
  const masked = await mask.lines(lines);
  if (masked.every((line, at) => line === lines[at])) return;
  const detail = 'Restoring it would send secrets of the backup: an administrator may do that';
  throw new AppError('forbidden', detail, { code: 'secrets-need-admin' });
}

function warningsOf({ wire, expected, unpredicted }: ReadyPlan): readonly string[] {
  if (wire.length === 0) return ['Nothing is to be changed'];
  if (expected === undefined) return [];
  const count = unpredicted.length;
  const lines = count === 1 ? '1 line is' : `${count} lines are`;
  return [EFFECTS_NOTE, ...(count > 0 ? [`${lines} not predicted`] : [])];
}
