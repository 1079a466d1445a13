import { type JsonValue } from '../../../kernel/json.js';
import { type ValueRef, type ValueRefs } from '../value-ref.js';
import { type Given, type StepQuery } from '../pure-task.js';
import { type WorkingJob } from './working-job.js';

/** Something that may have to ask for values on its way. */
export type StepCoroutine<T> = Generator<readonly StepQuery[], T, Given>;

/** The values in clear text; asked for once in a step. Undefined for what is not there any more. */
export function* valuesOf(
  job: WorkingJob,
  held: readonly ValueRef[],
): StepCoroutine<readonly (JsonValue | undefined)[]> {
  const wanted = new Map<string, ValueRef>();
  for (const one of held) {
    const key = keyOf(one);
    if (key !== undefined && !job.known.has(key)) wanted.set(key, one);
  }
  if (wanted.size > 0) {
    const given = yield [...wanted.values()].map((one) => ({ kind: 'value', held: one }) as const);
    [...wanted.keys()].forEach((key, index) => job.known.set(key, given[index]));
  }
  return held.map((one) => (one.kind === 'here' ? one.value : job.known.get(keyOf(one) ?? '')));
}

/** The values by their names. */
export function* namedValuesOf(
  job: WorkingJob,
  held: ValueRefs,
): StepCoroutine<Readonly<Record<string, JsonValue>>> {
  const names = Object.keys(held);
  const values = yield* valuesOf(job, Object.values(held));
  return Object.fromEntries(
    names.flatMap((name, index) => {
      const value = values[index];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** Whether one of the values is secret. */
export function hasSecret(held: ValueRefs): boolean {
  return Object.values(held).some(({ secret }) => secret === true);
}

/** The value as the engine holds it. */
export function holding(value: JsonValue, isSecret: boolean): ValueRef {
  return isSecret ? { kind: 'here', value, secret: true } : { kind: 'here', value };
}

/** What a value is remembered by within a step; undefined for one that is at hand. */
function keyOf(held: ValueRef): string | undefined {
  switch (held.kind) {
    case 'here':
      return undefined;
    case 'stored':
      return `stored ${held.hash}`;
    case 'iteration':
      return `iteration ${held.iteration} ${held.name}`;
  }
}
