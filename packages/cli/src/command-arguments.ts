import { type Command } from 'commander';
import { type OperationRow } from './operation-row.js';

/** A value that a command takes: of an operation, by the name that it has there. */
export interface OperationParameter {
  readonly row: OperationRow;
  readonly name: string;
}

/** What a command takes: by its places, and by the names of its options. */
export interface CommandArguments {
  readonly places: readonly OperationParameter[];
  readonly options?: ReadonlyMap<string, OperationParameter>;
}

const known = new WeakMap<Command, CommandArguments>();

/** Says what a command takes, for completion. */
export function setArguments(command: Command, values: CommandArguments): void {
  known.set(command, values);
}

/** What the command takes at this place; the last one may take several. */
export function argumentAt(command: Command, at: number): OperationParameter | undefined {
  const { places = [] } = known.get(command) ?? {};
  return places[Math.min(at, places.length - 1)];
}

/** What the command takes behind this option, `--job`. */
export function optionArgument(command: Command, flag: string): OperationParameter | undefined {
  return known.get(command)?.options?.get(flag);
}
