import {
  DEVICE_TYPES,
  deviceText,
  type DeviceTypeName,
} from '../../../connectors/devices/types/device-types.js';
import { changeLineRefusal } from '../../../connectors/devices/dialog/command-line.js';
import { comparisonForm } from '#domains/backups/versions/comparison-form.js';
import { maskedText } from '#domains/backups/secrets/masked-text.js';
import { bracedLinesBetween } from '../../../cores/prediction/braced-paths.js';
import { type RefusedLine, type WireLine } from '../../../cores/prediction/change-lines.js';
import { type LinesBetween } from '../../../cores/prediction/lines-between.js';
import { linesFrom, predict } from '../../../cores/prediction/predict.js';
import { type UnpredictedLine } from '../../../cores/prediction/predict-change.js';
import { predictionRules } from '../../../cores/prediction/prediction-rules.js';
import { readSetLines } from '../../../cores/prediction/set-lines.js';

/** What a change shall make of a device. */
export type ChangeInput =
  | { readonly kind: 'lines'; readonly lines: readonly string[] }
  /** A configuration that was kept, with its secrets. */
  | { readonly kind: 'restore'; readonly text: string };

/** What would be sent to a device as it is now. */
export type ChangePlan =
  | {
      readonly kind: 'plan';
      /** As given, or as derived from what shall be restored. */
      readonly lines: readonly string[];
      readonly wire: readonly WireLine[];
      /** The configuration as it is expected to be; undefined where only the device can tell. */
      readonly expected: string | undefined;
      readonly unpredicted: readonly UnpredictedLine[];
    }
  | { readonly kind: 'refused'; readonly refused: readonly RefusedLine[] }
  | { readonly kind: 'not-restorable'; readonly reason: string };

/** Whether devices of a type compare a change by themselves before they take it. */
export function comparesItself(type: DeviceTypeName): boolean {
  return Object.hasOwn(DEVICE_TYPES[type].change, 'candidate');
}

/** Plans a change of a configuration. */
export function planChange(type: DeviceTypeName, now: string, wanted: ChangeInput): ChangePlan {
  if (wanted.kind === 'lines') return planLines(type, now, wanted.lines, false);
  const between = linesToRestore(type, { from: now, to: wanted.text });
  if (between.kind === 'refused') return { kind: 'not-restorable', reason: between.reason };
  return planLines(type, now, between.lines, true);
}

/** Lines that lead from one configuration of a type to another. */
export function linesToRestore(
  type: DeviceTypeName,
  texts: { readonly from: string; readonly to: string },
): LinesBetween {
  const rules = predictionRules(type);
  if (!rules) return bracedLinesBetween(texts);
  const { volatile } = deviceText(type);
  const isVolatile = (line: string): boolean =>
    line.trim() !== '' && comparisonForm(line, volatile) === '';
  return linesFrom(texts, rules, isVolatile);
}

/**
 * What a plan is known by: the device, its configuration without what changes by itself, what is sent,
 * and the change before it, so that nothing is pushed twice (ADR 0151).
 */
export async function planFacts(
  type: DeviceTypeName,
  facts: { readonly device: readonly string[]; readonly now: string; readonly last: string | null },
  wire: readonly WireLine[],
): Promise<string> {
  const { volatile, secrets } = deviceText(type);
  const stable = await maskedText(facts.now, secrets, ({ value, isReencrypted }) =>
    isReencrypted ? '<SECRET>' : value,
  );
  const compared = comparisonForm(stable.replace(/\r\n?/g, '\n'), volatile);
  const sent = wire.map(({ text }) => text.trim());
  return JSON.stringify([facts.device, facts.last, sent, compared]);
}

function planLines(
  type: DeviceTypeName,
  now: string,
  lines: readonly string[],
  isIndented: boolean,
): ChangePlan {
  const plan = readLines(type, now, lines, isIndented);
  if (plan.kind !== 'plan') return plan;
  const refused = unsendable(type, plan.wire);
  return refused.length > 0 ? { kind: 'refused', refused } : plan;
}

/** What the dialog with the device would refuse: nobody shall be shown a plan that cannot be pushed. */
function unsendable(type: DeviceTypeName, wire: readonly WireLine[]): readonly RefusedLine[] {
  const { reserved } = DEVICE_TYPES[type].change;
  // The ends of sections are ours.
  const given = wire.filter(({ text }) => text.trim() !== 'exit');
  return given.flatMap(({ text, line }) => {
    const detail = changeLineRefusal(text.trim(), reserved);
    return detail === undefined ? [] : [{ line, detail }];
  });
}

function readLines(
  type: DeviceTypeName,
  now: string,
  lines: readonly string[],
  isIndented: boolean,
): ChangePlan {
  const rules = predictionRules(type);
  if (!rules) {
    const read = readSetLines(lines);
    if (read.kind === 'refused') return read;
    return { kind: 'plan', lines, wire: read.wire, expected: undefined, unpredicted: [] };
  }
  const predicted = predict(now, lines, rules, isIndented);
  if (predicted.kind === 'refused') return predicted;
  const { text, wire, unpredicted } = predicted;
  const isOurs = !comparesItself(type);
  return {
    kind: 'plan',
    lines,
    wire,
    expected: isOurs ? text : undefined,
    unpredicted: isOurs ? unpredicted : [],
  };
}
