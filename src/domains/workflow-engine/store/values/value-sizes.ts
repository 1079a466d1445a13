import { isLongToWrite } from '#kernel/json-writing.js';
import { type JsonValue } from '#kernel/json.js';
import { writtenInTurns } from '#api/http/json-in-turns.js';
import { type Command } from '#cores/engine/commands.js';
import { mapCommandValues } from '#cores/engine/map-values.js';
import { type ValueRef } from '#cores/engine/value-ref.js';
import { type StoredJob } from '../stored-job.js';

/** Longer values lie apart from the document that refers to them (ADR 0159). */
export const VALUE_LIMIT_BYTES = 64 * 1024;
/** When the values of a job exceed this together, the largest leave it. */
export const STATE_LIMIT_BYTES = 512 * 1024;
/** Then so much is left of them, so that the next step does not have to do it again. */
export const STATE_TARGET_BYTES = 384 * 1024;
/** The commands of a step that exceed this have more of their values apart. */
export const OUTBOX_LIMIT_BYTES = 384 * 1024;

/** What `keptUnits` counts: it rises in such steps, so that few steps of a job touch the index; smaller jobs count nothing. */
export const KEPT_UNIT_BYTES = 16 * 1024;

/** What a value that lies elsewhere takes up in a text: its kind, a hash or an id, a name. */
const REFERENCE_BYTES = 150;

/** Values are immutable, and most of a job's stay from step to step: each is measured once. */
const measured = new WeakMap<ValueRef, number>();
/** Texts of large values, as long as somebody has these. */
const texts = new WeakMap<object, string>();

/** How many bytes a value takes up where it is written down, as JSON. */
export function bytesOf(held: ValueRef): number {
  if (held.kind !== 'here') return REFERENCE_BYTES;
  const { value } = held;
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return 24;
  const known = measured.get(held);
  if (known !== undefined) return known;
  const bytes = Buffer.byteLength(textOf(value));
  measured.set(held, bytes);
  return bytes;
}

/** A value as JSON. */
export function textOf(value: JsonValue): string {
  const known = typeof value === 'object' && value !== null ? texts.get(value) : undefined;
  return known ?? JSON.stringify(value);
}

/** Writes a large value as JSON while others have their turn: who asks for its text or its size then finds it. */
export async function writeAhead(value: JsonValue): Promise<void> {
  if (typeof value !== 'object' || value === null || texts.has(value)) return;
  if (!isLongToWrite(value)) return;
  const text = await writtenInTurns(value);
  if (text.length > VALUE_LIMIT_BYTES) texts.set(value, text);
}

type Kept = Required<Pick<StoredJob, 'keptBytes' | 'keptUnits'>>;

/**
 * What a job keeps in its document and its iterations once a step is written. Jobs of before it was kept begin
 * with their state.
 */
export function keptAfter(
  before: Pick<StoredJob, 'state' | 'keptBytes'> | null,
  { stateText, commands }: { readonly stateText: string; readonly commands: readonly Command[] },
): Kept {
  const former = before ? (before.keptBytes ?? before.state.length) - before.state.length : 0;
  const keptBytes = former + stateText.length + intoIterations(commands);
  return { keptBytes, keptUnits: Math.round(keptBytes / KEPT_UNIT_BYTES) };
}

/** What iterations get of the values that commands carry; a child keeps its own variables. */
function intoIterations(commands: readonly Command[]): number {
  let bytes = 0;
  for (const command of commands) {
    if (command.kind === 'start-child') continue;
    mapCommandValues(command, (held) => {
      bytes += bytesOf(held);
      return held;
    });
  }
  return bytes;
}
