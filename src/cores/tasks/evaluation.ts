import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { listOf, objectOf, ownValue, textOf } from '../../kernel/json-reading.js';
import { type PureTask, type TaskInput } from '../engine/pure-task.js';
import { compare } from './comparison.js';
import { queried } from '../transformations/query/query-value.js';
import { TaskMeter } from './task-meter.js';

/**
 * Whether conditions hold: `success` with true, or `failure`. Operands come resolved; a query picks what
 * is compared. It is an error only where a query or a pattern cannot be run.
 */
export const EVALUATION: PureTask = {
  run: (input, { spend }) => {
    const meter = new TaskMeter(spend);
    const isStrict = isStrictly(ownValue(input, 'options'));
    const groups = listOf(ownValue(input, 'evaluation_groups')).map(objectOf);
    const holds = joined(input, groups, (group) =>
      joined(group, listOf(ownValue(group, 'evaluations')).map(objectOf), (rule) =>
        isMet(rule, isStrict, meter),
      ),
    );
    return holds ? { finish: 'success', output: true } : { finish: 'failure' };
  },
};

/** All of them where the flag says so, else one of them. */
function joined(
  owner: TaskInput,
  parts: readonly JsonObject[],
  isMetBy: (part: JsonObject) => boolean,
): boolean {
  const flag = ownValue(owner, 'all_true_flag');
  return flag === true || flag === 'true' ? parts.every(isMetBy) : parts.some(isMetBy);
}

function isMet(rule: JsonObject, isStrict: boolean, meter: TaskMeter): boolean {
  meter.spend();
  const left = operand(rule, 'operand_1', 'query', meter);
  const right = operand(rule, 'operand_2', 'rightQuery', meter);
  return compare({ left, right, operator: textOf(ownValue(rule, 'operator')), isStrict }, meter);
}

/** What is compared; undefined where nothing is found. */
function operand(
  rule: JsonObject,
  side: string,
  query: string,
  meter: TaskMeter,
): JsonValue | undefined {
  const value = ownValue(rule, side);
  // What a query finds in JSON is JSON.
  return queried(value, textOf(ownValue(rule, query)), meter) as JsonValue | undefined;
}

/** Strict types: nothing is read as another type than it is. */
function isStrictly(options: JsonValue | undefined): boolean {
  if (!isJsonObject(options)) return false;
  return Object.entries(options).some(
    ([name, value]) => /^strict/i.test(name) && (value === true || value === 'true'),
  );
}
