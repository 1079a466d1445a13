import { type JsonObject } from '../../../kernel/json.js';

/** Triggers that may follow from one another: enough for what is meant, an end for what is not. */
export const CHAIN_LENGTH_MAX = 5;

/** The triggers that an event follows from, as its payload says; none for what no job of ours caused. */
export function chainOf({ chain }: JsonObject): readonly string[] {
  return Array.isArray(chain) ? chain.filter((id) => typeof id === 'string') : [];
}
