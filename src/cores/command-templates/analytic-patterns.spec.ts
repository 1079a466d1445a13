import { describe, expect, it } from 'vitest';
import { type JsonObject } from '../../kernel/json.js';
import { runAnalyticTemplate } from './analytic-template.js';
import { finish } from './work.js';

const COMMAND = 'show version';

/** The pair of a template with one rule, run on one output before and one after. */
function pairOf(rule: JsonObject, pre: string, post: string): JsonObject {
  const pair = { preRawCommand: COMMAND, postRawCommand: COMMAND, rules: [rule] };
  const outcome = finish(
    runAnalyticTemplate({
      template: { name: 't', prepostCommands: [pair] },
      pre: [{ raw: COMMAND, response: pre }],
      post: [{ raw: COMMAND, response: post }],
      variables: {},
    }),
  );
  if (outcome.kind !== 'judged') throw new Error(JSON.stringify(outcome));
  const [shown] = outcome.template['prepostCommands'] as readonly JsonObject[];
  return shown ?? {};
}

describe('a pattern that looks around or refers to a group', () => {
  const verdict = (...given: Parameters<typeof pairOf>): JsonObject =>
    (pairOf(...given)['rules'] as readonly JsonObject[])[0] ?? {};

  it.each<[string, string, string, boolean]>([
    ['(?<=up )\\d+', 'up 5', 'up 5', true],
    ['(?<=up )\\d+', 'up 5', 'down 5', false],
    ['(\\w)\\1', 'aab', 'xaa', true],
  ])('is run: %s on %s and %s', (pattern, pre, post, result) => {
    const rule = { type: 'regex', preRegex: pattern, postRegex: pattern, evaluation: '=' };
    expect(verdict(rule, pre, post)['result']).toBe(result);
    const page = pairOf(rule, pre, pre)['preCommandResHTML'];
    expect(page).toEqual(expect.stringContaining('<span class="match'));
  });

  it('fails its rule, and not the run, where it takes too many steps', () => {
    const rule = { type: 'matches', preRegex: '(?=(x+x+)+y)', postRegex: '(?=(x+x+)+y)' };
    const { result, error } = verdict(rule, 'x'.repeat(5000), 'x');
    expect([result, error]).toEqual([false, expect.stringContaining('too many steps')]);
    const table = { ...rule, type: 'table' };
    expect(verdict(table, 'x'.repeat(5000), 'x')['result']).toBe(false);
  });
});
