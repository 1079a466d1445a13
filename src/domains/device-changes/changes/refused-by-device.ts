import { type DeviceRefusal } from '../../../connectors/devices/device-refusal.js';
import { AppError } from '../../../kernel/app-error.js';
import { type WireLine } from '../../../cores/prediction/change-lines.js';
import { bounded } from './bounded-text.js';
import { type ChangeMask } from './change-mask.js';
import { type ChangeSource } from './change-source.js';

const WORDS_MAX = 500;

/** A change that a device refused. */
export interface RefusedChange {
  readonly wire: readonly WireLine[];
  readonly source: ChangeSource;
  readonly mask: ChangeMask;
  /** The record of it; null where nothing was to be changed yet. */
  readonly changeId: string | null;
}

/** What a device said to what it refused, without secrets. */
export async function wordsOf({ output }: DeviceRefusal, mask: ChangeMask): Promise<string> {
  const plain = output.replace(/[^\P{Cc}\n]/gu, '').trim();
  return bounded(await mask.text(plain), WORDS_MAX);
}

/** Tells the caller which of his lines was refused, and in which words. */
export async function refusedByDevice(
  refusal: DeviceRefusal,
  { wire, source, mask, changeId }: RefusedChange,
): Promise<AppError> {
  const { line, isPartlyActive } = refusal;
  const words = await wordsOf(refusal, mask);
  const given = line === undefined ? undefined : wire[line]?.line;
  const what = given === undefined ? 'the change' : `line ${given + 1}`;
  const rest = isPartlyActive
    ? 'the lines before it are active and not saved'
    : 'nothing of the change is active';
  const pointer = source.pointerOf(given ?? 0);
  return new AppError('upstream-failed', `The device refused ${what}; ${rest}`, {
    code: 'device-refused-change',
    errors: [{ pointer, detail: words === '' ? 'the device refused it' : words }],
    ...(changeId !== null && { current: { changeId } }),
    cause: refusal,
  });
}
