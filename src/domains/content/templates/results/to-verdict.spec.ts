import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { isJsonObject, type JsonObject } from '#kernel/json.js';
import { judgedFacts } from './to-verdict.js';

const pair = (more: object) => ({ preRawCommand: 'a <!b!>', postRawCommand: 'c', ...more });

describe('what is kept of a verdict', () => {
  it('is what failed, where, and nothing of the output', () => {
    const rules = [{ result: true, preElm: 'secret' }, { result: false }];
    const judged = {
      result: false,
      prepostCommands: [
        pair({ result: true, rules }),
        pair({ result: false, rules, preCommandResHTML: 'secret' }),
        pair({
          result: false,
          rules: [],
          devices: [
            { device: 'x', result: false, rules },
            { device: 'y', result: true, rules },
          ],
        }),
      ],
    };
    expect(judgedFacts(judged)).toEqual({
      result: false,
      pairs: 3,
      failedPairs: 2,
      failures: [
        { preRawCommand: 'a <!b!>', postRawCommand: 'c', device: null, rules: [1] },
        { preRawCommand: 'a <!b!>', postRawCommand: 'c', device: 'x', rules: [1] },
      ],
    });
  });

  it('is bounded, whatever was judged', () => {
    const devices = Array.from({ length: 500 }, (_, at) => ({
      device: `${String(at)}${'x'.repeat(1000)}`,
      result: false,
      rules: Array.from({ length: 500 }, () => ({ result: false })),
    }));
    const { failures } = judgedFacts({ prepostCommands: [pair({ result: false, devices })] });
    expect(failures).toHaveLength(100);
    expect(failures[0]?.rules).toHaveLength(100);
    expect(failures[0]?.device).toHaveLength(512);
  });

  it('can be made of any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (judged) => {
        const given = {
          prepostCommands: judged,
          ...(isJsonObject(judged) ? judged : {}),
        } as JsonObject;
        expect(judgedFacts(given).failures.length).toBeLessThanOrEqual(100);
      }),
    );
  });
});
