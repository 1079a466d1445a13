import { type Command } from '#cores/engine/commands.js';
import { type ValueRef } from '#cores/engine/value-ref.js';
import { type JobState } from '#cores/engine/job-state.js';
import { type ValueMapping, mapCommandValues, mapStateValues } from '#cores/engine/map-values.js';
import { type Plan } from '#cores/engine/plan.js';
import { findInTurns, type JobSecrets, secretsOf } from './job-secrets.js';
import { VALUE_LIMIT_BYTES, bytesOf, writeAhead } from './value-sizes.js';

/** A value that lies where it is referred to. */
export type InlineValue = Extract<ValueRef, { kind: 'here' }>;

/** What a step made. */
export interface MadeStep {
  readonly state: JobState;
  readonly commands: readonly Command[];
}

/** The secrets among everything that the job holds, and that the step sends on. */
export function secretsIn({ secretVariables }: Plan, step: MadeStep): ReadonlySet<string> {
  const { variables } = step.state;
  const found = new Set<string>();
  for (const name of secretVariables) {
    const held = Object.hasOwn(variables, name) ? variables[name] : undefined;
    for (const text of held ? secretsOf(held, name, true) : []) found.add(text);
  }
  forEachValue(step, (held, name) => {
    for (const text of secretsOf(held, name)) found.add(text);
  });
  return found;
}

/**
 * Looks for secrets in what is large of a step, while others have their turn: whoever asks afterwards finds
 * what is known.
 * @returns what the job knows to be secret from now on.
 */
export async function lookThrough(
  plan: Plan,
  step: MadeStep,
  known: JobSecrets,
): Promise<JobSecrets> {
  const large = await lookAhead(valuesHere(step));
  if (large.length === 0) return known;
  const secrets = known.with(secretsIn(plan, step));
  for (const held of large) await secrets.lookThrough(held);
  return secrets;
}

/**
 * Measures values and looks for secrets in those that are large, while others have their turn.
 * @returns the large ones.
 */
export async function lookAhead(
  values: Iterable<readonly [InlineValue, string]>,
): Promise<readonly InlineValue[]> {
  const large: InlineValue[] = [];
  for (const [held, name] of values) {
    await writeAhead(held.value);
    if (bytesOf(held) <= VALUE_LIMIT_BYTES) continue;
    await findInTurns(held, name);
    large.push(held);
  }
  return large;
}

function valuesHere(step: MadeStep): ReadonlyMap<InlineValue, string> {
  const here = new Map<InlineValue, string>();
  forEachValue(step, (held, name) => {
    if (held.kind === 'here') here.set(held, name);
  });
  return here;
}

function forEachValue(
  { state, commands }: MadeStep,
  look: (held: ValueRef, name: string) => void,
): void {
  const map: ValueMapping = (held, name = '') => {
    look(held, name);
    return held;
  };
  mapStateValues(state, map);
  for (const command of commands) mapCommandValues(command, map);
}
