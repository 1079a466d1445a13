import { type ChangeAnswered } from './device-changes.service.js';
import {
  type ChangeDeviceAnswer,
  type DeviceChangeShown,
  type ListedDeviceChangeShown,
} from './device-changes.dto.js';
import { type ListedDeviceChange } from './device-changes.repository.js';
import { type StoredDeviceChange } from './stored-device-change.js';

/** A change as lists show it. */
export function toListedChange(change: ListedDeviceChange): ListedDeviceChangeShown {
  const { _id, name, deviceId, outcome, comment, comparedBy, warnings, refusedLine } = change;
  const { isPartlyActive, detail, restoredBackupId, beforeBackupId, afterBackupId } = change;
  return {
    _id,
    device: name,
    deviceId,
    outcome,
    comment,
    by: comparedBy,
    warnings,
    refusedLine,
    partlyActive: isPartlyActive,
    detail,
    restoredBackupId,
    beforeBackupId,
    afterBackupId,
    started: change.started.toISOString(),
    finished: change.finished?.toISOString() ?? null,
    createdBy: change.startedBy,
  };
}

/** A change as a whole. */
export function toDeviceChange(change: StoredDeviceChange): DeviceChangeShown {
  const { sent, diff, result, reverse } = change;
  return Object.assign(toListedChange(change), { lines: sent, diff, result, reverse });
}

/** What a dry-run or a push answers. */
export function toChangeAnswer(
  device: string,
  { plan, change }: ChangeAnswered,
): ChangeDeviceAnswer {
  const { diff, planHash, comparedBy, unpredicted, sent, warnings } = plan;
  return {
    device,
    dryRun: change === null,
    diff,
    planHash,
    by: comparedBy,
    predicted: unpredicted.length === 0,
    unpredicted,
    lines: sent,
    warnings,
    change: change && toDeviceChange(change),
  };
}
