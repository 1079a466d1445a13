import { hasMoreValues } from '../../kernel/json-size.js';
import { listOf, objectOf } from '../../kernel/json-reading.js';
import { type JsonObject, type JsonValue } from '../../kernel/json.js';
import { LinearPattern } from '../patterns/linear-pattern.js';
import { countsSteps } from './template-problems.js';
import { type Variables } from './variables.js';

/** Of template, variables and outputs together. */
const LENGTH_MAX = 256 * 1024;
/** What reading the patterns may take: some ten milliseconds (`LinearPattern.costOf`). */
const READING_COST_MAX = 5_000;
/** The same of one pattern times the characters that it is looked for in: as long. */
const SEARCH_COST_MAX = 2_000_000;

/** Whether a piece of the work on these outputs may hold others up for longer than they should wait. */
export function takesLong(
  template: JsonObject,
  variables: Variables,
  outputs: readonly unknown[],
): boolean {
  const given = [template, variables, outputs] as JsonValue[]; // they came as JSON
  if (hasMoreValues(given, LENGTH_MAX, ({ length }) => 1 + length)) return true;
  const filled = JSON.stringify(variables).length;
  const costs = ruleTexts(template).map(
    (text) => LinearPattern.costOf(text) + (text.includes('<!') ? filled : 0),
  );
  const reading = costs.reduce((sum, cost) => sum + cost, 0);
  const search = Math.max(0, ...costs) * longestOf(outputs);
  if (reading > READING_COST_MAX || search > SEARCH_COST_MAX) return true;
  return countsSteps(template);
}

/** Every text of every rule: any of them may be a pattern. */
function ruleTexts({ commands, prepostCommands }: JsonObject): readonly string[] {
  return [...listOf(commands), ...listOf(prepostCommands)]
    .flatMap((command) => listOf(objectOf(command)['rules']))
    .flatMap((rule) => Object.values(objectOf(rule)))
    .filter((text) => typeof text === 'string');
}

function longestOf(outputs: readonly unknown[]): number {
  return outputs.reduce<number>((longest, output) => {
    return Math.max(longest, JSON.stringify(output).length);
  }, 0);
}
