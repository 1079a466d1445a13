import { type Command } from 'commander';
import { type OperationRow } from './operation-row.js';

/** A value that a command takes: of an operation, by the name that it has there. */
export interface Taken {
  readonly row: OperationRow;
  readonly name: string;
}

/** What a command takes: by its places, and by the names of its options. */
export interface TakenValues {
  readonly places: readonly Taken[];
  readonly options?: ReadonlyMap<string, Taken>;
}

const known = new WeakMap<Command, TakenValues>();

/** Says what a command takes, for completion. */
export function takes(command: Command, values: TakenValues): void {
  known.set(command, values);
}

/** What the command takes at this place; the last one may take several. */
export function takenAt(command: Command, at: number): Taken | undefined {
  const { places = [] } = known.get(command) ?? {};
  return places[Math.min(at, places.length - 1)];
}

/** What the command takes behind this option, `--job`. */
export function takenBy(command: Command, flag: string): Taken | undefined {
  return known.get(command)?.options?.get(flag);
}
